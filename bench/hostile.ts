/** Whatever one user sends, the others are answered within 200 ms. */
import { isExpected, sendHostile } from '../tests/hostileLaw.ts';
import { onBenchServer, sessionOf } from './benchServer.ts';
import type { Measured } from './measure.ts';

const INPUTS = 10_000;
const QUICK_INPUTS = 120;
const MAX_WAIT_MS = 200;

/** Generated rules, schema files, reports, answers, tables and bodies; BENCH_SEED makes others. */
export const benchHostile = ({ quick }: { quick: boolean }): Promise<Measured[]> =>
  onBenchServer({ demo: true }, async ({ url }) => {
    const tokens = {
      all: (await sessionOf(url, 'sponsor.admin')).token,
      import: (await sessionOf(url, 'case.editor')).token,
    };
    const count = quick ? QUICK_INPUTS : INPUTS;
    const seed = Number(process.env['BENCH_SEED'] ?? 1);
    const { answers, idle, waited } = await sendHostile({ url, tokens }, count, seed);
    const failed = answers.filter((answer) => !isExpected(answer));
    for (const { name, status, errCode } of failed) console.log(`  ${status} ${errCode ?? ''} ${name}`);
    return [
      {
        name: `longest wait / ${MAX_WAIT_MS} ms`,
        ratio: waited / MAX_WAIT_MS,
        budget: 1,
        detail: `${answers.length} inputs, ${failed.length} failed, ${waited.toFixed(0)} ms, idle ${idle.toFixed(0)} ms`,
      },
    ];
  });
