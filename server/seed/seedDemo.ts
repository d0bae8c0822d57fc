/** The demo: invented organisations, accounts and cases in an empty database. */
import {
  putSetting,
  settingOf,
  type SettingName,
  type SponsorSettings,
} from '../sponsor-settings/sponsorSettings.ts';
import { sql } from 'kysely';
import { addUser } from '../accounts/inviteUser.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { putPasswordHash } from '../accounts/passwordToken.store.ts';
import { insertSponsor, makeSystemAdmin } from '../accounts/tenants.store.ts';
import { insertUsualRoles, ROLE } from '../accounts/usualRoles.ts';
import { hasCase } from '../cases/record/case.store.ts';
import { describeCompany } from '../companies/describeCompany.ts';
import type { Deps } from '../deps.ts';
import { inSponsor } from '../storage/database.ts';
import type { Db, Trx } from '../storage/database.ts';
import { seedDemoCases } from './demoCases.ts';
import { seedDemoMails } from './demoMails.ts';
import { seedDemoNotices } from './demoNotices.ts';
import { seedDemoRecords } from './demoRecords.ts';
import { seedDemoSubmissions } from './demoSubmissions.ts';
import { seedDemoMappingRules } from './demoMappingRules.ts';
import { seedDemoStudySources } from './demoStudySources.ts';

export const DEMO_PASSWORD = 'Casewright-demo-1';

/** who added the accounts */
const SEED = {
  user: { userKey: null, userId: 'seed', userName: 'Demo' },
  reason: 'Initial Data',
  requestId: '',
};

const SPONSOR = 'Hanbit Pharma';
/** any number, but the same in every process: two that start at once seed one after the other */
const ADVISORY_LOCK = 7_226_390_412;

const ADMINISTRATOR = {
  userId: 'sponsor.admin',
  name: 'Seo Ha-neul',
  roleId: ROLE.administrator,
  systemAdmin: false,
  unblind: true,
};
const USERS = [
  ADMINISTRATOR,
  { userId: 'case.editor', name: 'Mina Park', roleId: ROLE.processor, systemAdmin: false, unblind: false },
  { userId: 'case.reader', name: 'Jonas Weber', roleId: ROLE.reader, systemAdmin: false, unblind: false },
  {
    userId: 'medical.reviewer',
    name: 'Amara Okafor',
    roleId: ROLE.reviewer,
    systemAdmin: false,
    unblind: false,
  },
  { userId: 'system.admin', name: 'System administrator', roleId: null, systemAdmin: true, unblind: true },
];
export const DEMO_ACCOUNTS = USERS.map(({ userId }) => userId);

/** Seeds what is missing: a start that was cut off is continued by the next. Answers whether the demo accounts exist: a database that is already in use is left alone. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  // held until all is there: the rest commits in transactions of its own
  return deps.db.transaction().execute(async (held) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(held);
    const sponsorKey = await seedAccounts(deps);
    if (sponsorKey === null) return false;
    await seedDemoRecords(deps, sponsorKey);
    const isWhole = await isMarked(deps.db, sponsorKey);
    if (!isWhole) {
      await putDemoSetting(deps, sponsorKey, 'editing', EDITING);
      if (!(await hasCases(deps.db, sponsorKey))) await seedDemoCases(deps);
      await seedDemoSubmissions(deps, sponsorKey);
      await seedDemoMails(deps, sponsorKey);
    }
    await seedDemoStudySources(deps, sponsorKey);
    await seedDemoMappingRules(deps, sponsorKey);
    await seedDemoNotices(deps, sponsorKey);
    if (!isWhole) await putDemoSetting(deps, sponsorKey, MARK, NAVIGATION);
    return true;
  });
}

/** Answers the key of the demo sponsor; null when there are only others. */
function seedAccounts(deps: Deps): Promise<number | null> {
  return deps.db.transaction().execute(async (trx) => {
    const sponsors = await trx.selectFrom('sponsor').select(['sponsor_key', 'name']).execute();
    if (sponsors.length === 0) return insertDemo(trx, deps);
    return sponsors.find(({ name }) => name === SPONSOR)?.sponsor_key ?? null;
  });
}

async function insertDemo(trx: Trx, deps: Deps): Promise<number> {
  const sponsorKey = await insertSponsor(trx, {
    companyName: SPONSOR,
    clientType: 'SPO',
    country: 'KR',
    name: SPONSOR,
    timeZone: 'Asia/Seoul',
    useWorkflow: true,
    defaultAppendix: 'US',
  });
  await describeCompany(trx, deps, SEED, { sponsorKey, administrator: ADMINISTRATOR });
  await insertUsualRoles(trx, deps, { ...SEED, sponsorKey, language: 'en' });
  for (const user of USERS) {
    const { userId, name, roleId, unblind } = user;
    const userKey = await addUser(trx, deps, SEED, {
      sponsorKey,
      userId,
      name,
      mail: `${userId}@example.com`,
      roleIds: roleId === null ? [] : [roleId],
      unblind,
      language: 'en',
    });
    await putPasswordHash(trx, userKey, await hashPassword(DEMO_PASSWORD), deps.clock.now());
    if (user.systemAdmin) await makeSystemAdmin(trx, userKey);
  }
  return sponsorKey;
}

/** The demo has the settings that make daily work easiest; the product's own defaults are those of the specification. */
const EDITING: SponsorSettings['editing'] = {
  leavePage: 'keep',
  newCase: 'prefilled',
  saveReason: 'inferred',
  readiness: 'override',
  openQuestions: 'override',
  reviewer: 'any',
  sending: 'confirm',
  correctionDays: null,
};
const NAVIGATION: SponsorSettings['navigation'] = { links: 'follow', caseOrder: 'work', rowNumbers: 'hide' };
/** The setting that is stored last: no user can remove one, so that a demo with it is whole, whatever became of its cases. */
const MARK = 'navigation';

const putDemoSetting = <Name extends SettingName>(
  deps: Deps,
  sponsorKey: number,
  name: Name,
  value: SponsorSettings[Name],
): Promise<void> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    await putSetting(trx, { sponsorKey, at: deps.clock.now(), userId: 'system', name, value });
  });

const isMarked = (db: Db, sponsorKey: number): Promise<boolean> =>
  inSponsor(db, sponsorKey, async (trx) => (await settingOf(trx, sponsorKey, MARK)).at !== null);

const hasCases = (db: Db, sponsorKey: number): Promise<boolean> =>
  inSponsor(db, sponsorKey, (trx) => hasCase(trx, sponsorKey));
