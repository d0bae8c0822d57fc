/** Keeps the reports that cases owe receivers, and until when. */
import { isDeepStrictEqual } from 'node:util';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import {
  earliestDue,
  itemsOfObligations,
  obligations,
  sameReport,
  settled,
  unmet,
  type DueReport,
  type Timeline,
} from '../../shared/obligations/obligations.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CaseBatch, CaseProjection, ProjectionRules, WrittenCase } from '../projections/projection.ts';
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
  type VersionOfCase,
  type VersionWithReports,
} from './dueReports.store.ts';

/** What a date without its day, or in the future, means stays what it meant when it was entered, whenever it is rebuilt. */
export const dueReports: CaseProjection = {
  name: 'dueReports',
  revision: 7,
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
    const earlierKeys = [...versionsBefore.values()].flat().map(({ case_key }) => case_key);
    const stored = await dueReportsOfVersions(trx, sponsorKey, earlierKeys);
    const sent = await findSentOfVersions(trx, { ...rules, sponsorKey }, [...keys, ...earlierKeys]);
    const owing: (VersionWithReports & { receivers: string[]; receiverBehind: boolean })[] = [];
    const settledAgain: VersionWithReports[] = [];
    for (const found of newest) {
      const { case_key } = found;
      const earlier = versionsBefore.get(case_key) ?? [];
      const { before, changed } = await settleEarlier(earlier, { rules, stored, sent, docsOf });
      settledAgain.push(...changed);
      const due = dueReportsOf(rules, found, {
        at: writtenAt.get(case_key) ?? found.created_at,
        docs: await docsOf(case_key),
        isFirst: earlier.length === 0,
        before,
        informed: informedBy(earlier, sent),
        sent: sent.get(case_key) ?? [],
      });
      const receivers = unmet(due)
        .map(({ receiver }) => receiver)
        .toSorted();
      owing.push({ ...found, due, receivers, receiverBehind: isReceiverBehind(earlier, case_key, sent) });
    }
    const receiversBefore = await putDueReports(trx, sponsorKey, [...settledAgain, ...owing]);
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
  /** receivers that an earlier version went to */
  informed: readonly string[];
  sent: readonly SentReport[];
}

/**
 * The due reports of the versions before the newest one. They retain what the rules gave when the next version was made,
 * until what was sent of one of them is another: an answer or a hand-over may come when there are further versions. Then
 * those after it inherit something else, and are derived again.
 */
async function settleEarlier(
  versions: readonly VersionOfCase[],
  {
    rules,
    stored,
    sent,
    docsOf,
  }: {
    rules: ProjectionRules;
    stored: ReadonlyMap<number, readonly StoredDueReport[]>;
    sent: ReadonlyMap<number, readonly SentReport[]>;
    docsOf: CaseBatch['docsOf'];
  },
): Promise<{ before: readonly StoredDueReport[]; changed: VersionWithReports[] }> {
  let before: readonly StoredDueReport[] = [];
  const changed: VersionWithReports[] = [];
  for (const [at, version] of versions.entries()) {
    const { case_key, created_at } = version;
    const known = stored.get(case_key) ?? [];
    const reports = sent.get(case_key) ?? [];
    const facts = { before, sent: daysOf(reports, rules) };
    const due =
      changed.length === 0
        ? known.map((report) => withAccepted(settled(facts, report), facts))
        : dueReportsOf(rules, version, {
            at: created_at,
            docs: await docsOf(case_key),
            isFirst: at === 0,
            before,
            informed: informedBy(versions.slice(0, at), sent),
            sent: reports,
          });
    if (!isDeepStrictEqual(due, known)) changed.push({ ...version, due });
    before = due;
  }
  return { before, changed };
}

/** Receivers that any of these versions went to. */
export const informedBy = (
  versions: readonly VersionOfCase[],
  sent: ReadonlyMap<number, readonly SentReport[]>,
): string[] => versions.flatMap(({ case_key }) => (sent.get(case_key) ?? []).map(({ receiver }) => receiver));

/** Whether a report went to the receiver, also by another record of it. */
export const isTo =
  ({ name, recordKey }: { name: string; recordKey: number | null }) =>
  ({ receiver, receiverKey }: SentReport): boolean =>
    receiver === name || (receiverKey !== null && receiverKey === recordKey);

/** Whether a receiver that an earlier version went to has not got this one. */
function isReceiverBehind(
  earlier: readonly VersionOfCase[],
  newest: number,
  sent: ReadonlyMap<number, readonly SentReport[]>,
): boolean {
  const got = sent.get(newest) ?? [];
  return earlier
    .flatMap(({ case_key }) => sent.get(case_key) ?? [])
    .some(({ receiver: name, receiverKey: recordKey }) => !got.some(isTo({ name, recordKey })));
}

const daysOf = (reports: readonly SentReport[], { timeZone }: ProjectionRules) =>
  reports.map(({ at, ...report }) => ({ ...report, day: dayAt(at.getTime(), timeZone) }));

/** Of a version of which the one before has these due reports. A deleted case has none. */
function dueReportsOf(
  rules: ProjectionRules,
  { created_at, del_flag }: Pick<CaseRecord, 'created_at' | 'del_flag'>,
  { at, docs, isFirst, before, informed, sent: reports }: KnownOfVersion,
): StoredDueReport[] {
  if (del_flag === 'Y') return [];
  const {
    catalogue: { whole },
    timeZone,
  } = rules;
  const dayOf = (moment: Date): string => dayAt(moment.getTime(), timeZone);
  const sent = daysOf(reports, rules);
  const scope = caseScope(whole, caseReader(whole, contentOf(docs)));
  const dateEntries = dateEntriesOf(whole, docs, timeZone);
  const facts = {
    scope,
    isFirst,
    createdDay: dayOf(created_at),
    timeZone,
    dateEntries,
    sent,
    before,
    informed,
  };
  return obligations(facts, whole.obligations, dayOf(at)).map(({ daysLeft: _, ...report }) =>
    withAccepted(report, facts),
  );
}

const withAccepted = (report: DueReport, facts: Parameters<typeof acceptedOn>[1]): StoredDueReport => ({
  ...report,
  accepted: acceptedOn(report, facts),
});

/**
 * The day on which the first report that the receiver accepted was sent, on day 0 or later, also with the version before if
 * that had the same day 0. Null: none was accepted.
 */
function acceptedOn(
  timeline: Timeline,
  facts: {
    sent: readonly { receiver: string; day: string; accepted: boolean }[];
    before: readonly StoredDueReport[];
  },
): string | null {
  const { receiver, day0 } = timeline;
  const same = sameReport(facts.before, timeline);
  const [first = null] = facts.sent
    .filter((report) => report.accepted && report.receiver === receiver && report.day >= day0)
    .map(({ day }) => day)
    .concat(same?.accepted ?? [])
    .toSorted();
  return first;
}
