/** Whatever one user sends, the others are answered. `npm run bench -- hostile` sends 10,000 inputs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendHostile, type LawResult } from '../hostileLaw.ts';
import { startTestServer, type TestServer } from './harness.ts';

/** Each kind of input once. */
const INPUTS = 13;
/**
 * A backtracking pattern would hold others up for minutes. This bound also covers a machine with two cores, of which
 * the threads use both.
 */
const MAX_WAIT_MS = 2_000;
const MAX_RATIO = 50;

let server: TestServer;
let result: LawResult;
beforeAll(async () => {
  server = await startTestServer();
  const tokens = { files: await server.token('sponsor.admin'), report: await server.token('case.editor') };
  result = await sendHostile({ url: server.url, tokens }, INPUTS, 1);
});
afterAll(() => server.stop());

it('no hostile input holds up other requests', () => {
  expect(result.waited).toBeLessThan(Math.max(MAX_WAIT_MS, result.idle * MAX_RATIO));
});

it('each hostile input is answered, and none with an unexpected failure', () => {
  expect(result.answers).toHaveLength(INPUTS);
  expect(result.answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
});
