/**
 * Writes a selection of events into a case: one transaction, in which the events, the values and where they came from are
 * stored with the case. Done again after its server died, it finds that it was done.
 */
import type { EventResult, RunResult } from '../../machines/sync-run/syncRun.machine.ts';
import { scopeAllows } from '../../shared/access/scope.ts';
import { whyNot } from '../../machines/case-status/caseStatus.machine.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../../shared/case/itemValue.ts';
import { syncProvenanceText } from '../../shared/provenance/provenance.ts';
import type { Merged, MergedValue } from '../../shared/sync/mergeMapped.ts';
import type { EventProblem, VersionKind } from '../../shared/sync/syncEvent.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { insertCase } from '../cases/lifecycle/insertCase.ts';
import { makeNextVersion } from '../cases/lifecycle/nextVersion.ts';
import { findCase, findSenderKey, lockNewestVersion, type CaseRecord } from '../cases/record/case.store.ts';
import { flagsOf } from '../cases/record/caseAccess.ts';
import { inScope } from '../cases/record/caseScope.store.ts';
import { prefilledContent } from '../masters/prefilledContent.ts';
import type { SessionUser } from '../http/session.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import { basisOf, differencesOf, planCase, type CasePlan } from './casePlan.ts';
import { readStudyRules, readSubject, recordsOf, type SubjectData } from './subjectData.ts';
import type { SyncRequest } from './syncRequest.ts';
import {
  findLinkedStudies,
  findNewestCases,
  insertLog,
  insertValues,
  lockSubjectEvents,
  putLinks,
  replaceDifferences,
  updateEvent,
  type LinkedStudy,
  type SyncEvent,
} from './sync.store.ts';
import words from './words.json' with { type: 'json' };

export type CommitWorld = RefreshWorld & AuditWorld & UuidWorld;

/** Why nothing of a run can be written. */
type Refusal = { refused: EventProblem['kind'] };

export async function commitRun(
  trx: Trx,
  deps: CommitWorld,
  user: SessionUser,
  request: SyncRequest,
): Promise<RunResult> {
  const { sponsorKey } = user;
  const [study] = await findLinkedStudies(trx, sponsorKey, { studyKey: request.studyKey });
  const events = study ? await lockSubjectEvents(trx, study, request.subjectKey) : [];
  const ofRun = request.events.flatMap(
    (key) => events.find(({ event_key, run_key }) => event_key === key && run_key === request.runKey) ?? [],
  );
  const selected = ofRun.filter(({ state }) => state === 'progress');
  if (!study || selected.length === 0) return resultOf(trx, sponsorKey, ofRun);
  const opened = await open(trx, deps, user, { request, study });
  const plan =
    'refused' in opened
      ? null
      : await planCase(trx, deps, opened.data, {
          events,
          selected,
          found: opened.found,
          chosen: new Set(request.overwrite),
        });
  if ('refused' in opened || !plan || plan.kind === 'nothing') {
    const refused = 'refused' in opened ? opened.refused : null;
    if (plan && 'found' in opened) await leaveCase(trx, deps, { ...opened, request, events, selected, plan });
    return end(trx, deps, user, { request, selected, plan, refused });
  }
  return write(trx, deps, user, { request, events, selected, plan, ...opened });
}

interface Opened {
  data: SubjectData;
  /** null: a new case */
  found: CaseRecord | null;
  /** of the case */
  senderKey: number;
}

async function open(
  trx: Trx,
  deps: CommitWorld,
  user: SessionUser,
  { request, study }: { request: SyncRequest; study: LinkedStudy },
): Promise<Opened | Refusal> {
  const limits = user.studyKeys;
  if (!user.privileges.includes('EDIT.SYNC') || (limits.length > 0 && !limits.includes(study.studyKey)))
    return { refused: 'no-access' };
  const rules = await readStudyRules(trx, deps, study);
  if (!rules) return { refused: 'no-rules' };
  const data = await readSubject(trx, rules, request.subjectKey);
  if (!data || data.subject.removedAt) return { refused: 'vanished' };
  const found = request.target === null ? null : await openCase(trx, user, request.target);
  if (found === undefined) return { refused: 'case-gone' };
  const senderKey = found?.sender_key ?? (await findSenderKey(trx, user, request.user.senderKey));
  if (senderKey === undefined || !scopeAllows(user, { senderKeys: [senderKey] }))
    return { refused: 'no-sender' };
  const isSeen = request.seen === undefined || request.seen === basisOf(data, found);
  return isSeen ? { data, found, senderKey } : { refused: 'changed' };
}

/** The newest version, locked; undefined: it can have no other one, or the user may not see it. */
async function openCase(trx: Trx, user: SessionUser, rootCaseKey: number): Promise<CaseRecord | undefined> {
  const root = await findCase(trx, user.sponsorKey, rootCaseKey);
  const found = root && (await lockNewestVersion(trx, user.sponsorKey, root.case_key));
  return found && inScope(user, found) && whyNot(flagsOf(found), true, 'case.followUp') === null
    ? found
    : undefined;
}

