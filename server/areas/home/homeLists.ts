/** The full lists behind the cards of the home page. */
import { caseContains } from '../../lists/caseRows.ts';
import { sql } from 'kysely';
import { daysLeftOfReport, ruleOfReport } from '../../lists/dueReportColumns.ts';
import { searchEach, searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { receiversOf } from '../../lists/sourceCodes.ts';
import { eventPath, eventRows, eventsInScope } from '../../sync/eventRows.store.ts';
import { DUE_REPORTS, isStillDue } from '../../obligations/stillDue.store.ts';
import { stepName } from './home.store.ts';

export const reportList: ListSource = {
  menuId: 'MU-HM-RP',
  from: DUE_REPORTS,
  scope: ({ user }) => isStillDue(user),
  key: sql<string>`(o.case_key || ' ' || o.receiver)`,
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    followUpNo: { value: sql`c.version_no - 1`, notNull: true },
    receiver: {
      value: sql`o.receiver`,
      notNull: true,
      codes: receiversOf,
    },
    rule: { ...ruleOfReport, notNull: true },
    day0: { value: sql`o.day0`, notNull: true },
    dueDate: { value: sql`o.due`, notNull: true },
    daysLeft: { ...daysLeftOfReport, notNull: true },
    workflowStep: { value: ({ language }) => stepName(language) },
    owner: { value: sql`u.name` },
  },
  search: searchEach(caseContains),
  open: {
    values: { caseKey: sql<number>`c.case_key` },
    path: ({ caseKey }) => `case/${caseKey}/detail`,
  },
};

export const edcSyncList: ListSource = {
  menuId: 'MU-HM-ES',
  from: ({ user }) => eventRows(user),
  scope: ({ user }) => eventsInScope(user),
  key: sql<number>`e.event_key`,
  name: 'subject',
  columns: {
    study: { value: sql`t.study_no`, notNull: true },
    subject: { value: sql`s.label`, notNull: true },
    visit: { value: sql`e.visit`, notNull: true },
    aeTerm: { value: sql`e.term`, notNull: true },
    sae: { value: sql`case when e.serious then 'Y' else 'N' end`, notNull: true },
    state: { value: sql`e.state`, notNull: true },
    changedAt: { value: sql`e.changed_at`, notNull: true },
    caseNo: { value: sql`c.case_no` },
  },
  search: searchIn(sql`concat_ws(' ', t.study_no, s.label, e.term)`),
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
