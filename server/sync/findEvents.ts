/**
 * Finds the adverse events of a study after its rows were read: new ones, those that changed since they were synchronised,
 * those that the source removed. It writes into no case.
 */
import { addressKey } from '../../shared/case/itemAddress.ts';
import { eventFacts, type EventFacts } from '../../shared/sync/eventFacts.ts';
import { MappingTooLong } from '../../shared/sync/mapSubject.ts';
import { PROBLEM_KINDS } from '../../shared/sync/mappingRule.ts';
import type { EventProblem, SyncState } from '../../shared/sync/syncEvent.ts';
import { findNewestVersion, findCase } from '../cases/record/case.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { StoredRow } from '../study-data/studyData.store.ts';
import { differencesOf, eventsOfCase, planCase, problemsNow, type CasePlan } from './casePlan.ts';
import {
  newestTime,
  readStudyRules,
  readSubject,
  recordsOf,
  ruleOf,
  rulesNow,
  type StudyRules,
  type SubjectData,
} from './subjectData.ts';
import {
  findSubjectsToRead,
  insertEvents,
  lockSearch,
  lockSubjectEvents,
  noteFound,
  replaceDifferences,
  updateEvent,
  type EventChange,
  type FoundValue,
  type LinkedStudy,
  type SyncEvent,
} from './sync.store.ts';

type FindWorld = CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld;

/** Events by what became of them with this reading. */
export interface FoundEvents {
  fresh: number;
  changed: number;
  removed: number;
  /** subjects whose rows the rules take too long for, and the item whose rules were evaluated last */
  tooLong: { subjectKey: string; itemId: string }[];
}

/** `all`: also subjects whose rows did not change, since rules did. Null: the study has no rules. */
export async function findEvents(
  deps: FindWorld,
  study: LinkedStudy,
  { all, signal }: { all: boolean; signal?: AbortSignal },
): Promise<FoundEvents | null> {
  const opened = await inSponsor(deps.db, study.sponsorKey, async (trx) => {
    const rules = await readStudyRules(trx, deps, study);
    return (
      rules && { rules, subjects: await findSubjectsToRead(trx, study, { event: rules.ruleSet.event, all }) }
    );
  });
  if (!opened) return null;
  const found: FoundEvents = { fresh: 0, changed: 0, removed: 0, tooLong: [] };
  for (const subjectKey of opened.subjects) {
    signal?.throwIfAborted();
    try {
      const { fresh, changed, removed } = await inSponsor(deps.db, study.sponsorKey, (trx) =>
        findOfSubject(trx, deps, opened.rules, subjectKey),
      );
      found.fresh += fresh;
      found.changed += changed;
      found.removed += removed;
    } catch (error) {
      if (!(error instanceof MappingTooLong)) throw error;
      // the events of the other subjects are found all the same
      found.tooLong.push({ subjectKey, itemId: error.itemId });
    }
  }
  return found;
}

/**
 * The same of one subject: of its rows and by the rules of now. Others may look for its events at the same moment, and its rows
 * or the rules may be newer than those of the first subject.
 */
