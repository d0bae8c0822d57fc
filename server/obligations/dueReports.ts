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
import type { CaseRecord } from '../cases/record/case.store.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CaseProjection, ProjectionRules, WrittenCase } from '../projections/projection.ts';
import { pagesOfItems } from '../projections/touched.ts';
import { dateEntriesOf } from './dateEntries.ts';
import {
  dueReportsOfVersions,
  findNewestOf,
  findSentOfVersions,
  findVersionsBefore,
  markSuperseded,
  putDueReports,
  putDueReportsOfCases,
  type SentReport,
  type StoredDueReport,
  type VersionWithReports,
} from './dueReports.store.ts';

/** What a date without its day may mean stays what it meant when it was entered, whenever it is rebuilt. */
export const dueReports: CaseProjection = {
  name: 'dueReports',
  revision: 4,
  refresh: 'inTransaction',
  readsDocs: true,
  // the rules, what they read, and whose days are counted
  version: ({ catalogue, timeZone }) => `${catalogue.whole.version} ${timeZone}`,
  pages: ({ whole }, touched) =>
    pagesOfItems(whole, itemsOfObligations(whole), touched?.facts?.size ? undefined : touched),
  rebuild: async (trx, rules, { sponsorKey, cases, docsOf }) => {
    const newest = await findNewestOf(trx, sponsorKey, cases.map(keyOf));
    if (newest.length === 0) return [];
    const keys = newest.map(({ case_key }) => case_key);
    const writtenAt = new Map(cases.map(({ caseKey, at }) => [caseKey, at]));
    const versionsBefore = await findVersionsBefore(trx, sponsorKey, keys);
    const before = await dueReportsOfVersions(trx, sponsorKey, [...versionsBefore.values()]);
    const sent = await findSentOfVersions(trx, sponsorKey, keys);
    const owing: (VersionWithReports & { receivers: string[] })[] = [];
    for (const found of newest) {
      const { case_key } = found;
      const versionBefore = versionsBefore.get(case_key);
      const due = dueReportsOf(rules, found, {
        at: writtenAt.get(case_key) ?? found.created_at,
        docs: await docsOf(case_key),
        isFirst: versionBefore === undefined,
        before: before.get(versionBefore ?? 0) ?? [],
        sent: sent.get(case_key) ?? [],
      });
      const receivers = unmet(due)
        .map(({ receiver }) => receiver)
        .toSorted();
      owing.push({ ...found, due, receivers });
    }
    const receiversBefore = await putDueReports(trx, sponsorKey, owing);
    await markSuperseded(trx, sponsorKey, keys);
    const shown = owing.map((one) => ({ ...one, due: earliestDue(one.due) }));
    await putDueReportsOfCases(trx, sponsorKey, shown);
    return owing
      .filter(({ case_key, receivers }) => String(receivers) !== String(receiversBefore.get(case_key) ?? []))
      .map(({ case_key }) => case_key);
  },
};

const keyOf = ({ caseKey }: WrittenCase): number => caseKey;

interface KnownOfVersion {
  /** when it was last written */
  at: Date;
  docs: readonly PageDoc[];
  isFirst: boolean;
  /** due reports of the version before */
  before: readonly StoredDueReport[];
  sent: readonly SentReport[];
}

/** Of the newest version: older ones retain those of the time at which the newer one was made. A deleted case has none. */
function dueReportsOf(
  { catalogue: { whole }, timeZone }: ProjectionRules,
  { created_at, del_flag }: Pick<CaseRecord, 'created_at' | 'del_flag'>,
  { at, docs, isFirst, before, sent: reports }: KnownOfVersion,
): StoredDueReport[] {
  if (del_flag === 'Y') return [];
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const sent = reports.map(({ at: moment, ...report }) => ({ ...report, day: dayOf(moment) }));
  const scope = caseScope(whole, caseReader(whole, contentOf(docs)));
  const dateEntries = dateEntriesOf(whole, docs, timeZone);
  const facts = { scope, isFirst, createdDay: dayOf(created_at), timeZone, dateEntries, sent, before };
  return obligations(facts, whole.obligations, dayOf(at)).map((report) => ({
    ...report,
    accepted: acceptedOn(report, facts),
  }));
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
