/** A clock that is ahead for a while and is then set back: what was put off meanwhile is done. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changePassword } from '../../shared/contract/accounts.ts';
import { createApiToken } from '../../shared/contract/apiTokens.ts';
import { checkSession, signIn } from '../../shared/contract/auth.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { enqueueVerification } from '../../server/audit/verifyAudit.ts';
import { putStart } from '../../server/audit/verification.store.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import type { JobHandler, JobKind } from '../../server/jobs/job.types.ts';
import { runNextJob } from '../../server/jobs/jobWorker.ts';
import { findDueSources } from '../../server/study-data/sources.store.ts';
import { secondsAhead } from '../../server/storage/clockAhead.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from './harness.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const SPONSOR = 1;
const KIND: JobKind<object> = { kind: 'put-off' };
const SILENT = { error: () => {}, warn: () => {}, info: () => {} };

let server: TestServer;
beforeAll(async () => {
  // the test runs the jobs
  server = await startTestServer({ env: { ROLE: 'api' } });
});
afterAll(() => server.stop());
beforeEach(() =>
  inJobQueue(server.db, (trx) => trx.deleteFrom('job').where('kind', '=', KIND.kind).execute()),
);

const give = (waitMs: number) => {
  const at = server.clock.now();
  const job = { kind: KIND, sponsorKey: SPONSOR, payload: {}, at, runAt: new Date(at.getTime() + waitMs) };
  return inSponsor(server.db, SPONSOR, (trx) => enqueue(trx, job));
};
const runs = (run: JobHandler['run'] = () => Promise.resolve()) =>
  runNextJob({ ...server.deps, log: SILENT }, { kind: KIND, run });
async function whileAhead<T>(work: () => Promise<T>): Promise<T> {
  server.clock.advance(MONTH_MS);
  const done = await work();
  server.clock.advance(-MONTH_MS);
  return done;
}

it('the clock is compared with that of the database', async () => {
  const before = await secondsAhead(server.deps);
  const ahead = await whileAhead(() => secondsAhead(server.deps));
  expect(Math.abs(ahead - before - MONTH_MS / 1000)).toBeLessThan(60);
});

it('work that was to be done at once', async () => {
  await whileAhead(() => give(0));
  expect(await runs()).toBe(true);
});

it('work that was to be done later is done as long after', async () => {
  await whileAhead(() => give(HOUR_MS));
  expect(await runs()).toBe(false);
  server.clock.advance(HOUR_MS);
  expect(await runs()).toBe(true);
});

it('another attempt at what had failed', async () => {
  await give(0);
  await whileAhead(() => runs(() => Promise.reject(new Error('no answer'))));
  expect(await runs()).toBe(true);
});

it('work for a time that is far away waits for it', async () => {
  await give(MONTH_MS);
  expect(await runs()).toBe(false);
});

it('the verification of audit trails', async () => {
  const { db, clock } = server;
  const waiting = async () => {
    await inJobQueue(db, (trx) => trx.deleteFrom('job').where('kind', '=', 'verify-audit').execute());
    await enqueueVerification({ db, clock });
    const found = await inSponsor(db, SPONSOR, (trx) =>
      trx.selectFrom('job').select('job_key').where('kind', '=', 'verify-audit').execute(),
    );
    return found.length;
  };
  const begin = () => inSponsor(db, SPONSOR, (trx) => putStart(trx, SPONSOR, clock.now()));
  await begin();
  const afterOneOfToday = await waiting();
  await whileAhead(begin);
  expect(await waiting()).toBe(afterOneOfToday + 1);
});

it('the reading of a source by its schedule', async () => {
  const { db, clock } = server;
  const ref = { sponsor_key: SPONSOR };
  await inSponsor(db, SPONSOR, async (trx) => {
    const { source_key } = await trx
      .insertInto('study_source')
      .values({ ...ref, name: 'Read daily', kind: 'file', settings: '{}', every_hours: 24 })
      .returning('source_key')
      .executeTakeFirstOrThrow();
    const link = { ...ref, study_key: 1, source_key, study_oid: 'DAILY', linked_at: clock.now() };
    await trx.deleteFrom('study_link').where('study_key', '=', 1).execute();
    await trx.insertInto('study_link').values(link).execute();
    const due = () => findDueSources(trx, SPONSOR, clock.now());
    const read = () =>
      trx
        .insertInto('study_reading')
        .values({ ...ref, source_key, cause: 'schedule', created_at: clock.now() })
        .execute();
    expect(await due()).toContain(source_key);
    await whileAhead(read);
    expect(await due()).toContain(source_key);
    await read();
    expect(await due()).not.toContain(source_key);
  });
});

it('a changed password ends sessions and tokens that only that clock took for over', async () => {
  const open = async () =>
    (await server.call(signIn, { body: { userId: 'case.editor', password: DEMO_PASSWORD } })).data;
  const stateOf = async (token: string) =>
    (await server.call(checkSession, { params: { id: 'me' }, token })).status;
  const { token, userKey } = await open();
  const { data: program } = await server.call(createApiToken, { body: { name: 'Nightly', days: 1 }, token });
  expect([await stateOf(token), await stateOf(program.token)]).toEqual([200, 403]);
  const newer = await whileAhead(async () => {
    const later = await open();
    const body = { currentPassword: DEMO_PASSWORD, newPassword: 'Another-demo-2' };
    await server.call(changePassword, { params: { userKey }, body, token: later.token });
    return later.token;
  });
  expect([await stateOf(newer), await stateOf(token), await stateOf(program.token)]).toEqual([200, 401, 401]);
});
