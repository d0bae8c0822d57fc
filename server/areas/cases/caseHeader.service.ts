/** The header of a case: owner, facts of its due reports, what was submitted, and who can edit it. */
import type { DataOf, readCaseHeader } from '../../../shared/contract/index.ts';
import { seesEach } from '../../../shared/blinding/sight.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { DAY_ZERO_ROLES } from '../../../shared/obligations/dayZero.ts';
import { readOnlyState } from '../../cases/lifecycle/readOnlyDetail.ts';
import { findDocs, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { dateEntriesOf } from '../../obligations/dateEntries.ts';
import { informedBy } from '../../obligations/dueReports.ts';
import { dueReportsOf, findSentOfVersions, findVersionsBefore } from '../../obligations/dueReports.store.ts';
import { pagesOfItems } from '../../projections/touched.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findSentOf } from '../../submissions/earlier.store.ts';
import { shownStateOf } from '../../submissions/messageState.ts';
import { ownerOf } from '../../workflow/ownerOf.ts';

/** Of a version the user may see; 404 CASE_NOT_FOUND for any other. */
export const readHeader = (
  deps: CatalogueWorld & ClockWorld & DatabaseWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof readCaseHeader>> =>
  readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const { role, user: owner } = await ownerOf(trx, found);
    return {
      owner: role || owner ? { roleName: role?.roleName ?? null, userName: owner?.userName ?? null } : null,
      reporting: found.latest && found.del_flag === 'N' ? await reportingOf(trx, deps, user, found) : null,
      submissions: await submissionsOf(trx, found, deps.clock.now()),
      leavePage: (await settingOf(trx, user.sponsorKey, 'editing')).value.leavePage,
      ...(await readOnlyState(trx, found, { user, at: deps.clock.now() })),
    };
  });

async function reportingOf(trx: Trx, { catalogue }: CatalogueWorld, user: SessionUser, found: CaseRecord) {
  const { whole } = catalogue;
  const { timeZone } = user;
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const { sponsor_key, case_key } = found;
  const earlier = (await findVersionsBefore(trx, sponsor_key, [case_key])).get(case_key) ?? [];
  const before = earlier.at(-1);
  const caseKeys = [case_key, ...earlier.map((one) => one.case_key)];
  const sent = await findSentOfVersions(trx, { sponsorKey: sponsor_key, catalogue }, caseKeys);
  const dates = DAY_ZERO_ROLES.flatMap((role) => whole.roles[role] ?? []);
  const docs = await findDocs(trx, sponsor_key, case_key, pagesOfItems(whole, dates));
  return {
    isFirst: before === undefined,
    createdDay: dayOf(found.created_at),
    dateEntries: seesEach(whole, user, dates) ? dateEntriesOf(whole, docs, timeZone) : {},
    sent: (sent.get(case_key) ?? []).map(({ receiver, at }) => ({ receiver, day: dayOf(at) })),
    before:
      before === undefined
        ? []
        : (await dueReportsOf(trx, { sponsor_key, case_key: before.case_key })).map(
            ({ reason: _, ...timeline }) => timeline,
          ),
    informed: informedBy(earlier, sent),
  };
}

/** The last message to each receiver, the latest first. */
async function submissionsOf(trx: Trx, { sponsor_key, root_case_key }: CaseRecord, now: Date) {
  const sent = (await findSentOf(trx, sponsor_key, root_case_key)).flatMap((one) =>
    one.sent_at !== null && one.environment === 'production'
      ? [{ receiver: one.receiver, sentAt: one.sent_at.toISOString(), state: shownStateOf(one, now) }]
      : [],
  );
  return sent.filter(({ receiver }, at) => sent.findIndex((one) => one.receiver === receiver) === at);
}
