/** Runs whose server is killed, leases that end, what users are notified of, and what blinding hides. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAt, timeAt } from '../../shared/dates/zonedDay.ts';
import { USUAL_RULES, type NotificationRules } from '../../shared/notifications/notifications.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import {
  changeRecordLife,
  listReconciliation,
  markNotifications,
  readNotificationRules,
  readNotifications,
  saveNotificationRules,
  readAuthor,
  readPageRow,
  savePageRow,
  signIn,
} from '../../shared/contract/index.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { claimJobs, endClaim } from '../../server/jobs/job.store.ts';
import type { Job } from '../../server/jobs/job.types.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { mailNotifications } from '../../server/notifications/mailNotifications.ts';
import { findUnmailed, markMailed, putRules } from '../../server/notifications/notifications.store.ts';
import { mailSender } from '../../server/mail/sendMail.ts';
import { deadlineHandler } from '../../server/processes/taskHandler.ts';
import { PROCESS_CHARTS } from '../../server/processes/charts.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { caseCommitter, LEASE_MS as RUN_LEASE_MS } from '../../server/sync/syncRun.process.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startMailServer, type MailServer } from './mailServer.ts';
import { recoverJobs } from './recoverJobs.ts';
import { setItemRights } from './setItemRights.ts';
import { eventRow, startSyncWorld, type SyncWorld } from './syncWorld.ts';

/** Where the process is killed. */
const STEPS = ['before the commit', 'after the commit', 'while the end is stored'] as const;
type Step = (typeof STEPS)[number];

/** of the demo's first sponsor */
const SPONSOR_ZONE = 'Asia/Seoul';

class Killed extends Error {}

let world: SyncWorld;
let smtp: MailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  world = await startSyncWorld({
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
});
afterAll(async () => {
  await world.server.stop();
  await smtp.close();
});

let subjects = 5000;
async function aSubject(term = 'Rash'): Promise<string> {
  const subject = String((subjects += 1));
  await world.read([eventRow('a', 1, { term, serious: 'Y' }, subject)]);
  await world.find();
  return subject;
}

/** Runs what is due in a process that is killed at the step; its jobs keep their leases. */
async function runKilledAt(step: Step): Promise<void> {
  const { db, clock, deps } = world.server;
  const holder = randomUUID();
  const of = (...given: Parameters<typeof deps.catalogues.of>) => {
    if (step === 'before the commit') throw new Killed(step);
    return deps.catalogues.of(...given);
  };
  const handler = caseCommitter({ ...deps, catalogues: { ...deps.catalogues, of } });
  const now = clock.now();
  const claimed = await inJobQueue(db, (trx) =>
    claimJobs(trx, {
      free: new Map([[handler.kind.kind, 1]]),
      holder,
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    }),
  );
  for (const job of claimed)
    await runOne(handler, job, { holder, step }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
}

async function runOne(
  handler: ReturnType<typeof caseCommitter>,
  job: Job,
  { holder, step }: { holder: string; step: Step },
): Promise<void> {
  const { db, clock } = world.server;
  const run = { signal: new AbortController().signal, progress: () => {} };
  const complete = await handler.run(job as Job<never>, run);
  if (step === 'after the commit') throw new Killed(step);
  await inSponsor(db, 1, async (trx) => {
    await endClaim(trx, { ...job, holder }, { state: 'done', now: clock.now(), error: null });
    await complete?.(trx);
    throw new Killed(step);
  });
}

const versions = () =>
  world.query(async (trx) => {
    const { count } = await trx
      .selectFrom('pv_case')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });

it('writes a selection once, wherever its server is killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 4 }), async (steps) => {
      const subject = await aSubject();
      const before = await versions();
      await world.begin(['Rash'], { subject });
      for (const step of steps) {
        await runKilledAt(step);
        await recoverJobs(world.server.db);
      }
      await world.work();
      expect(await versions()).toBe(before + 1);
      expect(await world.items(subject)).toMatchObject([{ SYNC: 'yes' }]);
    }),
    { numRuns: 8, examples: STEPS.map((step): [Step[]] => [[step]]) },
  );
});

it('gives its events back when nobody does its work for ten minutes', async () => {
  const subject = await aSubject();
  await world.begin(['Rash'], { subject });
  world.server.clock.advance(RUN_LEASE_MS + 1000);
  await runDueJobs(world.server.deps, [deadlineHandler(world.server.deps, PROCESS_CHARTS)]);
  expect(await world.items(subject)).toMatchObject([{ SYNC: 'failed', PROBLEM: { kind: 'stopped' } }]);
  // the job that was late finds that nobody waits for it
  await world.work();
  expect(await world.items(subject)).toMatchObject([{ SYNC: 'failed' }]);
  expect((await world.sync(['Rash'], { subject })).kind).toBe('new');
});