interface Writing extends Opened {
  request: SyncRequest;
  events: readonly SyncEvent[];
  selected: readonly SyncEvent[];
  plan: CasePlan;
}

async function write(trx: Trx, deps: CommitWorld, user: SessionUser, writing: Writing): Promise<RunResult> {
  const { data, found, senderKey, request, plan, selected } = writing;
  const { sponsorKey } = user;
  let merged: Merged = plan.merged;
  const numbered = (content: CaseContent): CaseContent => {
    merged = plan.mergeInto(content);
    return withDates(deps, withProvenance(merged, request.runKey), request, plan.kind);
  };
  const made = {
    user,
    reason: `Sync ${data.study.protocol || data.study.studyOid} ${data.subject.label} ${request.runKey}`,
    source: 'sync' as const,
    requestId: '',
  };
  const version = found
    ? await makeNextVersion(trx, deps, found, { ...made, saying: numbered })
    : await addCase(trx, deps, { ...made, sponsorKey, senderKey }, numbered);
  const rootCaseKey = found?.root_case_key ?? version.caseKey;
  await putLinks(trx, sponsorKey, rootCaseKey, merged.links);
  const at = deps.clock.now();
  await closeMembers(trx, { ...writing, values: merged.values, rootCaseKey, caseKey: version.caseKey, at });
  const results = await closeFailed(trx, { selected, plan, at });
  await insertLog(trx, logOf(user, results, { at, caseNo: version.caseNo, reason: request.runKey }));
  return { kind: plan.kind, caseKey: version.caseKey, caseNo: version.caseNo, events: results };
}

/** A value that is written knows where it came from. */
const withProvenance = ({ content, values }: Merged, runKey: string): CaseContent => {
  const written = new Map(
    values.flatMap(({ outcome, address }, index) =>
      outcome === 'set' ? [[addressKey(address), index + 1] as const] : [],
    ),
  );
  return {
    ...content,
    values: content.values.map((value) => {
      const valueNo = written.get(addressKey(value));
      return valueNo === undefined || value.value === null
        ? value
        : {
            ...value,
            properties: { ...value.properties, provenance: syncProvenanceText({ runKey, valueNo }) },
          };
    }),
  };
};

/** The dates of the version, where no rule gives them; a version of little importance starts no clock. */
function withDates(
  { catalogue: { whole } }: CommitWorld,
  content: CaseContent,
  { mostRecent, language }: SyncRequest,
  kind: VersionKind,
): CaseContent {
  const texts: Record<string, string> = {
    ...(kind === 'new' && { firstReceived: mostRecent }),
    mostRecentInformation: mostRecent,
    ...(kind === 'drift' && {
      followUpSignificance: 'notSignificant',
      followUpSignificanceReason: words.notSignificant[language],
    }),
  };
  const filled = new Set(content.values.filter((value) => !isEmpty(value)).map(addressKey));
  const added = Object.entries(texts).flatMap(([role, value]) => {
    const itemId = whole.roles[role];
    if (itemId === undefined) throw new Error(`the catalogue has no item with the role ${role}`);
    const address = addressAt(itemId, []);
    return filled.has(addressKey(address)) ? [] : [{ ...address, ...EMPTY_VALUE, value }];
  });
  return { ...content, values: [...content.values, ...added] };
}

interface NewCase {
  sponsorKey: number;
  senderKey: number;
  user: SessionUser;
  reason: string;
  source: 'sync';
  requestId: string;
}

async function addCase(
  trx: Trx,
  deps: CommitWorld,
  made: NewCase,
  fill: (content: CaseContent) => CaseContent,
) {
  const { sponsorKey, senderKey, user } = made;
  const { value: editing } = await settingOf(trx, sponsorKey, 'editing');
  const at = deps.clock.now();
  return insertCase(trx, deps, {
    ...made,
    content: fill({ values: [], rows: [] }),
    ...(editing.newCase === 'prefilled' && {
      complete: (content, numbered) =>
        prefilledContent(trx, deps, { ...numbered, sponsorKey, senderKey, at, user, screen: null }, content),
    }),
    residue: [],
    at,
  });
}

/** The case has all that the run would write, or a person's values that stay: the run has seen those of the source. */
async function leaveCase(trx: Trx, deps: CommitWorld, leaving: Writing): Promise<void> {
  const { found, plan, selected } = leaving;
  if (!found || selected.every(({ event_key }) => plan.failed.has(event_key))) return;
  const { root_case_key: rootCaseKey, case_key: caseKey } = found;
  const at = deps.clock.now();
  await closeMembers(trx, { ...leaving, values: differencesOf(plan), rootCaseKey, caseKey, at });
}

