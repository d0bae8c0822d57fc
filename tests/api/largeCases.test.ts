/** Whatever is done with a large case, other requests are answered meanwhile. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inSponsor } from '../../server/storage/database.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { watchLoop } from './watchLoop.ts';

const ROWS = 10_000;
const CLIENT = fileURLToPath(new URL('largeCaseClient.ts', import.meta.url));
const PATIENCE_MS = 600_000;
/** Processor time: what the thread of the server may work without a break, however busy the machine is. */
const MAX_STRETCH_MS = 200;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

const isCurrent = async (): Promise<void> => {
  const { stale } = await inSponsor(server.db, 1, (trx) =>
    trx
      .selectFrom('projection_stale')
      .select((of) => of.fn.countAll<number>().as('stale'))
      .executeTakeFirstOrThrow(),
  );
  expect(stale).toBe(0);
};

it(`no work on a case of ${ROWS} rows holds up other requests`, { timeout: PATIENCE_MS }, async () => {
  const loop = watchLoop();
  const client = spawn(process.execPath, [CLIENT, server.url, token, String(ROWS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stretches: [string, number][] = [];
  const answers: string[] = [];
  for await (const line of createInterface({ input: client.stdout })) {
    answers.push(line);
    stretches.push([line, Math.round(loop.takeMax())]);
  }
  await eventually(isCurrent);
  stretches.push(['projections', Math.round(loop.takeMax())]);
  loop.stop();
  expect(answers.filter((line) => !line.endsWith(' 200'))).toEqual(['whole true']);
  expect(stretches.filter(([, ms]) => ms > MAX_STRETCH_MS)).toEqual([]);
});
