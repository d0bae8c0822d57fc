/** Links that set a password: which of several is good. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePasswordLink } from '../../server/accounts/passwordLink.ts';
import { startTestServer, untilWaitedFor, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  // no job takes part in the locks
  server = await startTestServer({ env: { ROLE: 'api' } });
});
afterAll(() => server.stop());

it('of two links that are made at the same moment, only the later one is good', async () => {
  const { db, deps } = server;
  const { user_key: userKey } = await db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', 'case.editor')
    .executeTakeFirstOrThrow();
  const link = { kind: 'reset', userKey, language: 'en' } as const;
  const { later } = await db.transaction().execute(async (trx) => {
    await makePasswordLink(trx, deps, link);
    const later = db.transaction().execute((other) => makePasswordLink(other, deps, link));
    await Promise.race([untilWaitedFor(trx), later]);
    return { later };
  });
  await later;
  const open = await db
    .selectFrom('password_token')
    .select('token_hash')
    .where('user_key', '=', userKey)
    .where('used_at', 'is', null)
    .execute();
  expect(open).toHaveLength(1);
});
