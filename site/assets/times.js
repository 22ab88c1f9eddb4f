// Tells the reader's own time of each <time datetime> (written out where its class is "here"), and the time left until each data-left.
// Without this script the page says the same in the match's zone.
(function () {
  "use strict";
  function two(n) { return (n < 10 ? "0" : "") + n; }
  function spoken(date) {
    return date.toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  }
  function left(ms) {
    var minutes = Math.floor(ms / 60000), days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24;
    if (ms <= 0) return "closed, results follow";
    if (days) return "closes in " + days + (days > 1 ? " days " : " day ") + hours + " h";
    return "closes in " + (hours ? hours + " h " : "") + two(minutes % 60) + " min";
  }
  function local() {
    document.querySelectorAll("time[datetime]").forEach(function (element) {
      var date = new Date(element.dateTime), written = element.dateTime.match(/([+-])(\d\d):(\d\d)$/);
      if (isNaN(date) || !written || element.title) return;
      var minutes = (written[1] === "-" ? -1 : 1) * (+written[2] * 60 + +written[3]);
      element.title = "Your time: " + spoken(date);
      if (-date.getTimezoneOffset() === minutes || !element.classList.contains("here")) return;
      var yours = element.closest("section").querySelector(".yours");
      if (yours) yours.textContent = spoken(date) + " your time";
    });
  }
  function tick() {
    document.querySelectorAll("[data-left]").forEach(function (element) {
      element.textContent = left(new Date(element.dataset.left) - Date.now());
    });
  }
  local();
  tick();
  setInterval(tick, 30000);
})();
