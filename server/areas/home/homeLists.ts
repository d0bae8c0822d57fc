/** The full lists behind the cards of the home page. */
import { sql } from 'kysely';
import { daysLeftOfReport, ruleOfReport } from '../../lists/dueReportColumns.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { receiversOf } from '../../lists/sourceCodes.ts';
import { ofStudies, receivedWith } from './edcSync.store.ts';
import { DUE_REPORTS, stepName, isStillDue } from './home.store.ts';

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
  search: searchIn(sql`c.search`),
  open: {
    values: { caseKey: sql<number>`c.case_key` },
    path: ({ caseKey }) => `case/${caseKey}/detail`,
  },
};

export const edcSyncList: ListSource = {
  menuId: 'MU-HM-ES',
  from: ({ user }) => receivedWith(user),
  scope: ({ user }) => ofStudies(user),
  key: sql<number>`e.sync_key`,
  name: 'subject',
  columns: {
    study: { value: sql`t.study_no`, notNull: true },
    subject: { value: sql`e.subject_id`, notNull: true },
    visit: { value: sql`e.visit`, notNull: true },
    aeTerm: { value: sql`e.ae_term`, notNull: true },
    sae: { value: sql`e.sae`, notNull: true },
    state: { value: sql`e.state`, notNull: true },
    receivedAt: { value: sql`e.received_at`, notNull: true },
    caseNo: { value: sql`c.case_no` },
  },
  search: searchIn(sql`lower(concat_ws(' ', t.study_no, e.subject_id, e.ae_term))`),
  open: {
    values: { caseKey: sql<number | null>`c.case_key` },
    path: ({ caseKey }) => (caseKey === null ? null : `case/${caseKey}/detail`),
  },
};
