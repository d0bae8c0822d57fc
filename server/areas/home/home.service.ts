/** The content of the home page: each card is a query, within the user's scope. */
import { rolesShow } from '../../../shared/blinding/sight.ts';
import { itemsOfSummary } from '../../cases/record/summary.ts';
import type {
  DataOf,
  findCaseByNumber,
  readHomeCases,
  readHomeEdcSync,
  readHomeReports,
  readHomeWorkflow,
  readObligations,
} from '../../../shared/contract/index.ts';
import { DUE_DAYS_AHEAD } from '../../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import { daysLeft } from '../../../shared/obligations/obligations.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { findByNumber } from '../../cases/record/caseByNumber.store.ts';
import { dueReportsOf } from '../../obligations/dueReports.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { noCaseOfNumber } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { eventPath } from '../../sync/eventRows.store.ts';
import { findNewestSyncs } from './edcSync.store.ts';
import { explained, groupNames } from './explained.ts';
import { countDue, countSteps, findChangedLast, findDueReports, usesWorkflow } from './home.store.ts';

/** What this module needs of the server. */
type HomeWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Caller {
  user: SessionUser;
  language: Language;
}

const todayOf = ({ clock }: ClockWorld, { timeZone }: SessionUser): string =>
  dayAt(clock.now().getTime(), timeZone);

/** Whether the user may see a column of the list of cases. */
const seesSummary =
  ({ catalogue: { whole } }: CatalogueWorld, user: SessionUser) =>
  (name: Parameters<typeof itemsOfSummary>[1]): boolean =>
    rolesShow(whole, user, itemsOfSummary(whole, name));

export const dueReports = (
  deps: HomeWorld,
  { user, language }: Caller,
  rowCount: number,
): Promise<DataOf<typeof readHomeReports>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const today = todayOf(deps, user);
    const found = await findDueReports(trx, user, language, rowCount);
    const due = await countDue(trx, user);
    const onDay = new Map(due.map(({ day, count }) => [day, count]));
    const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
    const sees = seesSummary(deps, user);
    const rules = deps.catalogue.whole.obligations.flatMap((receiver) => receiver.rules);
    return {
      listInfo: found.map((report) => ({
        caseKey: report.case_key,
        caseNo: report.case_no,
        followUpNo: report.version_no - 1,
        receiver: report.receiver,
        rule: rules.find(({ id }) => id === report.rule_id)?.label[language] ?? report.rule_id,
        day0: report.day0,
        dueDate: report.due,
        daysLeft: daysLeft(report.due, today),
        workflowLabel: report.step,
        ownerName: report.owner,
        patientName: sees('patient_name') ? report.patient_name : null,
        productName: sees('product_name') ? report.product_name : null,
        aeTerm: sees('ae_term') ? report.ae_term : null,
      })),
      totalCount: sum(due),
      lateCount: sum(due.filter(({ day }) => day < today)),
      today,
      days: Array.from({ length: DUE_DAYS_AHEAD }, (_, ahead) => {
        const day = dayAfter(today, ahead);
        return { day, count: onDay.get(day) ?? 0 };
      }),
    };
  });

/** Of a version the user may see; 404 CASE_NOT_FOUND for any other. */
export const obligationsOfCase = (
  deps: HomeWorld,
  { user, language }: Caller,
  caseKey: number,
): Promise<DataOf<typeof readObligations>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const due = await dueReportsOf(trx, await findVisibleCase(trx, user, caseKey));
    const reader = { user, language, today: todayOf(deps, user) };
    return {
      listInfo: due.map((one) => explained(deps, reader, one)),
      groups: groupNames(deps, reader, due),
    };
  });

export const newestSyncs = (
  { db }: HomeWorld,
  { user }: Caller,
  rowCount: number,
): Promise<DataOf<typeof readHomeEdcSync>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findNewestSyncs(trx, user, rowCount);
    return {
      listInfo: found.map((row) => ({
        eventKey: row.event_key,
        studyNo: row.study_no,
        subjectId: row.subject,
        visit: row.visit,
        aeTerm: row.term,
        sae: row.serious ? 'Y' : 'N',
        state: row.state,
        changedAt: row.changed_at.toISOString(),
        caseKey: row.case_key,
        caseNo: row.case_no,
        path: eventPath({
          studyKey: row.study_key,
          subjectNo: row.subject_no,
          eventNo: row.event_no,
          visitNo: row.visit_no,
        }),
      })),
      totalCount: found[0]?.total ?? 0,
    };
  });

/** No steps where the sponsor does not work with them. */
export const workflowCounts = (
  { db, clock }: HomeWorld,
  { user, language }: Caller,
): Promise<DataOf<typeof readHomeWorkflow>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    if (!(await usesWorkflow(trx, user.sponsorKey))) return { steps: [] };
    const found = await countSteps(trx, user, language, clock.now());
    return {
      steps: found.map(({ workflow_key, step, ...counts }) => ({
        workflowKey: workflow_key,
        workflowLabel: step,
        ...counts,
      })),
    };
  });

export const changedLast = (
  deps: HomeWorld,
  { user }: Caller,
  rowCount: number,
): Promise<DataOf<typeof readHomeCases>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findChangedLast(trx, user, rowCount);
    const sees = seesSummary(deps, user);
    return {
      listInfo: found.map((row) => ({
        caseKey: row.case_key,
        caseNo: row.case_no,
        aeTerm: sees('ae_term') ? row.ae_term : null,
        productName: sees('product_name') ? row.product_name : null,
        updatedAt: row.updated_at.toISOString(),
        updatedBy: row.updated_by,
      })),
    };
  });

/** Throws 404 NO_CASE_OF_NUMBER, naming it, where the user sees none. */
export const caseOfNumber = (
  { db }: HomeWorld,
  { user }: Caller,
  number: string,
): Promise<DataOf<typeof findCaseByNumber>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findByNumber(trx, user, number);
    if (!found) throw noCaseOfNumber(number.trim());
    return { caseKey: found.case_key, caseNo: found.case_no };
  });