it('makes no case of a sender that is not in use any more, and says so', async () => {
  const subject = await aSubject();
  const { data } = await world.server.call(signIn, {
    body: { userId: 'sponsor.admin', password: DEMO_PASSWORD, sponsorKey: 1, senderKey: 2 },
  });
  const end = (action: 'retire' | 'release') =>
    world.server.call(changeRecordLife, {
      params: { sponsorKey: 1, kind: 'sender', recordKey: 2 },
      body: { action, reason: 'Closed' },
      token: world.admin,
    });
  expect((await world.begin(['Rash'], { subject, token: data.token })).status).toBe(200);
  expect((await end('retire')).status).toBe(200);
  await world.work();
  expect(await world.items(subject)).toMatchObject([{ SYNC: 'failed', PROBLEM: { kind: 'no-sender' } }]);
  expect((await world.begin(['Rash'], { subject, token: data.token })).errCode).toBe('NO_SENDER');
  await end('release');
  expect((await world.sync(['Rash'], { subject, token: data.token })).kind).toBe('new');
});

it('shows a blinded value to nobody who may not unblind, in the dry run neither', async () => {
  const { whole, codeLists } = world.server.deps.catalogue;
  const blinded = whole.items['FDA.G.k.10a'];
  const code = codeLists[blinded?.codeList ?? '']?.codes[0]?.code ?? 'true';
  await world.changeRules((rules) => ({
    ...rules,
    rules: [
      ...rules.rules,
      {
        ...(rules.rules[0] as (typeof rules.rules)[number]),
        itemId: blinded?.itemId ?? '',
        source: { eventOid: '*', formOid: '', groupOid: '', itemOid: null, row: 'same' },
        transform: { kind: 'constant', value: code },
      },
    ],
  }));
  const subject = await aSubject();
  const token = await world.limitedUser('sync.blind', {}, 1);
  const valueFor = async (reader?: string) => {
    const { data } = await world.dryRun(['Rash'], {
      subject,
      ...(reader !== undefined && { token: reader }),
    });
    return data.values.find(({ itemId }) => itemId === blinded?.itemId);
  };
  expect(await valueFor(token)).toMatchObject({ hidden: true, after: { value: null }, sourceText: null });
  expect(await valueFor()).toMatchObject({ hidden: false, after: { value: code } });
});

it('lists cases of the study without an event, by what the reader sees of them', async () => {
  const rowsOf = async (keyword: string, reader = world.admin) => {
    const params = { sponsorKey: 1, studyKey: world.study.studyKey };
    const query = { keyword, rowCount: 100 };
    return (await world.server.call(listReconciliation, { params, query, token: reader })).data.listInfo;
  };
  const { name } = await world.query((trx) =>
    trx
      .selectFrom('record')
      .select('name')
      .where('kind', '=', 'study')
      .where('record_key', '=', world.study.studyKey)
      .executeTakeFirstOrThrow(),
  );
  const { caseKey, caseNo } = await world.aCase();
  await world.save(caseKey, 'SI', [itemValue(world.role('sponsorStudyNumber'), [], name)]);
  await world.save(caseKey, 'AE', [itemValue(world.role('reactionVerbatim'), [0], 'Vertigo')], {
    rowNo: 0,
  });
  const roleId = 88;
  await world.query((trx) => insertRole(trx, 1, { roleId, name: 'Hides', privileges: PRIVILEGES }));
  const token = await world.limitedUser('sync.hides', {}, roleId);
  const hide = (item: string) =>
    setItemRights(world.server, {
      token: world.admin,
      roleId,
      rights: [{ itemId: world.role(item), right: 'hidden' }],
    });
  const whole = { codes: { kind: ['noEvent'] }, cells: { caseNo, aeTerm: 'Vertigo' } };
  expect(await rowsOf('vertigo', token)).toMatchObject([whole]);
  await hide('reactionVerbatim');
  expect(await rowsOf('vertigo', token)).toEqual([]);
  const [row] = await rowsOf(caseNo, token);
  expect(row?.cells).toMatchObject({ caseNo });
  expect(row?.cells).not.toHaveProperty('aeTerm');
  await hide('sponsorStudyNumber');
  expect(await rowsOf(caseNo, token)).toEqual([]);
  expect(await rowsOf(caseNo)).toMatchObject([whole]);
});