async function findOfSubject(
  trx: Trx,
  deps: Omit<FindWorld, 'db'>,
  known: StudyRules,
  subjectKey: string,
): Promise<Omit<FoundEvents, 'tooLong'>> {
  await lockSearch(trx, known.study, subjectKey);
  const before = await lockSubjectEvents(trx, known.study, subjectKey);
  const rules = await rulesNow(trx, deps, known);
  const data = rules && (await readSubject(trx, rules, subjectKey));
  if (!data) return { fresh: 0, changed: 0, removed: 0 };
  const times = { at: deps.clock.now(), rowsAt: newestTime(data) };
  const facts = new Map(
    eventFacts(data.rows, data.ruleSet, data.metadata).map((one) => [one.row.recordKey, one]),
  );
  const records = new Set(before.map(({ record_key }) => record_key));
  const fresh = [...facts.values()].filter(({ row }) => !records.has(row.recordKey) && !row.removedAt);
  await insertEvents(
    trx,
    fresh.map((one) => newEvent(data, one, times)),
  );
  const ofCases = await findOfCases(trx, deps, data, before);
  const found = {
    facts,
    differences: ofCases.differences,
    problems: new Map([...ofCases.problems, ...failedStill(deps, data, before)]),
  };
  const counted = { fresh: fresh.length, changed: 0, removed: 0 };
  const same: number[] = [];
  for (const event of before) {
    const state = stateOf(event, found);
    const change = changeOf(event, found, { state, ...times });
    if (isSame(event, change)) same.push(event.event_key);
    else await updateEvent(trx, event, change);
    if (state === event.state) continue;
    if (state === 'changed' || state === 'failed') counted.changed += 1;
    if (state === 'removed') counted.removed += 1;
  }
  await noteFound(trx, data.study, same, times.rowsAt);
  return counted;
}

/** When it is found, and in rows of when. */
interface FoundTimes {
  at: Date;
  rowsAt: Date;
}

/** But for the rows in which it was found. */
const isSame = (event: SyncEvent, { rows_at: _, ...change }: EventChange): boolean =>
  Object.entries(change).every(([name, value]) => event[name as keyof SyncEvent] === value);

const factColumns = ({ visitNo, visit, eventNo, term, serious, booklet }: EventFacts<StoredRow>) => ({
  visit_no: visitNo,
  visit,
  event_no: eventNo,
  term,
  serious,
  booklet,
});

const newEvent = (
  { study, subject }: SubjectData,
  facts: EventFacts<StoredRow>,
  { at, rowsAt }: FoundTimes,
) => ({
  sponsor_key: study.sponsorKey,
  source_key: study.sourceKey,
  study_oid: study.studyOid,
  record_key: facts.row.recordKey,
  subject_key: subject.subjectKey,
  ...factColumns(facts),
  state: 'new' as const,
  rows_at: rowsAt,
  changed_at: at,
});

/** What the rows and rules of now say about the events of a subject. */
interface FoundNow {
  /** by record */
  facts: ReadonlyMap<string, EventFacts<StoredRow>>;
  /** by event, as `problems` */
  differences: ReadonlyMap<number, readonly FoundValue[]>;
  problems: ReadonlyMap<number, EventProblem>;
}

/** Those that other rows or rules can end. What a user, a case or a server was the reason of, only another run can. */
const ENDED_BY_ROWS_OR_RULES: ReadonlySet<string> = new Set([...PROBLEM_KINDS, 'no-rules', 'vanished']);

/** Of failed events, which are tried with the rules of now. */
function failedStill(
  deps: CatalogueWorld,
  data: SubjectData,
  events: readonly SyncEvent[],
): [number, EventProblem][] {
  const failed = events.filter(({ state }) => state === 'failed');
  const isTried = ({ problem }: SyncEvent) => problem === null || ENDED_BY_ROWS_OR_RULES.has(problem.kind);
  return [
    ...failed.flatMap((event) =>
      event.problem && !isTried(event) ? [[event.event_key, event.problem] as [number, EventProblem]] : [],
    ),
    ...problemsNow(deps, data, failed.filter(isTried)),
  ];
}

/** What a run has stays with it: it finds out itself what became of the rows. */
function stateOf(event: SyncEvent, { facts, differences, problems }: FoundNow): SyncState {
  if (event.state === 'progress') return 'progress';
  const fact = facts.get(event.record_key);
  if (!fact || fact.row.removedAt) return 'removed';
  if (problems.has(event.event_key)) return 'failed';
  if (event.root_case_key === null) return 'new';
  return (differences.get(event.event_key) ?? []).length > 0 ? 'changed' : 'yes';
}

