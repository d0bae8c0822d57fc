/** Keeps the reports that cases owe receivers, and until when. */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import {
  earliestDue,
  itemsOfObligations,
  obligations,
  unmet,
  type Timeline,
} from '../../shared/obligations/obligations.ts';
import { findCase } from '../cases/record/case.store.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CaseProjection, ProjectionRules, WrittenCase } from '../projections/projection.ts';
import { pagesOfItems } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import {
  dueReportsOf,
  findSent,
  findVersionBefore,
  markSuperseded,
  putDueReports,
  putDueReportsOfCase,
  type StoredDueReport,
} from './dueReports.store.ts';

/** What a date without its day may mean stays what it meant when the case was written, whenever it is rebuilt. */
export const dueReports: CaseProjection = {
  name: 'dueReports',
  revision: 3,
  refresh: 'inTransaction',
  readsDocs: true,
  // the rules, what they read, and whose days are counted
  version: ({ catalogue, timeZone }) => `${catalogue.whole.version} ${timeZone}`,
  pages: ({ whole }, touched) =>
    pagesOfItems(whole, itemsOfObligations(whole), touched?.facts?.size ? undefined : touched),
  rebuild: async (trx, rules, { sponsorKey, cases, docsOf }) => {
    const changed: number[] = [];
    for (const one of cases) {
      const receiversChanged = await rebuildCase(trx, rules, {
        ...one,
        sponsorKey,
        docs: await docsOf(one.caseKey),
      });
      if (receiversChanged) changed.push(one.caseKey);
    }
    return changed;
  },
};

/**
 * Older versions retain their due reports of the time at which the newer one was made. A deleted case has none.
 * Answers whether the receivers changed.
 */
async function rebuildCase(
  trx: Trx,
  { catalogue: { whole }, timeZone }: ProjectionRules,
  { sponsorKey, caseKey, at, docs }: WrittenCase & { sponsorKey: number; docs: readonly PageDoc[] },
): Promise<boolean> {
  const found = await findCase(trx, sponsorKey, caseKey);
  if (!found?.latest) return false;
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const versionBefore = await findVersionBefore(trx, found);
  const before = versionBefore ? await dueReportsOf(trx, versionBefore) : [];
  const sent = (await findSent(trx, found)).map(({ at: moment, ...report }) => ({
    ...report,
    day: dayOf(moment),
  }));
  const facts = {
    scope: caseScope(whole, caseReader(whole, contentOf(docs))),
    isFirst: !versionBefore,
    createdDay: dayOf(found.created_at),
    timeZone,
    sent,
    before,
  };
  const due = (found.del_flag === 'Y' ? [] : obligations(facts, whole.obligations, dayOf(at))).map(
    (report): StoredDueReport => ({ ...report, accepted: acceptedOn(report, { sent, before }) }),
  );
  const receivers = unmet(due)
    .map(({ receiver }) => receiver)
    .toSorted();
  const receiversBefore = await putDueReports(trx, found, due);
  await markSuperseded(trx, found);
  await putDueReportsOfCase(trx, found, { due: earliestDue(due), receivers });
  return String(receivers) !== String(receiversBefore);
}

/**
 * The day on which the first report that the receiver accepted was sent, on day 0 or later, also with the version before if
 * that had the same day 0. Null: none was accepted.
 */
function acceptedOn(
  { receiver, day0 }: Timeline,
  facts: {
    sent: readonly { receiver: string; day: string; accepted: boolean }[];
    before: readonly StoredDueReport[];
  },
): string | null {
  const same = facts.before.find((report) => report.receiver === receiver && report.day0 === day0);
  const [first = null] = facts.sent
    .filter((report) => report.accepted && report.receiver === receiver && report.day >= day0)
    .map(({ day }) => day)
    .concat(same?.accepted ?? [])
    .toSorted();
  return first;
}
