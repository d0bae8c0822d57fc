/** How well values are found in the invented narratives: right before complete. */
import { expect, it } from 'vitest';
import { readNarratives, scoreOf, scoreTable, type Score } from '../narratives/narratives.ts';

const MIN_PRECISION = 0.95;

const all = (scores: ReadonlyMap<string, Score>, part: keyof Score): number =>
  [...scores.values()].reduce((sum, score) => sum + score[part], 0);

it.each([
  ['development.txt', 60],
  ['heldOut.txt', 40],
])('%s: at least 95 %% of what is proposed is right', (file, count) => {
  const narratives = readNarratives(file);
  expect(narratives).toHaveLength(count);
  const wrong: string[] = [];
  const scores = scoreOf(narratives, (line) => line.includes(': wrong') && wrong.push(line));
  process.stdout.write(`${file}\n${scoreTable(scores)}\n`);
  const right = all(scores, 'right');
  expect(right / (right + all(scores, 'wrong')), wrong.join('\n')).toBeGreaterThanOrEqual(MIN_PRECISION);
});