it('refuses a value that only claims to come from a run', async () => {
  const subject = await aSubject('Fever');
  const { caseKey, runKey } = await world.sync(['Fever'], { subject });
  const params = { caseKey: caseKey ?? 0, page: 'AE', rowNo: 1 };
  const itemId = world.role('reactionVerbatim');
  const save = (value: string) =>
    world.server.call(savePageRow, {
      params,
      body: {
        reason: 'Test',
        retrievedAt: LATER,
        changes: [
          {
            itemId,
            rowNo: 1,
            rowNo2: 0,
            rowNo3: 0,
            value,
            nullFlavor: null,
            notation: null,
            properties: { provenance: `sync/${runKey}/1` },
          },
        ],
      },
      token: world.admin,
    });
  expect((await save('Pyrexia')).errCode).toBe('ITEM_REFUSED');
  expect((await world.server.call(readPageRow, { params, query: {}, token: world.admin })).status).toBe(200);
  const { data } = await world.server.call(readAuthor, {
    params: { caseKey: params.caseKey },
    query: { itemId, rowNo: 1 },
    token: world.admin,
  });
  expect(data.last?.provenance).toMatchObject({ by: 'sync', sourceText: 'Fever' });
});

describe('events with one number, after others were removed', () => {
  it('are kept apart: what is wrong with one keeps no other out, and each has its own values', async () => {
    const subject = String((subjects += 1));
    await world.read([
      eventRow('a', 1, { term: 'Rash', outcome: 'SLEEPING' }, subject),
      eventRow('b', 1, { term: 'Fever' }, subject),
    ]);
    await world.find();
    const run = await world.sync(['Rash', 'Fever'], { subject });
    expect(run.events).toMatchObject([
      { term: 'Rash', outcome: 'failed', problem: { kind: 'unmapped' } },
      { term: 'Fever', outcome: 'done' },
    ]);
    await world.read([
      eventRow('a', 1, { term: 'Rash' }, subject),
      eventRow('b', 1, { term: 'High fever' }, subject),
    ]);
    expect(await world.find()).toMatchObject({ fresh: 0, changed: 1, removed: 0 });
    const states = (await world.items(subject)).map(({ AETERM, SYNC }) => [AETERM, SYNC]);
    expect(Object.fromEntries(states)).toEqual({ Rash: 'new', 'High fever': 'changed' });
  });
});

