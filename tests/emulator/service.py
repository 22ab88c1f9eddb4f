"""The emulated Google as a whole: who is there, what they own, and how a request becomes a reply.

Must not know how requests get here: through `mocked` in the same process, or through `server` over loopback.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from email.utils import formatdate
from urllib.parse import parse_qsl

from emulator import complaints, disasters, discovery, errors, faults, jsons, masks
from emulator.batch import Batch, run
from emulator.behaviour import Behaviour
from emulator.call import Broken, Call, Reply, Request
from emulator.discovery import Method
from emulator.errors import ApiError
from emulator.faults import Faults, Kind
from emulator.jsons import Json
from emulator.log import Log, Logged
from emulator.masks import cut
from emulator.oauth import SCOPES, TOKEN_URI, Tokens, service_account_key
from emulator.player import Refused
from emulator.quota import Quota
from emulator.routes import DEFAULT_FIELDS, HANDLERS
from emulator.state import ANYONE, FOLDER, SPREADSHEET, Account, File, Permission, Sheet, Spreadsheet, World

_UNREGISTERED = (
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer "
    "identity to call this API."
)


class MalformedReply(AssertionError):
    """The emulator made a reply that is not as the discovery document says: a fault of its own."""


class Emulator:
    """Everything that croupier's Google store talks to.

    `clock` gives the seconds since 1970 for Date headers, tokens, quota and times of change; `latency` is how long each request
    takes (by `sleep`); `quota` None means no limits. `faults` may be replaced at any time; `log` holds every request.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        behaviour: Behaviour | None = None,
        quota: Quota | None = None,
        latency: float = 0.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.clock = clock
        self.behaviour = behaviour or Behaviour()
        self.quota = quota
        self.latency = latency
        self.world = World()
        self.tokens = Tokens(clock)
        self.log = Log()
        self.faults = Faults()
        self.disabled: set[str] = set()
        self._sleep = sleep
        self._lock = threading.RLock()

    # who is there, and what they own

    def enrol(self, account: Account, scopes: Iterable[str] = SCOPES) -> Account:
        """Makes an account known; `scopes` = what a user has agreed to."""
        self.world.accounts[account.email] = account
        self.tokens.enrol(account, scopes)
        return account

    def user(self, email: str, scopes: Iterable[str] = SCOPES) -> Account:
        """A person who has agreed that croupier acts for them."""
        return self.enrol(Account(email), scopes)

    def service_account(self, email: str = "croupier@emulator.iam.gserviceaccount.com") -> Account:
        return self.enrol(Account(email, service=True))

    def credentials(self, account: Account, token_uri: str = TOKEN_URI) -> dict[str, str]:
        """What stands in an account's credentials file: a service account's key, or a user's refresh token."""
        return service_account_key(account, token_uri) if account.service else self.tokens.authorized_user(account, token_uri)

    def folder(self, name: str, owner: Account, parents: Sequence[str] = ()) -> str:
        """A folder that its owner made; its id."""
        return self._new_file(name, FOLDER, owner, parents)

    def spreadsheet(
        self,
        name: str,
        owner: Account,
        tabs: Sequence[str] = ("Sheet1",),
        writers: Iterable[Account] = (),
        link: str | None = None,
        parents: Sequence[str] = (),
    ) -> str:
        """A spreadsheet that its owner made in the browser, shared by name or by link (`link` = "writer", "reader"); its id."""
        identifier = self._new_file(name, SPREADSHEET, owner, parents)
        sheets = [Sheet(0 if at == 0 else self.world.number(), title) for at, title in enumerate(tabs)]
        self.world.spreadsheets[identifier] = Spreadsheet(identifier, name, sheets)
        for writer in writers:
            self.share(identifier, writer)
        if link is not None:
            self.share(identifier, None, link)
        return identifier

    def _new_file(self, name: str, kind: str, owner: Account, parents: Sequence[str]) -> str:
        now = self.clock()
        permission = Permission(owner.permission_id, "user", "owner", owner.email)
        file = File(self.world.file_id(), name, kind, owner.email, now, now, parents=tuple(parents), permissions=(permission,))
        self.world.files[file.id] = file
        return file.id

    def share(self, identifier: str, account: Account | None, role: str = "writer") -> None:
        """Gives an account, or everyone with the link, a role in a file; "none" takes it away."""
        with self._lock:
            file = self.world.files[identifier]
            key = self.behaviour.anyone_id if account is None else account.permission_id
            rest = tuple(one for one in file.permissions if one.id != key)
            fresh = Permission(key, "anyone" if account is None else "user", role, None if account is None else account.email)
            self.refile(replace(file, permissions=rest if role == "none" else (*rest, fresh)))

    def refile(self, file: File) -> None:
        """Puts a file's entry in place, as a change by its owner."""
        self.world.changed(file, self.world.accounts[file.owner], self.clock())

    @contextmanager
    def editing(self, identifier: str, who: Account = ANYONE) -> Iterator[Batch]:
        """A copy of a spreadsheet to change; put in place at the end, unless something was refused."""
        with self._lock:
            file = self.world.files[identifier]
            if self.world.role(file, who) not in ("writer", "owner") or any(one.get("readOnly") for one in file.restrictions):
                raise errors.forbidden()
            batch = Batch(self.world.spreadsheets[identifier].copy(), file, self.world, who, self.behaviour, self.clock())
            yield batch
            self.world.spreadsheets[identifier] = batch.book
            self.world.changed(replace(file, name=batch.book.title), who, self.clock())

    def edit(self, identifier: str, requests: Sequence[Json], who: Account | None = None) -> list[Json]:
        """Does requests of a batchUpdate as an account (by default the owner), without a request: no log, no quota, no faults."""
        wrong = discovery.document("sheets").check("BatchUpdateSpreadsheetRequest", "request")({"requests": list(requests)})
        if wrong:
            raise ValueError(f"not as the discovery document says: {wrong[0].where}")
        account = self.world.accounts[self.world.files[identifier].owner] if who is None else who
        with self.editing(identifier, account) as batch:
            return run(batch, jsons.without_nulls(list(requests)))

    def checkpoint(self) -> World:
        """All there is, to go back to."""
        with self._lock:
            return self.world.copy()

    def restore(self, checkpoint: World) -> None:
        """Goes back to a checkpoint; tokens stay, the log, the faults and the minute of the quota begin anew."""
        with self._lock:
            self.world = checkpoint.copy()
            self.log.clear()
            self.faults = Faults()
            self.disabled.clear()
            self.tokens.revoked.clear()
            if self.quota is not None:
                self.quota.reset()

    # how a request becomes a reply

    def handle(self, request: Request) -> Reply:
        """Answers a request; safe to call from several threads."""
        if self.latency:
            self._sleep(self.latency)
        with self._lock:
            reply, seconds = self._handled(request)
        if seconds:
            self._sleep(seconds)
        return reply

    def _handled(self, request: Request) -> tuple[Reply, float]:
        entry = self.log.add(request, self.clock())
        due = self.faults.due(request)
        instead, after = self._befallen(due, request, entry)
        reply = self._shown(instead) if instead is not None else self._answered(request, entry)
        if after is not None and reply.status < 400:
            reply = self._shown(after)
        entry.status = 0 if reply.broken else reply.status
        return reply, sum(fault.seconds for fault in due)

    def _befallen(self, due: Sequence[faults.Fault], request: Request, entry: Logged) -> tuple[ApiError | Broken | None, ApiError | Broken | None]:
        """Lets faults happen: what is answered instead, and what is answered although it was done."""
        instead = after = None
        for fault in due:
            fired = faults.Fired(fault, request)
            self.faults.fired.append(fired)
            entry.faults.append(fault.kind)
            found = faults.answer(fault, request)
            if fault.kind in faults.AFTER:
                after = found
            elif found is not None:
                instead = found
            else:
                self._happen(fired, request)
        return instead, after

    def _happen(self, fired: faults.Fired, request: Request) -> None:
        fault = fired.fault
        if fault.kind == Kind.TOKEN_EXPIRED:
            self.tokens.expire()
        elif fault.kind == Kind.TOKEN_REVOKED:
            self.tokens.expire()
            self.tokens.revoked |= set(self.world.accounts)
            fired.undo = self.tokens.revoked.clear
        elif fault.kind == Kind.DISABLED:
            self.disabled |= {"sheets", "drive"}
            fired.undo = self.disabled.clear
        else:
            try:
                place = disasters.target(self, fault, request.file_id)
                fired.undo = fault.act(place) if fault.act else disasters.DISASTERS[fault.kind](self, place, fault)
            except (ApiError, Refused) as refused:
                fired.refused = str(refused)

    def _answered(self, request: Request, entry: Logged) -> Reply:
        try:
            if request.api == "token":
                return self._reply(200, self.tokens.exchange(dict(parse_qsl(request.content.decode()))))
            if request.api == "consent":
                return self._reply(302, None, {"Location": self.tokens.consent(request.query)})
            found = discovery.route(request.verb, request.path)
            if found is None:
                raise errors.page(404, "Not Found", f"The requested URL {request.path} was not found on this server.")
            method, path = found
            entry.method, entry.bucket = method.id, method.bucket
            body = self._called(method, path, request, entry)
        except ApiError as error:
            return self._shown(error)
        return self._reply(204, None) if body is None else self._reply(200, body)

    def _called(self, method: Method, path: dict[str, str], request: Request, entry: Logged) -> Json | None:
        token = self.tokens.holder(request.headers)
        if token is None:
            if "authorization" not in request.headers:
                raise errors.sheets(403, _UNREGISTERED)
            raise errors.unauthenticated(method.api)
        entry.account = token.account.email
        if method.api in self.disabled:
            raise errors.disabled(method.api)
        if not token.scopes & method.scopes:
            raise errors.scopes(method.api, method.id)
        if self.quota is not None and (over := self.quota.take(token.account.email, method.bucket)):
            retry = round(self.quota.wait(token.account.email, method.bucket)) if self.behaviour.sends_retry_after else None
            raise errors.drive_quota(retry) if method.api == "drive" else errors.quota(method.bucket, over[0], over[1], retry)
        call = Call(method, token.account, path, request.query, None, self.world, self.behaviour, self.clock(), token.scopes)
        call.body = entry.body = self._body(request)
        self._check(method, request, call, entry)
        call.body = jsons.without_nulls(call.body) if b"null" in request.content else call.body
        call.mask = self._mask(method, call)
        handler = HANDLERS.get(method.id)
        if handler is None:
            raise errors.NotEmulated(f"the method {method.id}")
        body = handler(call)
        if body is None:
            return None
        found: Json = cut(body, call.mask)
        wrong = discovery.reply_violations(method, found)
        if wrong:
            raise MalformedReply(f"{method.id}: {wrong[0].kind} at {wrong[0].where}: {wrong[0].value!r}")
        return found

    @staticmethod
    def _body(request: Request) -> object:
        try:
            return request.json
        except jsons.NotJson as error:
            raise errors.malformed(f"Invalid JSON payload received. {error}", [("", f"Invalid JSON payload received. {error}")]) from None

    @staticmethod
    def _check(method: Method, request: Request, call: Call, entry: Logged) -> None:
        for query, wrong in (
            (True, discovery.parameter_violations(method, request.query)),
            (False, discovery.body_violations(method, call.body)),
        ):
            if wrong:
                refusal = complaints.refusal(method, query, wrong)
                entry.malformed = refusal.message
                raise refusal

    @staticmethod
    def _mask(method: Method, call: Call) -> masks.Mask:
        text = call.text("fields") or DEFAULT_FIELDS.get(method.id, "")
        if method.reply is None or not text:
            return masks.ALL
        try:
            return masks.mask(text, method.api, method.reply)
        except masks.WrongMask as wrong:
            if method.api == "drive":
                field = ("parameter", "fields")
                raise errors.drive(400, f"Invalid field selection {wrong.path}", "invalidParameter", location=field) from None
            words = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{wrong.path}'."
            raise errors.malformed("Request contains an invalid argument.", [(wrong.path, words)]) from None

    def _shown(self, what: ApiError | Broken) -> Reply:
        if isinstance(what, str):
            return Reply(0, {}, b"", what)
        if isinstance(what.body, str):
            return Reply(what.status, {**self._headers(), **what.headers}, what.body.encode())
        return self._reply(what.status, what.body, what.headers)

    def _reply(self, status: int, body: Json | None, headers: dict[str, str] | None = None) -> Reply:
        content = b"" if body is None else jsons.write(body)
        return Reply(status, {**self._headers(), **(headers or {})}, content)

    def _headers(self) -> dict[str, str]:
        """Every reply has a Date and none an ETag."""
        return {
            "Content-Type": "application/json; charset=UTF-8",
            "Vary": "Origin, X-Origin, Referer",
            "Date": formatdate(self.clock(), usegmt=True),
            "Server": "ESF",
            "Cache-Control": "private",
        }
