/** Runs that synchronise events: begun, followed. */
import { isSelectable, type EventProblem } from '../../../shared/sync/syncEvent.ts';
import {
  SYNC_RUN_STATES,
  type BodyOf,
  type SyncRun,
  type syncEvents,
} from '../../../shared/contract/index.ts';
import { senderOfNewCase } from '../../cases/record/senderOfNewCase.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { findProcess } from '../../processes/process.store.ts';
import { startProcess } from '../../processes/applyEvent.ts';
import type { Process } from '../../processes/process.types.ts';
import { syncAlready, syncInProgress, syncNoRules, syncQuestion, syncRunNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { LEASE_MS, SYNC_RUN, type SyncRun as RunContext } from '../../sync/syncRun.process.ts';
import {
  findSubjectEvents,
  lockSubjectEvents,
  updateEvent,
  type LinkedStudy,
  type SyncEvent,
} from '../../sync/sync.store.ts';
import { targetOf } from '../../sync/target.ts';
import { findRuleSet } from '../../sync-rules/ruleSet.store.ts';
import { selectedOf } from './dryRun.service.ts';
import { shownProblem } from './shownProblem.ts';
import { openStudy, openSubject, type SyncCaller } from './syncCaller.ts';

type World = CatalogueWorld & ClockWorld & DatabaseWorld;

interface Keys {
  studyKey: number;
  subjectKey: number;
}

/** The same key twice is one run. Throws 409 SYNC_IN_PROGRESS, SYNC_ALREADY, SYNC_NO_RULES, SYNC_QUESTION, SYNC_SEVERAL_CASES, 400 NO_SENDER, 403 NO_PRIVILEGE. */
export const beginRun = (
  deps: World,
  { user, language }: SyncCaller,
  { studyKey, subjectKey }: Keys,
  { RUN_KEY: runKey, SUBJ_SYNC, TARGET, MOST_RECENT, OVERWRITE, SEEN }: BodyOf<typeof syncEvents>,
): Promise<SyncRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey, senderKey } = user;
    const study = await openStudy(trx, user, studyKey);
    const known = await findProcess(trx, sponsorKey, runKey);
    if (known) return runOf(trx, deps, user, { study, process: known });
    const subject = await openSubject(trx, study, subjectKey);
    if ((await findRuleSet(trx, sponsorKey, studyKey)) === null) throw syncNoRules();
    const events = await lockSubjectEvents(trx, study, subject.subjectKey);
    const at = deps.clock.now();
    const checked = selectedOf(events, SUBJ_SYNC);
    const busy = checked.filter(({ state, lease_until }) => state === 'progress' && (lease_until ?? at) > at);
    if (busy.length > 0) throw syncInProgress(namesOf(busy));
    // an event whose run is over without a word can be taken again
    const selected = checked.filter(({ state }) => isSelectable(state) || state === 'progress');
    if (selected.length === 0) throw syncAlready(namesOf(checked));
    const target = await targetOf(trx, user, { events, selected }, TARGET);
    if (target.question) throw syncQuestion();
    if (!target.found) await senderOfNewCase(trx, user, senderKey);
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    for (const event of selected)
      await updateEvent(trx, event, {
        state: 'progress',
        problem: null,
        run_key: runKey,
        lease_until: leaseUntil,
        changed_at: at,
      });
    const { process } = await startProcess(trx, SYNC_RUN, {
      sponsorKey,
      processKey: runKey,
      input: {
        request: {
          user: { userKey, sponsorKey, senderKey },
          language,
          studyKey,
          subjectKey: subject.subjectKey,
          events: selected.map(({ event_key }) => event_key),
          skipped: checked.filter((event) => !selected.includes(event)).map(({ event_key }) => event_key),
          target: target.found?.root_case_key ?? null,
          mostRecent: MOST_RECENT,
          overwrite: OVERWRITE,
          ...(SEEN !== undefined && { seen: SEEN }),
          runKey,
        },
        leaseUntil: leaseUntil.toISOString(),
      },
      at,
      userKey,
    });
    return runOf(trx, deps, user, { study, process });
  });

/** Throws 404 SYNC_RUN_NOT_FOUND. */
export const readRun = (
  deps: CatalogueWorld & DatabaseWorld,
  { user }: SyncCaller,
  { studyKey, runKey }: { studyKey: number; runKey: string },
): Promise<SyncRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const study = await openStudy(trx, user, studyKey);
    const process = await findProcess(trx, user.sponsorKey, runKey);
    if (!process) throw syncRunNotFound();
    return runOf(trx, deps, user, { study, process });
  });

const STOPPED: EventProblem = { kind: 'stopped', rule: null, sourceText: null };

/** Throws 404 SYNC_RUN_NOT_FOUND for a process of another kind or study. */
async function runOf(
  trx: Trx,
  deps: CatalogueWorld,
  user: SyncCaller['user'],
  { study, process }: { study: LinkedStudy; process: Process },
): Promise<SyncRun> {
  const { request, result } = process.context as RunContext;
  if (process.chart !== SYNC_RUN.name || request.studyKey !== study.studyKey) throw syncRunNotFound();
  const state = SYNC_RUN_STATES.find((one) => one === process.state) ?? 'failed';
  const events = await findSubjectEvents(trx, study, request.subjectKey);
  const termOf = (key: number) => events.find(({ event_key }) => event_key === key)?.term ?? '';
  const ended =
    result?.events ??
    (state === 'failed'
      ? request.events.map((eventKey) => ({ eventKey, outcome: 'failed' as const, problem: STOPPED }))
      : []);
  const skipped = request.skipped.map((eventKey) => ({
    eventKey,
    outcome: 'skipped' as const,
    problem: null,
  }));
  return {
    runKey: process.processKey,
    state,
    kind: result?.kind ?? null,
    caseKey: result?.caseKey ?? null,
    caseNo: result?.caseNo ?? null,
    events: [...ended, ...skipped].map((event) => ({
      ...event,
      problem: shownProblem(deps, user, event.problem),
      term: termOf(event.eventKey),
    })),
  };
}

export const namesOf = (events: readonly SyncEvent[]): string =>
  events.map(({ event_no, term }) => `${event_no} ${term}`).join(', ');
