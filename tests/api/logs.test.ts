import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { logError } from '../../shared/contract/logs.ts';
import { deleteOldestReports } from '../../server/areas/logs/logs.store.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => server.db.deleteFrom('error_log').execute());
afterAll(() => server.stop());

/** a number as letters, since names of parameters hold no digits */
const letters = (number: number) =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

const FIRST = { name: 'TypeError', message: 'x is not a function', category: 'RENDER' };
const report = (body: object, token?: string) => server.call(logError, { body, token });
const errorLog = () => server.db.selectFrom('error_log').selectAll().orderBy('error_id').execute();

it('takes error reports of browsers without a session', async () => {
  expect(await report(FIRST)).toMatchObject({ status: 200, success: true, data: null });
  expect(await errorLog()).toMatchObject([
    {
      origin: 'browser',
      level: 'error',
      category: 'RENDER',
      message: 'TypeError: … is not a function',
      user_key: null,
    },
  ]);
});

it('redacts what a browser did not', async () => {
  await report({
    name: 'Kim Minsu',
    message: 'Cannot read Kim Minsu 1969-01-31 kim@example.com',
    additional: 'Error: Kim\n    at https://host/Kim.js:1:2\nCasePage-DkX3_a2b.js:12:345',
    build: 'Kim',
    userId: 'kim@example.com',
    params: {
      route: 'CaseList',
      caseKey: '12',
      call: '/1.0/cases',
      errCode: 'NO_PRIVILEGE',
      status: '403',
      language: 'Kim',
      redirectTo: '/Kim',
    },
  });
  const [row] = await errorLog();
  expect(JSON.stringify(row)).not.toMatch(/Kim|kim|1969/);
  expect(row).toMatchObject({
    message: 'Error: Cannot read …',
    detail: {
      params: {
        route: 'CaseList',
        caseKey: '12',
        call: '/1.0/cases',
        errCode: 'NO_PRIVILEGE',
        status: '403',
      },
      positions: ['CasePage-DkX3_a2b.js:12:345'],
    },
  });
});

it('knows the user by the token, whatever the browser says', async () => {
  const token = await server.token('case.editor');
  await report({ ...FIRST, userKey: 999, userId: 'somebody', token: 'held' }, token);
  const { user_key: userKey } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.editor')
    .executeTakeFirstOrThrow();
  const rows = await errorLog();
  expect(rows).toMatchObject([{ user_key: userKey }]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('folds the same report of a minute into one, and counts it', async () => {
  await Promise.all([report(FIRST), report(FIRST), report(FIRST)]);
  await report({ ...FIRST, params: { route: 'Home' } });
  expect(await errorLog()).toMatchObject([
    { detail: { repeats: 2 } },
    { detail: { params: { route: 'Home' } } },
  ]);
  server.clock.advance(61_000);
  await report(FIRST);
  expect(await errorLog()).toHaveLength(3);
});

it.each([
  ['is too long', { message: 'x'.repeat(4001) }],
  ['carries a token', { message: 'x', token: 'abcdefghijklmnopqrstuvwxyz' }],
  ['is of a category nobody knows', { message: 'x', category: 'Kim' }],
  [
    'names more parameters than any page has',
    {
      message: 'x',
      params: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${letters(i)}Key`, '1'])),
    },
  ],
])('refuses a report that %s', async (_what, body) => {
  expect(await report(body)).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
  expect(await errorLog()).toEqual([]);
});

it('takes no flood of an address without a session, and still the reports of users', async () => {
  const statuses = [];
  for (let i = 0; i < 110; i += 1) statuses.push((await report(FIRST)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await report(FIRST, await server.token('case.reader'))).status).toBe(200);
  server.clock.advance(61 * 60_000);
  expect((await report(FIRST)).status).toBe(200);
});

it('lets newer reports push out older ones', async () => {
  await report(FIRST);
  await report({ ...FIRST, message: 'undefined' });
  await deleteOldestReports(server.db, 1);
  expect(await errorLog()).toMatchObject([{ message: 'TypeError: undefined' }]);
});
