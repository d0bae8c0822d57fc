/** Work that goes through all sponsors, where the data or the schema files of one cannot be read: the others have theirs done. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditVerifier, enqueueVerification } from '../../server/audit/verifyAudit.ts';
import { verifyInstallation } from '../../server/audit/verifyInstallation.ts';
import { runNextJob } from '../../server/jobs/jobWorker.ts';
import { searchDocuments } from '../../server/duplicates/searchDocuments.ts';
import { takeSnapshots } from '../../server/monitoring/takeSnapshots.ts';
import { mailNotifications } from '../../server/notifications/mailNotifications.ts';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { markStale } from '../../server/projections/projectionState.store.ts';
import { refreshSummaries } from '../../server/records/refreshSummaries.ts';
import { inSponsor, type Trx } from '../../server/storage/database.ts';
import { saveNotificationRules } from '../../shared/contract/index.ts';
import { USUAL_RULES } from '../../shared/notifications/notifications.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { startMailServer, type MailServer } from './mailServer.ts';

const DAY_MS = 86_400_000;
/** before the one of the demo */
const BROKEN = -1;
const HEALTHY = 1;

let world: CaseWorld;
let smtp: MailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  world = await startCaseWorld({
    ROLE: 'api',
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  const broken = { sponsor_key: BROKEN, company_key: 1, name: 'Broken', time_zone: 'Nowhere/Land' };
  await world.server.db.insertInto('sponsor').values(broken).execute();
});
afterAll(async () => {
  await world.server.stop();
  await smtp.close();
});

/** The server, where the schema files of the sponsor cannot be compiled. */
function deps() {
  const { deps: whole } = world.server;
  const of: typeof whole.catalogues.of = async (sponsorKey, version) => {
    if (sponsorKey === BROKEN) throw new Error('its schema files do not compile');
    return whole.catalogues.of(sponsorKey, version);
  };
  return { ...whole, catalogues: { ...whole.catalogues, of } };
}
const healthy = <T>(work: (trx: Trx) => Promise<T>) => inSponsor(world.server.db, HEALTHY, work);
const NOT_COMPILED = /^sponsor -1: its schema files do not compile$/;

it('snapshots of the day are taken for the others, and the failure names the sponsor', async () => {
  const { db, clock } = world.server;
  const tomorrow = { now: () => new Date(clock.now().getTime() + DAY_MS) };
  const count = async () =>
    (await healthy((trx) => trx.selectFrom('open_work_day').select('day').execute())).length;
  const before = await count();
  await expect(takeSnapshots({ db, clock: tomorrow })).rejects.toThrow(/^sponsor -1: .*Nowhere\/Land/);
  expect(await count()).toBe(before + 1);
});

const setRules = (token: string) =>
  world.server.call(saveNotificationRules, {
    params: { sponsorKey: HEALTHY },
    body: {
      ...USUAL_RULES,
      dueDays: 30,
      dueOfAll: true,
      quiet: { from: 0, to: 0 },
      kinds: { ...USUAL_RULES.kinds, due: { on: true, mail: 'soon' } },
    },
    token,
  });
const mailsTo = async (address: string) =>
  (
    await world.server.db
      .selectFrom('outbox_email')
      .select('email_key')
      .where('recipient', '=', address)
      .execute()
  ).length;

it('users of the others are mailed what waits for them', async () => {
  const { mail } = world.server.deps;
  if (!mail) throw new Error('no mail server is set up');
  await setRules(world.editor);
  const before = await mailsTo('case.editor@example.com');
  await expect(mailNotifications(deps(), mail)).rejects.toThrow(NOT_COMPILED);
  expect(await mailsTo('case.editor@example.com')).toBe(before + 1);
});

it('a user whose rules cannot be read keeps no other user of the sponsor from being mailed', async () => {
  const { mail } = world.server.deps;
  if (!mail) throw new Error('no mail server is set up');
  await setRules(await world.server.token('sponsor.admin'));
  await setRules(await world.server.token('medical.reviewer'));
  const before = await mailsTo('medical.reviewer@example.com');
  await healthy((trx) =>
    trx
      .updateTable('notification_rules')
      .set({ rules: JSON.stringify({ ...USUAL_RULES, dueDays: 'soon' }) })
      .where('user_key', 'in', (users) =>
        users.selectFrom('app_user').select('user_key').where('user_id', '=', 'sponsor.admin'),
      )
      .execute(),
  );
  await expect(mailNotifications(world.server.deps, mail)).rejects.toThrow(/^sponsor 1: user \d+: /);
  expect(await mailsTo('medical.reviewer@example.com')).toBe(before + 1);
});

it('what is derived from cases of the others is made again', async () => {
  const { caseKey } = await world.aCase();
  await healthy((trx) => markStale(trx, HEALTHY, [searchDocuments.name], [caseKey]));
  await expect(backfillProjections(deps())).rejects.toThrow(NOT_COMPILED);
  const stale = await healthy((trx) => trx.selectFrom('projection_stale').selectAll().execute());
  expect(stale).toEqual([]);
});

it('list columns of records of the others are updated', async () => {
  const done = new Map<number, string>();
  await expect(refreshSummaries(deps(), done)).rejects.toThrow(NOT_COMPILED);
  expect([...done.keys()]).toEqual([HEALTHY]);
});

it('audit trails of the others are verified', async () => {
  const { db, clock } = world.server;
  clock.advance(2 * DAY_MS);
  await enqueueVerification({ db, clock });
  const verifier = auditVerifier(deps());
  while (await runNextJob(world.server.deps, verifier));
  const { finished_at } = await healthy((trx) =>
    trx
      .selectFrom('audit_verification')
      .select('finished_at')
      .where('sponsor_key', '=', HEALTHY)
      .executeTakeFirstOrThrow(),
  );
  expect(finished_at?.getTime()).toBeGreaterThan(clock.now().getTime() - DAY_MS);
});

it('audit trails of the others are told at the command line, beside the one that cannot be verified', async () => {
  const { lines, isIncomplete } = await verifyInstallation(deps());
  expect(isIncomplete).toBe(true);
  expect(lines).toContainEqual(expect.stringMatching(/^sponsor 1: \d+ audit trails verified, 0 differ$/));
  expect(lines.at(-1)).toBe('not verified: sponsor -1: its schema files do not compile');
});
