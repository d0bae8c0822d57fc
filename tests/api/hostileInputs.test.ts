/** Whatever one user sends, the others are answered. `npm run bench -- hostile` sends 10,000 inputs. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isExpected, type LawResult } from '../hostileLaw.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { watchLoop, type Stretch } from './watchLoop.ts';

/** Each kind of input once, or as often as `FAULT_ROUNDS` says. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 1);
const INPUTS = 16 * ROUNDS;
const SEED = ROUNDS;
const PATIENCE_MS = 120_000 * ROUNDS;
const CLIENT = fileURLToPath(new URL('../hostileClient.ts', import.meta.url));
/** Processor time: what the thread of the server may work without a break, however busy the machine is. */
const MAX_STRETCH_MS = 200;

let server: TestServer;
let result: LawResult;
let stretches: Stretch[];
beforeAll(async () => {
  // many rounds take longer than a session without a break
  server = await startTestServer({ env: { CASEWRIGHT_SESSION_MINUTES: '720' } });
  const tokens = { all: await server.token('sponsor.admin'), import: await server.token('case.editor') };
  const attacked = JSON.stringify({ url: server.url, tokens });
  const loop = watchLoop();
  const client = spawn(process.execPath, [CLIENT, attacked, String(INPUTS), String(SEED)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  result = JSON.parse(await text(client.stdout)) as LawResult;
  stretches = loop.stretches();
  loop.stop();
  if (ROUNDS > 1) for (const stretch of stretches) console.warn(textOf(stretch));
}, PATIENCE_MS);
afterAll(() => server.stop());

const textOf = ({ ms, collecting, requests }: Stretch): string => {
  const inputs = requests.filter((request) => !request.includes('/healthz'));
  return `${ms.toFixed(0)} ms (garbage collection: ${collecting.toFixed(0)} ms of the clock), while open: ${inputs.join('; ')}`;
};

it('no hostile input holds up other requests', () => {
  expect(stretches.filter(({ ms }) => ms >= MAX_STRETCH_MS)).toEqual([]);
});

it('each hostile input is answered, and none with an unexpected failure', () => {
  expect(result.answers).toHaveLength(INPUTS);
  expect(result.answers.filter((answer) => !isExpected(answer))).toEqual([]);
});
