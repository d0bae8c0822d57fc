/** What people decide about events that are in cases: the synchronisation is reset, a removed event nullifies or stays. */
import { NULLIFICATION } from '../../../shared/case/nullification.ts';
import type {
  BodyOf,
  DataOf,
  decideRemovedEvent,
  findSyncEvents,
  resetSync,
} from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { makeNextVersion } from '../../cases/lifecycle/nextVersion.ts';
import { findCase, lockNewestVersion } from '../../cases/record/case.store.ts';
import { flagsOf } from '../../cases/record/caseAccess.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import { whyNot } from '../../../machines/case-status/caseStatus.machine.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { RefreshWorld } from '../../projections/refreshProjections.ts';
import {
  caseNotFound,
  statusRefused,
  syncCaseInUse,
  syncEventNotFound,
  syncNoRules,
  syncNotRemoved,
  syncNotSynced,
} from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { eventsOfCase } from '../../sync/casePlan.ts';
import { findEvents } from '../../sync/findEvents.ts';
import {
  deleteDifferences,
  findEvent,
  insertLog,
  lockEvents,
  lockSubjectEvents,
  updateEvent,
  type SyncEvent,
} from '../../sync/sync.store.ts';
import { namesOf } from './runs.service.ts';
import { openStudy, type SyncCaller } from './syncCaller.ts';

type World = RefreshWorld & AuditWorld & DatabaseWorld & UuidWorld;

/** Throws 409 SYNC_NO_RULES. */
export async function findAgain(
  deps: World,
  { user }: SyncCaller,
  studyKey: number,
  signal: AbortSignal,
): Promise<DataOf<typeof findSyncEvents>> {
  const study = await inSponsor(deps.db, user.sponsorKey, (trx) => openStudy(trx, user, studyKey));
  const found = await findEvents(deps, study, { all: true, signal });
  if (!found) throw syncNoRules();
  return found;
}

/** Throws 404 SYNC_EVENT_NOT_FOUND, 409 SYNC_NOT_SYNCED. */
export const reset = (
  { db, clock }: World,
  { user }: SyncCaller,
  studyKey: number,
  { EVENT_KEYS, REASON }: BodyOf<typeof resetSync>,
): Promise<DataOf<typeof resetSync>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const events = await lockEvents(trx, study, EVENT_KEYS);
    if (events.length < new Set(EVENT_KEYS).size) throw syncEventNotFound();
    const isInCase = ({ state, root_case_key }: SyncEvent) => state !== 'progress' && root_case_key !== null;
    const others = events.filter((event) => !isInCase(event));
    if (others.length > 0) throw syncNotSynced(namesOf(others));
    const at = clock.now();
    for (const event of events) {
      await noteDecision(trx, user, event, { at, action: 'reset', reason: REASON });
      await disconnect(trx, event, { state: event.state === 'removed' ? 'removed' : 'new', at });
    }
    return { reset: events.length };
  });

/** The log and the case stay. */
async function disconnect(
  trx: Trx,
  event: SyncEvent,
  { state, at, remark = null }: { state: 'new' | 'removed'; at: Date; remark?: string | null },
): Promise<void> {
  await updateEvent(trx, event, {
    state,
    root_case_key: null,
    seq_no: null,
    serious_then: null,
    significant: false,
    downgraded: false,
    problem: null,
    remark,
    changed_at: at,
  });
  await deleteDifferences(trx, event);
}

interface Decision {
  at: Date;
  action: 'reset' | 'remark' | 'nullify';
  reason: string;
}

async function noteDecision(
  trx: Trx,
  { sponsorKey, userKey, userName }: SyncCaller['user'],
  event: SyncEvent,
  { at, action, reason }: Decision,
): Promise<void> {
  const found =
    event.root_case_key === null ? undefined : await findCase(trx, sponsorKey, event.root_case_key);
  const entry = { event_key: event.event_key, at, user_key: userKey, user_name: userName, action, reason };
  await insertLog(trx, [{ sponsor_key: sponsorKey, ...entry, case_no: found?.case_no ?? '' }]);
}

/** Throws 404 SYNC_EVENT_NOT_FOUND, 409 SYNC_NOT_REMOVED, SYNC_CASE_IN_USE, STATUS_REFUSED. */
export const decideRemoved = (
  deps: World,
  { user }: SyncCaller,
  { studyKey, eventKey }: { studyKey: number; eventKey: number },
  { decision, REASON: reason }: BodyOf<typeof decideRemovedEvent>,
): Promise<DataOf<typeof decideRemovedEvent>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const found = await findEvent(trx, study, eventKey);
    const events = found ? await lockSubjectEvents(trx, study, found.subject_key) : [];
    const event = events.find(({ event_key }) => event_key === eventKey);
    if (!event) throw syncEventNotFound();
    const { root_case_key: rootCaseKey } = event;
    if (event.state !== 'removed' || rootCaseKey === null) throw syncNotRemoved(event.term);
    const at = deps.clock.now();
    if (decision === 'keep') {
      await updateEvent(trx, event, { remark: reason, changed_at: at });
      await noteDecision(trx, user, event, { at, action: 'remark', reason });
      return { caseKey: null };
    }
    const ofCase = eventsOfCase(events, rootCaseKey);
    const caseKey = await nullify(trx, deps, user, { ofCase, rootCaseKey, reason });
    // the source may have an event again: it is then in no case
    for (const one of ofCase) {
      await noteDecision(trx, user, one, { at, action: 'nullify', reason });
      await disconnect(trx, one, { state: 'removed', at, remark: reason });
    }
    return { caseKey };
  });

async function nullify(
  trx: Trx,
  deps: World,
  user: SyncCaller['user'],
  { ofCase, rootCaseKey, reason }: { ofCase: readonly SyncEvent[]; rootCaseKey: number; reason: string },
): Promise<number> {
  const root = await findCase(trx, user.sponsorKey, rootCaseKey);
  const found = root && (await lockNewestVersion(trx, user.sponsorKey, root.case_key));
  if (!found || !inScope(user, found)) throw caseNotFound(rootCaseKey);
  const others = ofCase.filter(({ state }) => state !== 'removed');
  if (others.length > 0) throw syncCaseInUse(found.case_no, namesOf(others));
  const why = whyNot(flagsOf(found), true, 'case.followUp');
  if (why !== null) throw statusRefused(why);
  const { caseKey } = await makeNextVersion(trx, deps, found, {
    user,
    reason,
    source: 'sync',
    nullification: { code: NULLIFICATION, reason },
  });
  return caseKey;
}
