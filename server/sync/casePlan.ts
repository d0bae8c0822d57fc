/** What a selection of events would make of a case: the same for the dry run and the commit. */
import { createHash } from 'node:crypto';
import { addressKey } from '../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../shared/case/itemValue.ts';
import type { MappedCase, MappingProblem } from '../../shared/sync/mappingRule.ts';
import {
  mergeMapped,
  type Merged,
  type MergedValue,
  type RowLink,
  type SyncedValue,
} from '../../shared/sync/mergeMapped.ts';
import type { EventProblem, VersionKind } from '../../shared/sync/syncEvent.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Trx } from '../storage/database.ts';
import { mapEvents, newestTime, recordsOf, ruleOf, type SubjectData } from './subjectData.ts';
import { findLastValues, findLinks, type SyncEvent } from './sync.store.ts';

export interface CaseSelection {
  /** all events of the subject */
  events: readonly SyncEvent[];
  /** in the order of their selection */
  selected: readonly SyncEvent[];
  /** the newest version of the case; null: a new one */
  found: CaseRecord | null;
  /** addresses at which the source is preferred */
  chosen: ReadonlySet<string>;
}

/** A problem of mapping. What cannot be mapped is not written. */
interface PlanProblem extends MappingProblem {
  /** the event in whose row it is; null: it is in another row of the subject, or of the rules */
  eventKey: number | null;
  /** keeps the event out; without an event: all of them */
  blocking: boolean;
}

export interface CasePlan {
  kind: VersionKind;
  /** what the new version is made of, in order: events of the case, then selected ones */
  members: readonly SyncEvent[];
  /** selected events that are left out */
  failed: ReadonlyMap<number, EventProblem>;
  /**
   * events of the case whose values cannot be mapped now, which the version keeps as they are; what is in no row of an event
   * is of the first one
   */
  failures: ReadonlyMap<number, EventProblem>;
  problems: readonly PlanProblem[];
  mapped: MappedCase;
  merged: Merged;
  /** what was synchronised into the case before, by address */
  last: ReadonlyMap<string, SyncedValue>;
  /** merges into another state of the same case */
  mergeInto: (content: CaseContent) => Merged;
}

const NOTHING: CaseContent = { values: [], rows: [] };

export async function planCase(
  trx: Trx,
  deps: CatalogueWorld & UuidWorld,
  data: SubjectData,
  { events, selected, found, chosen }: CaseSelection,
): Promise<CasePlan> {
  const present = presentIn(data);
  const inCase = found
    ? eventsOfCase(events, found.root_case_key).filter((one) => present.has(one.record_key))
    : [];
  const there = selected.filter(({ record_key }) => present.has(record_key));
  const mapped = mapEvents(deps, data, keysOf(membersOf(inCase, there)));
  const problems = problemsOf(data, membersOf(inCase, there), mapped);
  const failed = failuresOf(selected, present, problems);
  const passing = there.filter(({ event_key }) => !failed.has(event_key));
  const members = membersOf(inCase, passing);
  const known = await knownOf(trx, deps, found);
  const passed = failed.size === 0 ? mapped : mapEvents(deps, data, keysOf(members));
  const input = {
    catalogue: deps.catalogue.whole,
    mapped: passed,
    chosen,
    covers: coverageOf(data, present, passed),
    overwriteOf: (rule: Parameters<typeof ruleOf>[1]) => ruleOf(data, rule)?.overwrite ?? 'ifUntouched',
    newRowId: deps.newUuid,
    links: known.links,
    last: known.last,
  };
  const mergeInto = (content: CaseContent) => mergeMapped({ ...input, content });
  const merged = mergeInto(known.content);
  const failures = failingOf(data, { inCase, problems, valueProblems: merged.problems });
  // the values of all members are merged, not only those of the selected ones
  const synced = members.filter(({ event_key }) => !failures.has(event_key));
  return {
    kind: passing.length === 0 ? 'nothing' : kindOf(data, { found, synced, merged }),
    members,
    failed,
    failures,
    problems,
    mapped: input.mapped,
    merged,
    last: known.last,
    mergeInto,
  };
}

