/** The adverse events of a study, and its differences from its cases, as lists. */
import { sql, type RawBuilder } from 'kysely';
import type { RuleSet } from '../../../shared/sync/mappingRule.ts';
import { hiddenItems } from '../../cases/record/caseAccess.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';
import { eventPath, eventRows, eventsInScope } from '../../sync/eventRows.store.ts';
import { findRuleSet } from '../../sync-rules/ruleSet.store.ts';
import { differenceRows, type Reading } from '../../sync/reconciliation.store.ts';
import { differenceReading } from './differenceReading.ts';
import { openStudy } from './syncCaller.ts';

const itemCodes: SourceColumn['codes'] = (_, { catalogue: { whole } }) =>
  Object.values(whole.items).map(({ itemId, label }) => ({ code: itemId, label }));

const events: ListSource = {
  menuId: 'MU-ES-SL',
  from: ({ user }) => eventRows(user),
  scope: ({ user, of = 0 }) => sql<boolean>`${eventsInScope(user)} and l.study_key = ${of}`,
  key: sql<number>`e.event_key`,
  name: 'subject',
  columns: {
    subject: { value: sql`s.label`, notNull: true },
    visit: { value: sql`e.visit`, notNull: true },
    eventNo: { value: sql`e.event_no`, notNull: true },
    aeTerm: { value: sql`e.term`, notNull: true },
    sae: { value: sql`case when e.serious then 'Y' else 'N' end`, notNull: true },
    booklet: { value: sql`e.booklet` },
    state: { value: sql`e.state`, notNull: true },
    change: {
      value: sql`case when e.state <> 'changed' then null when e.downgraded then 'downgraded'
        when e.significant then 'significant' else 'other' end`,
    },
    problem: { value: sql`e.problem ->> 'kind'` },
    problemItem: { value: sql`e.problem -> 'rule' ->> 'itemId'`, codes: itemCodes },
    problemText: {
      value: (
        reading,
      ) => sql`case when e.problem -> 'rule' ->> 'itemId' = any(${hiddenItems(reading, reading.user)}::text[])
        then null else e.problem ->> 'sourceText' end`,
    },
    caseNo: { value: sql`c.case_no` },
    changedAt: { value: sql`e.changed_at`, notNull: true },
    site: { value: sql`nullif(s.site_name, '')` },
  },
  search: searchIn(sql`concat_ws(' ', s.label, e.visit, e.term, c.case_no)`),
  open: {
    values: {
      studyKey: sql<number>`l.study_key`,
      subjectNo: sql<number>`s.subject_no`,
      eventNo: sql<number>`e.event_no`,
      visitNo: sql<number>`e.visit_no`,
    },
    path: ({ studyKey = null, subjectNo = null, eventNo = null, visitNo = null }) =>
      eventPath({ studyKey, subjectNo, eventNo, visitNo }),
  },
};

/** Of one study, which the reader may see. */
export const eventList: ListSource = {
  ...events,
  scopeTo: async (trx, { user, of = 0 }) => {
    await openStudy(trx, user, of);
    return events;
  },
};

/** A reader without a study reads its columns only. */
const NO_STUDY = { sourceKey: 0, studyOid: '', studyKey: 0 };

type Study = Reading['study'];

/** Words of codes by item. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

function differences(study: Study, words: Words): ListSource {
  const inWords = (value: RawBuilder<string | null>) =>
    sql<string | null>`coalesce(${JSON.stringify(words)}::jsonb -> d.item_id ->> ${value}, ${value})`;
  const reading = (of: ListReading) => differenceReading(of, of.user, study);
  return {
    menuId: 'MU-ES-RC',
    from: (of) => differenceRows(reading(of)),
    scope: () => sql<boolean>`true`,
    key: sql<string>`d.row_key`,
    name: 'aeTerm',
    columns: {
      kind: { value: sql`d.kind`, notNull: true },
      subject: { value: sql`d.subject` },
      aeTerm: { value: sql`d.term` },
      caseNo: { value: sql`d.case_no` },
      item: {
        value: sql`d.item_id`,
        codes: itemCodes,
      },
      studyValue: { value: inWords(sql`d.study_value`) },
      caseValue: { value: inWords(sql`d.case_value`) },
      decision: { value: sql`coalesce(k.decision, 'open')`, notNull: true },
      comment: { value: sql`nullif(k.comment, '')` },
      decidedBy: { value: sql`k.user_name` },
      decidedAt: { value: sql`k.at` },
    },
    search: searchIn(sql`concat_ws(' ', d.subject, d.term, d.case_no, d.item_id)`),
    open: {
      values: {
        studyKey: sql<number>`${study.studyKey}::int`,
        caseKey: sql<number | null>`d.case_key`,
        subjectNo: sql<number | null>`d.subject_no`,
        eventNo: sql<number | null>`d.event_no`,
        visitNo: sql<number | null>`d.visit_no`,
      },
      path: ({ studyKey = null, caseKey, subjectNo = null, eventNo = null, visitNo = null }) =>
        caseKey === null || caseKey === undefined
          ? eventPath({ studyKey, subjectNo, eventNo, visitNo })
          : `case/${caseKey}/detail`,
    },
  };
}

export const reconciliationList: ListSource = {
  ...differences(NO_STUDY, {}),
  scopeTo: async (trx, reading) => {
    const study = await openStudy(trx, reading.user, reading.of ?? 0);
    return differences(study, wordsOf(reading, await findRuleSet(trx, study.sponsorKey, study.studyKey)));
  },
};

/** Of the items that rules fill. */
function wordsOf({ catalogue: { whole, codeLists }, language }: ListReading, ruleSet: RuleSet | null): Words {
  const items = new Set(ruleSet?.rules.map(({ itemId }) => itemId));
  return Object.fromEntries(
    [...items].flatMap((itemId) => {
      const list = codeLists[whole.items[itemId]?.codeList ?? ''];
      if (!list) return [];
      return [[itemId, Object.fromEntries(list.codes.map(({ code, label }) => [code, label[language]]))]];
    }),
  );
}
