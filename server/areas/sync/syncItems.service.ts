/** What the dialog of a subject shows, and whether its events are with a run. */
import type {
  BodyOf,
  checkSyncProgress,
  DataOf,
  QueryOf,
  readSyncLog,
  readSyncStudy,
  retrieveSyncItems,
  SyncItem,
} from '../../../shared/contract/index.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { syncEventNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import type { StoredSubject } from '../../study-data/studyData.store.ts';
import {
  findEvent,
  findLog,
  findNewestCases,
  findReadAt,
  findSubjectEvents,
  type LinkedStudy,
  type SyncEvent,
} from '../../sync/sync.store.ts';
import { findRuleSet } from '../../sync-rules/ruleSet.store.ts';
import { shownProblem } from './shownProblem.ts';
import { openStudy, openSubject, type SyncCaller } from './syncCaller.ts';

interface OfSubject {
  studyKey: number;
  subjectKey: number;
}

export const studyToSync = (
  { db }: DatabaseWorld,
  { user }: SyncCaller,
  studyKey: number,
): Promise<DataOf<typeof readSyncStudy>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    return {
      studyName: study.name,
      protocol: study.protocol,
      hasRules: (await findRuleSet(trx, user.sponsorKey, studyKey)) !== null,
      readAt: (await findReadAt(trx, study))?.toISOString() ?? null,
    };
  });

/** The requested event first, then the others in their order. */
export const itemsOfSubject = (
  deps: CatalogueWorld & DatabaseWorld,
  { user }: SyncCaller,
  { studyKey, subjectKey }: OfSubject,
  { aeSeq, schdKey }: QueryOf<typeof retrieveSyncItems>,
): Promise<DataOf<typeof retrieveSyncItems>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const subject = await openSubject(trx, study, subjectKey);
    const events = await findSubjectEvents(trx, study, subject.subjectKey);
    const isFirst = ({ event_no, visit_no }: SyncEvent) => event_no === aeSeq && visit_no === schdKey;
    const ordered = [...events.filter(isFirst), ...events.filter((event) => !isFirst(event))];
    return {
      SUBJ_ID: subject.label,
      booklet: events.some(({ booklet }) => booklet !== null),
      listInfo: await shown(trx, deps, user, { subject, events: ordered }),
    };
  });

/** A case that the user may not see is not named. */
async function shown(
  trx: Trx,
  deps: CatalogueWorld,
  user: SyncCaller['user'],
  { subject: { subjectNo, label }, events }: { subject: StoredSubject; events: readonly SyncEvent[] },
): Promise<SyncItem[]> {
  const roots = events.flatMap(({ root_case_key }) => root_case_key ?? []);
  const cases = new Map(
    (await findNewestCases(trx, user.sponsorKey, roots))
      .filter((found) => inScope(user, found))
      .map((found) => [found.root_case_key, found]),
  );
  return events.map((event) => {
    const found = cases.get(event.root_case_key ?? 0);
    return {
      EVENT_KEY: event.event_key,
      SCHD_KEY: event.visit_no,
      AESEQ: event.event_no,
      SUBJ_KEY: subjectNo,
      SUBJ_ID: label,
      VISIT_LABEL: event.visit,
      AETERM: event.term,
      BOOKLET_STATUS: event.booklet,
      SAE: event.serious ? 'Y' : 'N',
      SYNC: event.state,
      CASE_KEY: found?.case_key ?? null,
      CASE_NO: found?.case_no ?? null,
      PROBLEM: shownProblem(deps, user, event.problem),
      REMARK: event.remark,
    };
  });
}

/** Numbers of an event that is not there are done. */
export const progressOf = (
  { db }: DatabaseWorld,
  { user }: SyncCaller,
  studyKey: number,
  { listInfo }: BodyOf<typeof checkSyncProgress>,
): Promise<DataOf<typeof checkSyncProgress>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const running: typeof listInfo = [];
    for (const subjKey of new Set(listInfo.map((one) => one.subjKey))) {
      const events = await eventsInProgress(trx, study, subjKey);
      running.push(
        ...listInfo.filter(
          (one) =>
            one.subjKey === subjKey &&
            events.some(({ event_no, visit_no }) => event_no === one.aeSeq && visit_no === one.schdKey),
        ),
      );
    }
    return { done: running.length === 0, listInfo: running };
  });

async function eventsInProgress(trx: Trx, study: LinkedStudy, subjectNo: number): Promise<SyncEvent[]> {
  const subject = await openSubject(trx, study, subjectNo);
  const events = await findSubjectEvents(trx, study, subject.subjectKey);
  return events.filter(({ state }) => state === 'progress');
}

/** Throws 404 SYNC_EVENT_NOT_FOUND. */
export const logOfEvent = (
  { db }: DatabaseWorld,
  { user }: SyncCaller,
  { studyKey, eventKey }: { studyKey: number; eventKey: number },
): Promise<DataOf<typeof readSyncLog>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    if (!(await findEvent(trx, study, eventKey))) throw syncEventNotFound();
    const found = await findLog(trx, user.sponsorKey, eventKey);
    return {
      listInfo: found.map(({ at, user_name, action, case_no, reason }) => ({
        at: at.toISOString(),
        userName: user_name,
        action,
        caseNo: case_no,
        reason,
      })),
    };
  });
