/** Edits of schema files: how soon a trial finds the breaking ones, how small their examples are, and which harmless ones alarm. */
import { MAX_EXAMPLE } from '../shared/trial/createTrial.ts';
import { BREAKING, HARMLESS, tryEdit } from '../tests/trialEdits.ts';
import type { Measured } from './measure.ts';

const LIMIT_SECONDS = 10;
const HARMLESS_CASES = 30;

export function benchTrial(): Measured[] {
  const found = Object.entries(BREAKING).map(([name, { edit, kind }]) => {
    const start = performance.now();
    const kinds = tryEdit(edit, (some) => some.has(kind), { cases: Infinity, seconds: LIMIT_SECONDS });
    return { name, seconds: (performance.now() - start) / 1000, size: kinds.get(kind) ?? null };
  });
  const missed = found.filter(({ size }) => size === null || size > MAX_EXAMPLE);
  const slowest = Math.max(...found.map(({ seconds }) => seconds));
  const alarms = Object.entries(HARMLESS).filter(([, edit]) => {
    const limit = { cases: HARMLESS_CASES, seconds: LIMIT_SECONDS };
    return tryEdit(edit, (some) => some.size > 0, limit).size > 0;
  });
  const named = (all: readonly string[]): string => (all.length === 0 ? 'none' : all.join(', '));
  return [
    {
      name: 'breaking edits, the slowest / 10 s',
      ratio: slowest / LIMIT_SECONDS,
      budget: 1,
      detail: `${found.length} kinds; ${found.map(({ name, seconds, size }) => `${name} ${seconds.toFixed(1)} s, ${size} values`).join('; ')}`,
    },
    {
      name: 'breaking edits that are not found',
      ratio: missed.length,
      budget: 0,
      detail: named(missed.map(({ name }) => name)),
    },
    {
      name: 'harmless edits with an alarm',
      ratio: alarms.length,
      budget: 0,
      detail: `${Object.keys(HARMLESS).length} kinds; ${named(alarms.map(([name]) => name))}`,
    },
  ];
}
