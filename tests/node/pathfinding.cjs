// Answers path questions with the npm package `pathfinding`, the reference for A* walks.
// stdin: one JSON object a line, {rows, start: [column, row], goal, diagonal, bothEnds}.
// stdout: one path a line, as [[column, row], ...]; with the argument `--time ROUNDS` instead one line
// {"microseconds": ...}: the best round's mean time of a search. Building the grids is not counted.
'use strict';

const PF = require('pathfinding');

const rounds = process.argv[2] === '--time' ? Number(process.argv[3]) : 0;
const questions = require('fs')
  .readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line))
  .map(({ rows, start, goal, diagonal, bothEnds }) => ({
    start,
    goal,
    grid: new PF.Grid(rows.map((row) => [...row].map((mark) => (mark === '#' ? 1 : 0)))),
    finder: new (bothEnds ? PF.BiAStarFinder : PF.AStarFinder)({
      allowDiagonal: diagonal,
      dontCrossCorners: false,
      heuristic: PF.Heuristic.manhattan,
      weight: 1,
    }),
  }));

if (rounds === 0) {
  for (const { start, goal, grid, finder } of questions) {
    process.stdout.write(JSON.stringify(finder.findPath(...start, ...goal, grid)) + '\n');
  }
} else {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const grids = questions.map(({ grid }) => grid.clone()); // a search marks the grid's nodes
    const before = process.hrtime.bigint();
    questions.forEach(({ start, goal, finder }, index) => finder.findPath(...start, ...goal, grids[index]));
    best = Math.min(best, Number(process.hrtime.bigint() - before) / 1000 / questions.length);
  }
  process.stdout.write(JSON.stringify({ microseconds: best }) + '\n');
}
