/** From the texts an analyst writes to what a form runs on: the catalogue, one region's view of it, all rules. */
import { compileCatalogue, forAppendix } from '../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { derivationsOf } from '../shared/derived/derivations.ts';
import { compileRules } from '../shared/expressions/compileRule.ts';
import { readRules } from '../shared/expressions/readRules.ts';
import { median } from './measure.ts';
import type { Measured } from './measure.ts';

const ROUNDS = 15;
const LIMIT_MS = 150;

/** Processor time: another process does not count. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The first round is that of a process that has just started, and so the worst there is. */
export function benchSchemas(): Measured[] {
  const sources = readSourceTexts();
  const rules = readRules(sources).rules.length;
  const costs = Array.from({ length: ROUNDS }, () =>
    costOf(() => {
      const whole = compileCatalogue(sources);
      forAppendix(whole, whole.appendices[0]?.appendix ?? '');
      compileRules(whole, readRules(sources));
      derivationsOf(whole);
    }),
  );
  const [first = Number.NaN, ...further] = costs;
  const size = `${sources.length} files, ${Math.round(sources.reduce((sum, { text }) => sum + text.length, 0) / 1000)} kB, ${rules} rules`;
  return [
    {
      name: `compiling all, first time / ${LIMIT_MS} ms`,
      ratio: first / LIMIT_MS,
      budget: 1,
      detail: `${first.toFixed(0)} ms, ${size}`,
    },
    {
      name: `compiling all, again / ${LIMIT_MS} ms`,
      ratio: median(further) / LIMIT_MS,
      budget: 1,
      detail: `${median(further).toFixed(0)} ms`,
    },
  ];
}