/**
 * Names the states of source, rules and case that a plan is made of. Nothing of their values is in it: it leaves the system, and
 * stays with the run.
 */
export function basisOf(
  { study, ruleSet, fields, lookups, ...data }: SubjectData,
  found: CaseRecord | null,
): string {
  const ofCase = found && [found.case_key, found.retrieved_at];
  return createHash('sha256')
    .update(
      JSON.stringify([
        study.studyKey,
        data.subject.subjectNo,
        newestTime(data),
        ruleSet,
        fields,
        lookups,
        ofCase,
      ]),
    )
    .digest('hex');
}

/** By event: what keeps it out of a case by the rules and the rows of now. */
export function problemsNow(
  deps: CatalogueWorld,
  data: SubjectData,
  events: readonly SyncEvent[],
): Map<number, EventProblem> {
  const present = presentIn(data);
  const there = events.filter(({ record_key }) => present.has(record_key));
  if (there.length === 0) return new Map();
  return failuresOf(there, present, problemsOf(data, there, mapEvents(deps, data, keysOf(there))));
}

const presentIn = ({ rows }: Pick<SubjectData, 'rows'>): Set<string> =>
  new Set(rows.filter(({ removedAt }) => !removedAt).map(({ recordKey }) => recordKey));

const keysOf = (events: readonly SyncEvent[]): string[] => events.map(({ record_key }) => record_key);

/** Events of the case keep their places; others follow. */
const membersOf = (inCase: readonly SyncEvent[], selected: readonly SyncEvent[]): SyncEvent[] => {
  const known = new Set(keysOf(inCase));
  return [...inCase, ...selected.filter(({ record_key }) => !known.has(record_key))];
};

/** In their order in the case. */
export const eventsOfCase = (events: readonly SyncEvent[], rootCaseKey: number): SyncEvent[] =>
  events
    .filter((event) => event.root_case_key === rootCaseKey)
    .toSorted((a, b) => (a.seq_no ?? 0) - (b.seq_no ?? 0));

async function knownOf(
  trx: Trx,
  { catalogue: { whole } }: CatalogueWorld,
  found: CaseRecord | null,
): Promise<{ content: CaseContent; links: RowLink[]; last: Map<string, SyncedValue> }> {
  if (!found) return { content: NOTHING, links: [], last: new Map() };
  const { sponsor_key: sponsorKey, case_key: caseKey, root_case_key: rootCaseKey } = found;
  const depthOf = (group: string) => whole.groups[group]?.groups.length ?? 1;
  return {
    content: await readCaseContent(trx, sponsorKey, caseKey),
    links: await findLinks(trx, sponsorKey, rootCaseKey, depthOf),
    last: await findLastValues(trx, sponsorKey, rootCaseKey),
  };
}

/** A rule that is broken for the study: nothing is written by it. */
const BROKEN: ReadonlySet<EventProblem['kind']> = new Set(['no-source', 'no-target']);

/**
 * Whether rules of now say what the source has for a value that was synchronised: one that is not broken fills its item, and
 * the source has a row still that it was made of, or it was made of none.
 */
function coverageOf(
  data: SubjectData,
  present: ReadonlySet<string>,
  { problems }: MappedCase,
): (synced: SyncedValue) => boolean {
  const recordOf = recordsOf(data);
  const broken = new Set(problems.flatMap(({ kind, rule }) => (BROKEN.has(kind) ? [rule.itemId] : [])));
  const filled = new Set(data.ruleSet.rules.flatMap(({ itemId }) => (broken.has(itemId) ? [] : [itemId])));
  const isOfRow = ({ recordKey, source }: SyncedValue['parts'][number]) =>
    recordKey !== undefined || (source !== null && source.groupOid !== '');
  return ({ address, parts }) => {
    const ofRows = parts.filter(isOfRow);
    return (
      filled.has(address.itemId) &&
      (ofRows.length === 0 || ofRows.some((part) => present.has(recordOf(part) ?? '')))
    );
  };
}