describe('notifications', () => {
  const SPONSOR = { params: { sponsorKey: 1 } };
  const waiting = async (token = world.admin) =>
    (await world.server.call(readNotifications, { ...SPONSOR, token })).data;
  const events = async () => (await waiting()).listInfo.filter(({ kind }) => kind === 'sync');
  const mailOut = async () => {
    const { deps } = world.server;
    if (!deps.mail) throw new Error('no mail server is set up');
    await mailNotifications(deps, deps.mail);
    await runDueJobs(deps, [mailSender(deps, deps.mail)]);
  };
  /** the next time that it is so late in the sponsor's zone */
  const goTo = (hour: number) => {
    const { clock } = world.server;
    const now = Number(timeAt(clock.now().getTime(), SPONSOR_ZONE).slice(8, 10));
    clock.advance((((hour - now + 23) % 24) + 1) * 3_600_000);
  };
  const setRules = (change: Partial<NotificationRules>) =>
    world.server.call(saveNotificationRules, {
      ...SPONSOR,
      body: { ...USUAL_RULES, ...change },
      token: world.admin,
    });

  it('are noted as mailed, however many they are', async () => {
    const at = new Date();
    await world.query(async (trx) => {
      const { user_key: userKey } = await trx
        .selectFrom('app_user')
        .select('user_key')
        .where('user_id', '=', 'case.reader')
        .executeTakeFirstOrThrow();
      const key = { sponsorKey: 1, userKey };
      await trx
        .insertInto('notification')
        .values({
          sponsor_key: 1,
          user_key: userKey,
          kind: 'sync',
          subject: 'one of many',
          facts: '{}',
          path: '/',
          news_at: at,
          at,
        })
        .execute();
      const keys = (await findUnmailed(trx, key)).map(({ notification_key }) => notification_key);
      expect(keys).not.toEqual([]);
      await markMailed(trx, key, [...keys, ...Array.from({ length: 70_000 }, (_, no) => -no)], at);
      expect(await findUnmailed(trx, key)).toEqual([]);
      await trx.deleteFrom('notification').where('user_key', '=', userKey).execute();
    });
  });

  /** A further administrator, who is never to be left in peace but mailed only at one hour of the day. */
  async function mailDaily(email: string, dailyAt: number): Promise<void> {
    await world.limitedUser('daily.admin', {}, 1);
    await world.query(async (trx) => {
      const { user_key: userKey } = await trx
        .updateTable('app_user')
        .set({ email })
        .where('user_id', '=', 'daily.admin')
        .returning('user_key')
        .executeTakeFirstOrThrow();
      // the report of the demo that its receiver has rejected is not what these tests are about
      const kinds = {
        ...USUAL_RULES.kinds,
        rejected: { on: false, mail: 'never' },
        sync: { on: true, mail: 'daily' },
      } as const;
      const rules = {
        ...USUAL_RULES,
        kinds,
        dueDays: 90,
        dueOfAll: true,
        quiet: { from: 0, to: 0 },
        dailyAt,
      };
      await putRules(trx, { sponsorKey: 1, userKey }, rules);
    });
  }

  beforeAll(() =>
    world.query((trx) =>
      trx
        .updateTable('app_user')
        .set({ email: 'admin@example.com' })
        .where('user_id', '=', 'sponsor.admin')
        .execute(),
    ),
  );

  it('wait until they are read, and again after what is newer', async () => {
    const [first] = await events();
    await world.server.call(markNotifications, {
      ...SPONSOR,
      body: { notificationKey: first?.notificationKey ?? null },
      token: world.admin,
    });
    expect(await events()).toMatchObject([{ readAt: expect.any(String) }]);
    world.server.clock.advance(60_000);
    await aSubject('Nausea');
    expect(await events()).toMatchObject([{ readAt: null }]);
  });

  it('tell of an event in a case whose source has what the rules cannot map', async () => {
    const subject = String((subjects += 1));
    await world.read([eventRow('a', 1, { term: 'Cough' }, subject)]);
    await world.find();
    await world.sync(['Cough'], { subject });
    const failed = async () => (await events()).map(({ facts }) => Number(facts['failed']));
    const [before = 0] = await failed();
    await world.server.call(markNotifications, {
      ...SPONSOR,
      body: { notificationKey: null },
      token: world.admin,
    });
    world.server.clock.advance(60_000);
    await world.read([eventRow('a', 1, { term: 'Cough', outcome: 'SLEEPING' }, subject)]);
    await world.find();
    expect(await failed()).toEqual([before + 1]);
    expect(await events()).toMatchObject([{ readAt: null }]);
  });

  it('are gone when nothing waits, when they are switched off, and are of nobody who may not see it', async () => {
    expect((await waiting(world.reader)).listInfo.filter(({ kind }) => kind === 'sync')).toEqual([]);
    await setRules({ kinds: { ...USUAL_RULES.kinds, sync: { on: false, mail: 'soon' } } });
    expect(await events()).toEqual([]);
    const stored = await world.server.call(readNotificationRules, { ...SPONSOR, token: world.admin });
    expect(stored.data).toMatchObject({
      rules: { kinds: { sync: { on: false } } },
      mailTo: 'admin@example.com',
    });
  });

  it('tell of reports that are due within the days of the rule', async () => {
    const due = async (dueDays: number, dueOfAll: boolean) => {
      await setRules({ dueDays, dueOfAll });
      return (await waiting()).listInfo.filter(({ kind }) => kind === 'due').map(({ facts }) => facts['day']);
    };
    const all = await due(90, true);
    const soon = await due(0, true);
    expect(all.length).toBeGreaterThan(0);
    expect(soon.length).toBeLessThanOrEqual(all.length);
    const today = dayAt(world.server.clock.now().getTime(), SPONSOR_ZONE);
    expect(soon.every((day) => String(day) <= today)).toBe(true);
  });

  // last: sessions do not last as long as the nights
  it('tell those who may synchronise how many events were found, outside their quiet hours or once a day, and nothing of a subject', async () => {
    const subject = String((subjects += 1));
    await setRules({ kinds: { ...USUAL_RULES.kinds, due: { on: false, mail: 'never' } } });
    await world.read([eventRow('a', 1, { term: 'Anaphylaxis', serious: 'Y' }, subject)]);
    await world.find();
    expect(await events()).toMatchObject([{ facts: { study: 'HB-VEL-301' }, readAt: null }]);
    await mailDaily('daily@example.com', 9);
    const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));
    goTo(21);
    await mailOut();
    expect(smtp.mails).toEqual([]);
    goTo(8);
    await mailOut();
    await mailOut();
    const mails = mailsTo('admin@example.com');
    expect(mails).toHaveLength(1);
    expect(mailsTo('daily@example.com')).toEqual([]);
    goTo(9);
    await mailOut();
    await mailOut();
    // all kinds in one mail
    expect(mailsTo('daily@example.com').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Reports that are due or overdue: \d+\r?\nStudies with events to synchronise: 1/m,
      ),
    ]);
    const [mail] = mails;
    expect(mail?.text).toContain('Studies with events to synchronise: 1');
    for (const secret of ['Anaphylaxis', subject, 'HB-VEL-301', 'CASE-'])
      expect(mail?.text).not.toContain(secret);
  });
});
