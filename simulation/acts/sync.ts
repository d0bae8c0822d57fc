/** Another system collects the data of studies: its events become cases, change, and are withdrawn, and people edit meanwhile. */
import { parseAddressKey } from '../../shared/case/itemAddress.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import {
  decideRemovedEvent,
  readSyncRun,
  retrieveSyncItems,
  syncEvents,
} from '../../shared/contract/index.ts';
import type { BodyOf, DataOf } from '../../shared/contract/call.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { LEASE_MS } from '../../server/jobs/jobWorker.ts';
import { contentOf, textOfRole } from '../caseContent.ts';
import {
  ownableAddresses,
  removedEvents,
  subjectsToSync,
  versionsBeside,
  type Subject,
} from '../oracles/sync.ts';
import { HOUR_MS, SECOND_MS } from '../simulatedClock.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Act, Deed, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { OPEN } from './cases.ts';
import { deed, isOpen } from './choices.ts';
import { runDue } from './dueJobs.ts';
import { saveBy, valueOf } from './inventEdit.ts';

const BY = 'sponsor.admin';
const COMMIT = 'sync-run.commitCase';

/** Some hours later the source has other data, which is read, and its events are found. */
async function readSources(simulation: Simulation): Promise<void> {
  if (simulation.chance.percent(40))
    simulation.server.clock.advance(simulation.chance.between(1, 4) * HOUR_MS);
  for (const kind of ['read-due-sources', 'read-study-source', 'find-sync-events', 'find-sync-events'])
    await runDue(simulation, kind);
}

/** Events of a subject become a case; mostly more of them follow when a person has edited it. */
const synchronise: Act = {
  name: 'synchronise',
  weight: 9,
  run: async (simulation) => {
    const { chance } = simulation;
    await readSources(simulation);
    const subjects = await subjectsToSync(simulation);
    if (subjects.length === 0) return null;
    const continued = subjects.filter(({ roots }) => roots.length > 0);
    const subject = chance.pick(continued.length > 0 && chance.percent(50) ? continued : subjects);
    const first = await synchroniseSome(simulation, subject);
    if (!first || first.isIdle || chance.percent(25)) return first;
    await readSources(simulation);
    const later = (await subjectsToSync(simulation)).find(
      ({ subjectKey }) => subjectKey === subject.subjectKey,
    );
    const second = later ? await synchroniseSome(simulation, later) : null;
    return second
      ? { what: `${first.what}, ${second.what}`, touched: [...first.touched, ...second.touched] }
      : first;
  },
};

type SyncDeed = Deed & { touched: readonly number[] };

/** One or two events of the subject, into the first of its cases where it has one. */
async function synchroniseSome(simulation: Simulation, subject: Subject): Promise<SyncDeed | null> {
  const { server } = simulation;
  const [root = null] = subject.roots;
  const selected = await selectionOf(simulation, subject);
  if (selected.length === 0) return null;
  const entered = root === null ? null : await editValue(simulation, subject, root);
  const runKey = server.deps.newUuid();
  const answer = await server.call(BY, syncEvents, {
    params: { sponsorKey: SPONSOR, studyKey: subject.studyKey, subjectKey: subject.subjectKey },
    body: {
      RUN_KEY: runKey,
      SUBJ_KEY: subject.subjectKey,
      SUBJ_SYNC: selected,
      TARGET: root,
      MOST_RECENT: server.clock.now().toISOString().slice(0, 10).replaceAll('-', ''),
      OVERWRITE: [],
    },
  });
  const made = answer.success ? await writtenBy(simulation, subject, { runKey, root }) : [];
  if (entered && made.length > 0) await staysAsEntered(simulation, entered, made.at(-1) ?? 0);
  const touched = [...(entered ? [entered.caseKey] : []), ...made];
  const what = `synchronises ${selected.length} events of subject ${subject.subjectKey} with ${root ?? 'a new case'}`;
  return { ...deed(BY, what, answer, touched), touched, isIdle: !answer.success && entered === null };
}

/** Has the run carried out. Answers the keys of the versions that it may have touched. */
async function writtenBy(
  simulation: Simulation,
  { studyKey }: Subject,
  { runKey, root }: { runKey: string; root: number | null },
): Promise<number[]> {
  await commit(simulation);
  const { data: run } = await simulation.server.call(BY, readSyncRun, {
    params: { sponsorKey: SPONSOR, studyKey, runKey },
  });
  return noteVersions(simulation, run, root);
}

/** A worker may be lost when the case is written; another one does the same work later. */
async function commit(simulation: Simulation): Promise<void> {
  const { chance, server } = simulation;
  if (chance.percent(60)) {
    await runDue(simulation, COMMIT);
    return;
  }
  await server.dieAfterJob(COMMIT);
  server.clock.advance(LEASE_MS + SECOND_MS);
  await runDue(simulation, COMMIT);
}

type Selection = BodyOf<typeof syncEvents>['SUBJ_SYNC'];

