/** What was on its way out when a backup was made, after it was restored. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { holdOutgoing } from '../../server/backup/holdOutgoing.store.ts';
import { enqueue } from '../../server/jobs/enqueue.store.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { putMail } from '../../server/mail/outbox.ts';
import { findMail } from '../../server/mail/outbox.store.ts';
import { mailSender } from '../../server/mail/sendMail.ts';
import { PROCESS_DEADLINE, PROCESS_RESTORED } from '../../server/processes/applyEvent.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { discardDeadLetter, readDeadLetters, retryDeadLetter } from '../../shared/contract/index.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { startMailServer, type MailServer } from './mailServer.ts';

const HOUR_MS = 3_600_000;
const BACKUP_AT = new Date('2026-01-31T02:00:00Z');

let post: MailServer;
let server: TestServer;
let operator: string;
beforeAll(async () => {
  post = await startMailServer();
  server = await startTestServer({
    env: {
      ROLE: 'api',
      CASEWRIGHT_MAIL_URL: post.url,
      CASEWRIGHT_MAIL_FROM: 'safety@example.com',
      CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
    },
  });
  operator = await server.token('system.admin');
});
afterAll(async () => {
  await server.stop();
  await post.close();
});
beforeEach(async () => {
  await inJobQueue(server.db, (trx) => trx.deleteFrom('job').where('every_ms', 'is', null).execute());
  post.mails.length = 0;
});

const mailOf = () => {
  const { mail } = server.deps;
  if (!mail) throw new Error('no mail is set up');
  return mail;
};
const mails = () => runDueJobs(server.deps, [mailSender(server.deps, mailOf())]);
const put = (to: string) =>
  server.db.transaction().execute((trx) => {
    const giveUpAt = new Date(server.clock.now().getTime() + HOUR_MS);
    return putMail(trx, server.deps, mailOf(), { to, subject: 'Report', text: 'Text', giveUpAt });
  });
const hold = () => holdOutgoing(server.db, { asOf: BACKUP_AT, now: server.clock.now() });
const failed = async () => (await server.call(readDeadLetters, { token: operator })).data.jobs;
const states = () =>
  inJobQueue(server.db, (trx) =>
    trx
      .selectFrom('job')
      .select(['kind', 'state'])
      .where('every_ms', 'is', null)
      .orderBy('job_key')
      .execute(),
  );

it('a mail that waited goes out only when an operator says so', async () => {
  await put('one@example.com');
  const second = await put('two@example.com');
  expect(await hold()).toEqual({ held: 2, toAsk: 0 });
  await mails();
  expect(post.mails).toEqual([]);
  const [two, one] = await failed();
  expect(one).toMatchObject({
    kind: 'send-mail',
    error: expect.stringContaining('2026-01-31T02:00') as string,
  });
  await server.call(retryDeadLetter, { params: { jobKey: one?.jobKey ?? 0 }, token: operator });
  const body = { reason: 'It went out' };
  await server.call(discardDeadLetter, { params: { jobKey: two?.jobKey ?? 0 }, body, token: operator });
  await mails();
  expect(post.mails.map(({ to }) => to)).toEqual([['one@example.com']]);
  // it waits no longer in any log, and its text is not stored
  expect(await findMail(server.db, second)).toMatchObject({
    state: 'failed',
    body: null,
    last_error: 'discarded: It went out',
  });
});

it('what is due later, and what stays here, waits as before', async () => {
  const at = server.clock.now();
  const later = new Date(at.getTime() + HOUR_MS);
  const chart = 'submission-batch';
  const payload = { chart, processKey: 'one', deadline: later.toISOString() };
  await inSponsor(server.db, 1, async (trx) => {
    await enqueue(trx, { kind: PROCESS_DEADLINE, sponsorKey: 1, payload, at, runAt: later });
    await enqueue(trx, { kind: { kind: 'verify-audit' }, sponsorKey: 1, payload: {}, at });
    await enqueue(trx, {
      kind: PROCESS_DEADLINE,
      sponsorKey: 1,
      payload: { ...payload, chart: 'sync-run' },
      at,
    });
    await enqueue(trx, { kind: PROCESS_DEADLINE, sponsorKey: 1, payload, at });
  });
  expect(await hold()).toEqual({ held: 0, toAsk: 1 });
  expect(await states()).toEqual([
    { kind: PROCESS_DEADLINE.kind, state: 'ready' },
    { kind: 'verify-audit', state: 'ready' },
    { kind: PROCESS_DEADLINE.kind, state: 'ready' },
    { kind: PROCESS_RESTORED.kind, state: 'ready' },
  ]);
});
