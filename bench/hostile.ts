/** Whatever one user sends, the others are answered within 200 ms. */
import { signIn } from '../shared/contract/auth.ts';
import { DEMO_PASSWORD } from '../server/seed/seedDemo.ts';
import { sendHostile } from '../tests/hostileLaw.ts';
import { onBenchServer } from './benchServer.ts';
import type { Measured } from './measure.ts';

const INPUTS = 10_000;
const QUICK_INPUTS = 120;
const MAX_WAIT_MS = 200;

/** Generated rules, schema files, reports, answers, tables and bodies; BENCH_SEED makes others. */
export const benchHostile = ({ quick }: { quick: boolean }): Promise<Measured[]> =>
  onBenchServer({ demo: true }, async ({ url }) => {
    const tokens = {
      all: await signedIn(url, 'sponsor.admin'),
      import: await signedIn(url, 'case.editor'),
    };
    const count = quick ? QUICK_INPUTS : INPUTS;
    const seed = Number(process.env['BENCH_SEED'] ?? 1);
    const { answers, idle, waited } = await sendHostile({ url, tokens }, count, seed);
    const failed = answers.filter(({ status }) => status >= 500);
    for (const { name, status, errCode } of failed) console.log(`  ${status} ${errCode ?? ''} ${name}`);
    return [
      {
        name: `longest wait / ${MAX_WAIT_MS} ms`,
        ratio: waited / MAX_WAIT_MS,
        budget: 1,
        detail: `${answers.length} inputs, ${failed.length} answered 5xx, ${waited.toFixed(0)} ms, idle ${idle.toFixed(0)} ms`,
      },
    ];
  });

async function signedIn(url: string, userId: string): Promise<string> {
  const answer = await fetch(`${url}${signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: DEMO_PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}