async function selectionOf({ chance, server }: Simulation, subject: Subject): Promise<Selection> {
  const { data } = await server.call(BY, retrieveSyncItems, {
    params: { sponsorKey: SPONSOR, studyKey: subject.studyKey, subjectKey: subject.subjectKey },
  });
  const possible = data.listInfo.filter(({ SYNC }) => ['new', 'changed', 'failed'].includes(SYNC));
  return chance
    .pickSome(possible, chance.between(1, 2))
    .map(({ EVENT_KEY, SCHD_KEY, AESEQ, SUBJ_KEY }, at) => ({
      EVENT_KEY,
      SCHD_KEY,
      AESEQ,
      SUBJ_KEY,
      SEQ_NO: at + 1,
    }));
}

interface Entered {
  caseKey: number;
  address: ItemAddress;
  value: string;
}

/** A person changes a text that came from the source. Null: there is none, or the version is closed. */
async function editValue(simulation: Simulation, subject: Subject, root: number): Promise<Entered | null> {
  const { server, chance, versions, step } = simulation;
  const caseKey = (await versionsBeside(simulation, root)).at(-1) ?? root;
  const version = versions.get(caseKey);
  if (!version || !isOpen(version)) return null;
  const { items, pages } = server.deps.catalogue.whole;
  const texts = (await ownableAddresses(simulation, subject, root))
    .map(parseAddressKey)
    .filter(
      ({ itemId, rowNo2 }) => rowNo2 === 0 && ['text', 'longText'].includes(items[itemId]?.control ?? ''),
    );
  if (texts.length === 0) return null;
  const address = chance.pick(texts);
  const { page = '', maxLength } = items[address.itemId] ?? {};
  const value = `p${step}`.slice(0, maxLength ?? undefined);
  const { success } = await saveBy(simulation, 'case.editor', caseKey, {
    page,
    rowNo: pages[page]?.group == null ? null : address.rowNo,
    changes: [valueOf(address.itemId, { ...address, value })],
    rows: [],
  });
  return success ? { caseKey, address, value } : null;
}

async function staysAsEntered(
  simulation: Simulation,
  { address, value }: Entered,
  caseKey: number,
): Promise<void> {
  const { values } = await contentOf(simulation, caseKey);
  const found = values.find(
    ({ itemId, rowNo, rowNo2, rowNo3 }) =>
      itemId === address.itemId &&
      rowNo === address.rowNo &&
      rowNo2 === address.rowNo2 &&
      rowNo3 === address.rowNo3,
  );
  if (found?.value !== value)
    throw new Violation(
      'values of people',
      `${address.itemId} of ${caseKey} is ${found?.value ?? 'empty'}, and a person entered ${value}`,
    );
}

/** Notes the version that a run made, and compares with it what the run says. Answers the keys of all it may have touched. */
async function noteVersions(
  simulation: Simulation,
  { caseKey, kind, state, events, runKey }: DataOf<typeof readSyncRun>,
  root: number | null,
): Promise<number[]> {
  const wrong = (why: string): never => {
    throw new Violation('synchronisation', `run ${runKey} ${why}`);
  };
  if (state !== 'done') return [];
  const isDone = events.some(({ outcome }) => outcome === 'done');
  if ((caseKey !== null) !== isDone)
    wrong(`is of the kind ${kind}, with case ${caseKey}, and wrote ${isDone ? 'events' : 'nothing'}`);
  if (caseKey === null) return [];
  if (root === null && events.length > 0 && kind !== 'new')
    wrong(`makes a version of the kind ${kind} of no case`);
  return noteVersion(simulation, caseKey);
}

async function noteVersion(simulation: Simulation, caseKey: number): Promise<number[]> {
  const { versions } = simulation;
  const all = await versionsBeside(simulation, caseKey);
  for (const earlier of all.slice(0, -1)) {
    const version = versions.get(earlier);
    if (version) version.superseded = true;
  }
  const code = textOfRole(simulation, await contentOf(simulation, caseKey), 'nullificationAmendment');
  versions.set(caseKey, { ...OPEN, caseKey, nullified: code === NULLIFICATION });
  return all;
}

/** The source has an event no more that is in a case: a user keeps it, or withdraws the case. */
const decideRemoved: Act = {
  name: 'decide about a withdrawn event',
  weight: 2,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const removed = await removedEvents(simulation);
    if (removed.length === 0) return null;
    const { studyKey, eventKey } = chance.pick(removed);
    const decision = chance.pick(['keep', 'nullify'] as const);
    const answer = await server.call(BY, decideRemovedEvent, {
      params: { sponsorKey: SPONSOR, studyKey, eventKey },
      body: { decision, REASON: 'Simulated' },
    });
    const caseKey = answer.success ? answer.data.caseKey : null;
    const touched = caseKey === null ? [] : await noteVersion(simulation, caseKey);
    return deed(BY, `decides about the withdrawn event ${eventKey}: ${decision}`, answer, touched);
  },
};

export const syncActs: readonly Act[] = [synchronise, decideRemoved];