interface ClosingMembers extends Writing {
  /** of the source, that no run has seen before */
  values: readonly MergedValue[];
  rootCaseKey: number;
  /** the version that the run ends with */
  caseKey: number;
  at: Date;
}

/**
 * All events of the version are synchronised, those that were in the case before too, if they can be mapped. Later values of
 * the source are compared with those that the run has seen, also where the case has others.
 */
async function closeMembers(trx: Trx, closing: ClosingMembers): Promise<void> {
  const { data, plan, selected, values, request, rootCaseKey, caseKey, at } = closing;
  const { sponsorKey } = data.study;
  const recordOf = recordsOf(data);
  const eventsByRecord = new Map(plan.members.map(({ record_key, event_key }) => [record_key, event_key]));
  await insertValues(
    trx,
    values.map(({ address, after, parts }, index) => ({
      sponsor_key: sponsorKey,
      root_case_key: rootCaseKey,
      run_key: request.runKey,
      value_no: index + 1,
      case_key: caseKey,
      address: addressKey(address),
      item_id: address.itemId,
      event_key: parts.map((part) => eventsByRecord.get(recordOf(part) ?? '')).find(Boolean) ?? null,
      value: after.value,
      null_flavor: after.nullFlavor,
      parts,
    })),
  );
  await replaceDifferences(trx, { sponsorKey, rootCaseKey }, []);
  const own = new Set(selected.map(({ event_key }) => event_key));
  for (const [index, event] of plan.members.entries()) {
    // another run has it: it finds that nothing is left to do
    const isOfOther = event.state === 'progress' && !own.has(event.event_key);
    const problem = plan.failures.get(event.event_key) ?? null;
    await updateEvent(trx, event, {
      ...(!isOfOther && { state: problem ? 'failed' : 'yes', lease_until: null }),
      root_case_key: rootCaseKey,
      seq_no: index + 1,
      // of one that cannot be mapped the case says what it said before
      ...(!problem && { serious_then: event.serious, significant: false, downgraded: false }),
      problem,
      changed_at: at,
    });
  }
}

interface Closing {
  selected: readonly SyncEvent[];
  plan: CasePlan | null;
  at: Date;
  /** why nothing could be written; null: it could */
  refused?: EventProblem['kind'] | null;
}

async function closeFailed(
  trx: Trx,
  { selected, plan, at, refused = null }: Closing,
): Promise<EventResult[]> {
  const results: EventResult[] = [];
  // what keeps a value of the case as it is keeps no other values out
  const failingIn = ({ event_key }: SyncEvent) =>
    plan?.kind === 'nothing' ? plan.failures.get(event_key) : undefined;
  for (const event of selected) {
    const problem: EventProblem | null =
      refused === null
        ? (plan?.failed.get(event.event_key) ?? failingIn(event) ?? null)
        : { kind: refused, rule: null, sourceText: null };
    const outcome = problem ? 'failed' : plan?.kind === 'nothing' ? 'skipped' : 'done';
    if (problem)
      await updateEvent(trx, event, { state: 'failed', problem, lease_until: null, changed_at: at });
    results.push({ eventKey: event.event_key, outcome, problem });
  }
  return results;
}

/** Ends a run that writes nothing. */
async function end(
  trx: Trx,
  deps: CommitWorld,
  user: SessionUser,
  { request, ...closing }: Omit<Closing, 'at'> & { request: SyncRequest },
): Promise<RunResult> {
  const at = deps.clock.now();
  const results = await closeFailed(trx, { ...closing, at });
  await insertLog(trx, logOf(user, results, { at, caseNo: '', reason: request.runKey }));
  return { kind: 'nothing', caseKey: null, caseNo: null, events: results };
}

const logOf = (
  { sponsorKey, userKey, userName }: SessionUser,
  results: readonly EventResult[],
  { at, caseNo, reason }: { at: Date; caseNo: string; reason: string },
) =>
  results
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ eventKey, outcome }) => ({
      sponsor_key: sponsorKey,
      event_key: eventKey,
      at,
      user_key: userKey,
      user_name: userName,
      action: outcome === 'done' ? ('sync' as const) : ('fail' as const),
      case_no: outcome === 'done' ? caseNo : '',
      reason,
    }));

/** What the run did before its server died. */
async function resultOf(trx: Trx, sponsorKey: number, ofRun: readonly SyncEvent[]): Promise<RunResult> {
  const roots = ofRun.flatMap(({ root_case_key }) => root_case_key ?? []);
  const [newest] = await findNewestCases(trx, sponsorKey, roots);
  const kind = !newest ? 'nothing' : newest.version_no === 1 ? 'new' : 'followUp';
  return {
    kind,
    caseKey: newest?.case_key ?? null,
    caseNo: newest?.case_no ?? null,
    events: ofRun.map(({ event_key, state, problem }) => ({
      eventKey: event_key,
      outcome: state === 'failed' ? 'failed' : 'done',
      problem,
    })),
  };
}