function changeOf(
  event: SyncEvent,
  { facts: allFacts, differences, problems }: FoundNow,
  { state, at, rowsAt }: FoundTimes & { state: SyncState },
): EventChange {
  const facts = allFacts.get(event.record_key);
  const problem = state === 'failed' ? (problems.get(event.event_key) ?? null) : null;
  const isOtherProblem = state !== 'progress' && !isSameProblem(event.problem, problem);
  const columns = facts ? (facts.row.removedAt ? { event_no: facts.eventNo } : factColumns(facts)) : {};
  const isOther =
    state !== event.state ||
    isOtherProblem ||
    Object.entries(columns).some(([name, value]) => event[name as keyof typeof columns] !== value);
  return {
    ...columns,
    state,
    significant: (differences.get(event.event_key) ?? []).some(({ significant }) => significant),
    downgraded: event.root_case_key !== null && event.serious_then === true && facts?.serious === false,
    rows_at: rowsAt,
    ...(isOther && { changed_at: at }),
    ...(isOtherProblem && { problem }),
    // a removed event that is there again is asked about again
    ...(state !== 'removed' && { remark: null }),
  };
}

const isSameProblem = (a: EventProblem | null, b: EventProblem | null): boolean =>
  a?.kind === b?.kind &&
  a?.sourceText === b?.sourceText &&
  a?.rule?.itemId === b?.rule?.itemId &&
  a?.rule?.targetSeqNo === b?.rule?.targetSeqNo;

/** Of events in cases. */
interface OfCases {
  /** values that the source has now and that differ from what was synchronised into the case */
  differences: Map<number, FoundValue[]>;
  /** an event would look synchronised where the values that its source has now cannot be mapped */
  problems: Map<number, EventProblem>;
}

async function findOfCases(
  trx: Trx,
  deps: CatalogueWorld & UuidWorld,
  data: SubjectData,
  events: readonly SyncEvent[],
): Promise<OfCases> {
  const found: OfCases = { differences: new Map(), problems: new Map() };
  const { sponsorKey } = data.study;
  for (const rootCaseKey of new Set(events.flatMap(({ root_case_key }) => root_case_key ?? []))) {
    const { differences, failures } = await findOfCase(trx, deps, data, { events, rootCaseKey });
    await replaceDifferences(trx, { sponsorKey, rootCaseKey }, differences);
    for (const one of differences)
      found.differences.set(one.event_key, [...(found.differences.get(one.event_key) ?? []), one]);
    for (const [eventKey, problem] of failures) found.problems.set(eventKey, problem);
  }
  return found;
}

/** A value is of the event whose row it came from; one of another row is of the first event of the case. */
async function findOfCase(
  trx: Trx,
  deps: CatalogueWorld & UuidWorld,
  data: SubjectData,
  { events, rootCaseKey }: { events: readonly SyncEvent[]; rootCaseKey: number },
): Promise<{ differences: FoundValue[]; failures: CasePlan['failures'] }> {
  const root = await findCase(trx, data.study.sponsorKey, rootCaseKey);
  const found = root && (root.latest ? root : await findNewestVersion(trx, root));
  const ofCase = eventsOfCase(events, rootCaseKey);
  const [main] = ofCase;
  if (!found || !main) return { differences: [], failures: new Map() };
  const plan = await planCase(trx, deps, data, { events, selected: [], found, chosen: new Set() });
  const recordOf = recordsOf(data);
  const eventOf = (record: string | undefined) =>
    ofCase.find(({ record_key }) => record_key === record) ?? main;
  const differences = differencesOf(plan).map(({ address, after, parts }) => ({
    address: addressKey(address),
    item_id: address.itemId,
    event_key: eventOf(parts.map(recordOf).find((record) => record !== undefined)).event_key,
    value: after.value,
    null_flavor: after.nullFlavor,
    source_text: parts[0]?.sourceText ?? null,
    significant: parts.some(({ rule }) => ruleOf(data, rule)?.significant ?? false),
  }));
  return { differences, failures: plan.failures };
}
