import { afterAll, beforeAll, expect, it } from 'vitest';
import { logError } from '../../shared/contract/auth.ts';
import { deleteOldestReports } from '../../server/areas/logs/logs.store.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const report = (message: string) =>
  server.call(logError, { body: { message, category: 'SUBMIT_FAIL', params: { route: '/home' } } });
const kept = async () => {
  const rows = await server.db.selectFrom('error_log').selectAll().orderBy('error_id').execute();
  return rows.map(({ message }) => message);
};

it('takes error reports of browsers without a session', async () => {
  expect(await report('first')).toMatchObject({ status: 200, success: true, data: null });
  await report('second');
  expect(await kept()).toEqual(['first', 'second']);
});

it('refuses a report that is too long, or is none', async () => {
  expect(await report('x'.repeat(4001))).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
  expect(await server.call(logError, { body: { message: 'a\0b' } })).toMatchObject({
    status: 400,
    errCode: 'UNREADABLE_REQUEST',
  });
});

it('lets newer reports push out older ones', async () => {
  await deleteOldestReports(server.db, 1);
  expect(await kept()).toEqual(['second']);
});