/** A value of another row, as the demography, leaves its item empty and keeps no event out. */
function problemsOf(
  data: SubjectData,
  events: readonly SyncEvent[],
  { problems }: MappedCase,
): PlanProblem[] {
  const recordOf = recordsOf(data);
  const byRecord = new Map(events.map(({ record_key, event_key }) => [record_key, event_key]));
  return problems.map((problem) => {
    const eventKey = byRecord.get(recordOf(problem) ?? '') ?? null;
    return { ...problem, eventKey, blocking: eventKey !== null || BROKEN.has(problem.kind) };
  });
}

function failuresOf(
  selected: readonly SyncEvent[],
  present: ReadonlySet<string>,
  problems: readonly PlanProblem[],
): Map<number, EventProblem> {
  const failed = new Map<number, EventProblem>();
  for (const { event_key, record_key } of selected) {
    const problem = problems.find(
      ({ eventKey, blocking }) => blocking && (eventKey === event_key || eventKey === null),
    );
    if (!present.has(record_key)) failed.set(event_key, { kind: 'vanished', rule: null, sourceText: null });
    else if (problem) failed.set(event_key, eventProblem(problem));
  }
  return failed;
}

const eventProblem = ({ kind, rule, sourceText }: MappingProblem): EventProblem => ({
  kind,
  rule,
  sourceText,
});

interface Failing {
  inCase: readonly SyncEvent[];
  problems: readonly PlanProblem[];
  valueProblems: readonly MappingProblem[];
}

/** A rule that is broken for the study is no reason: nothing of the events changed. */
function failingOf(
  data: SubjectData,
  { inCase, problems, valueProblems }: Failing,
): Map<number, EventProblem> {
  const recordOf = recordsOf(data);
  const failures = new Map<number, EventProblem>();
  for (const { event_key } of inCase) {
    const own = problems.find(({ eventKey }) => eventKey === event_key);
    if (own) failures.set(event_key, eventProblem(own));
  }
  const [main] = inCase;
  const records = new Set(keysOf(inCase));
  const elsewhere = valueProblems.find((one) => !BROKEN.has(one.kind) && !records.has(recordOf(one) ?? ''));
  if (main && elsewhere && !failures.has(main.event_key))
    failures.set(main.event_key, eventProblem(elsewhere));
  return failures;
}

interface Made {
  found: CaseRecord | null;
  /** events whose values the version has */
  synced: readonly SyncEvent[];
  merged: Merged;
}

/** The kind of version: knowledge of what changed decides, the user about everything else. */
function kindOf(data: SubjectData, { found, synced, merged }: Made): VersionKind {
  if (!found) return 'new';
  if (synced.some(({ root_case_key }) => root_case_key !== found.root_case_key)) return 'followUp';
  if (synced.some(({ downgraded }) => downgraded)) return 'downgrade';
  const written = merged.values.filter(({ outcome }) => outcome === 'set');
  if (written.length === 0) return 'nothing';
  const isSignificant = written.some(({ parts }) =>
    parts.some(({ rule }) => ruleOf(data, rule)?.significant ?? false),
  );
  return isSignificant ? 'followUp' : 'drift';
}

/** Values whose source differs from what was synchronised last. */
export const differencesOf = ({ merged, last }: Pick<CasePlan, 'merged' | 'last'>): MergedValue[] =>
  merged.values.filter(({ address, after }) =>
    differs(valueOnly(last.get(addressKey(address))?.value ?? EMPTY_VALUE), valueOnly(after)),
  );

const valueOnly = ({ value, nullFlavor }: ItemValue): ItemValue => ({ ...EMPTY_VALUE, value, nullFlavor });
