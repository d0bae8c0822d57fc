/** A study with subjects and adverse events as its source holds them, the rules of the study, and runs. */
import { randomUUID } from 'node:crypto';
import {
  dryRunSync,
  findSyncEvents,
  readSyncRun,
  retrieveSyncItems,
  syncEvents,
  type SyncItem,
} from '../../shared/contract/index.ts';
import type { SourceRow } from '../../shared/study-data/studyData.ts';
import { recordKeyOf } from '../../shared/study-data/studyData.ts';
import type { MappingRule, RuleSet } from '../../shared/sync/mappingRule.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { findEvents } from '../../server/sync/findEvents.ts';
import { findLinkedStudies } from '../../server/sync/sync.store.ts';
import { caseCommitter } from '../../server/sync/syncRun.process.ts';
import { putRows, putSubjects, type SourceStudy } from '../../server/study-data/studyData.store.ts';
import { findStoredRuleSet, putRuleSet } from '../../server/sync-rules/ruleSet.store.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

const SUBJECT = '1001';

export interface EventValues {
  term: string;
  serious?: 'Y' | 'N';
  start?: string;
  outcome?: string;
}

/** An event of a log form; `record`: its identifier in the source. */
export const eventRow = (
  record: string,
  no: number,
  { term, serious = 'N', start = '2026-05-04', outcome = 'RECOVERED' }: EventValues,
  subjectKey = SUBJECT,
): SourceRow => ({
  subjectKey,
  eventOid: 'LOG',
  eventRepeat: '',
  formOid: 'AE',
  formRepeat: '',
  groupOid: 'AE_LOG',
  groupRepeat: String(no),
  recordId: record,
  values: { AETERM: term, AESER: serious, AESTDTC: start, AEOUT: outcome },
  changedAt: null,
});

export const demography = (values: SourceRow['values'], subjectKey = SUBJECT): SourceRow => ({
  ...eventRow('dm', 1, { term: '' }, subjectKey),
  formOid: 'DM',
  groupOid: 'DM',
  values,
});

interface FoundCounts {
  fresh: number;
  changed: number;
  removed: number;
}

export interface SyncWorld extends CaseWorld {
  study: SourceStudy & { studyKey: number };
  /** token of a user who may synchronise */
  admin: string;
  role: (name: string) => string;
  /** what a reading of the source, by default of now, brings; rows of these subjects that are not given are removed */
  read: (rows: readonly SourceRow[], at?: Date) => Promise<void>;
  /** what a user begins: all rows are searched */
  find: () => Promise<FoundCounts>;
  /** what follows a reading: rows that changed are searched */
  findChanged: () => Promise<FoundCounts>;
  changeRules: (change: (rules: RuleSet) => RuleSet) => Promise<void>;
  items: (subject?: string) => Promise<SyncItem[]>;
  subjectNo: (subject?: string) => Promise<number>;
  dryRun: (terms: readonly string[], more?: RunOptions) => ReturnType<typeof dryRunOn>;
  /** begins a run without doing its job */
  begin: (terms: readonly string[], more?: RunOptions) => ReturnType<typeof beginOn>;
  /** does what is due */
  work: () => Promise<unknown>;
  /** begins a run and answers its result */
  sync: (terms: readonly string[], more?: RunOptions) => Promise<Awaited<ReturnType<typeof runOn>>['data']>;
}

interface RunOptions {
  subject?: string;
  target?: number | null;
  overwrite?: string[];
  token?: string;
  runKey?: string;
  /** of the dry run that the user has seen; default: of any */
  seen?: string;
}

const rule = (itemId: string, itemOid: string, more: Partial<MappingRule> = {}): MappingRule => ({
  itemId,
  targetSeqNo: 1,
  metadataVersion: 'v1',
  source: { eventOid: '*', formOid: 'AE', groupOid: 'AE_LOG', itemOid, row: 'same' },
  transform: { kind: 'text' },
  condition: [],
  joinWith: null,
  nullFlavorWhenEmpty: null,
  overwrite: 'ifUntouched',
  significant: true,
  comment: '',
  version: 1,
  ...more,
});

/** Brings the number of the subject. */
export const subjectRule = (itemId: string): MappingRule =>
  rule(itemId, 'subject.label', {
    source: { eventOid: '*', formOid: '', groupOid: '', itemOid: 'subject.label', row: 'same' },
  });

function rulesOf(world: CaseWorld): RuleSet {
  const { roles, groupRoles } = world.server.deps.catalogue.whole;
  const item = (name: string) => roles[name] ?? '';
  return {
    event: {
      formOid: 'AE',
      groupOid: 'AE_LOG',
      termItemOid: 'AETERM',
      seriousItemOid: 'AESER',
      seriousValues: ['Y'],
      bookletItemOid: null,
    },
    groups: [
      {
        groupId: groupRoles['reactions'] ?? '',
        source: { formOid: 'AE', groupOid: 'AE_LOG', condition: [] },
        rows: 'selected',
        window: null,
        version: 1,
      },
    ],
    rules: [
      rule(item('reactionVerbatim'), 'AETERM'),
      rule(item('reactionStart'), 'AESTDTC', { transform: { kind: 'date' } }),
      rule(item('reactionOutcome'), 'AEOUT', {
        transform: { kind: 'map', values: { RECOVERED: '1', RECOVERING: '2', FATAL: '5' } },
      }),
      rule(item('seriousOther'), 'AESER', {
        transform: { kind: 'map', values: { Y: 'true', N: '' } },
        condition: [{ itemOid: 'AESER', operator: 'EQ', values: ['Y'] }],
      }),
      rule(item('sex'), 'SEX', {
        source: { eventOid: '*', formOid: 'DM', groupOid: 'DM', itemOid: 'SEX', row: 'first' },
        transform: { kind: 'map', values: { M: '1', F: '2' } },
        significant: false,
      }),
    ],
  };
}

const subjectOf = (subjectKey: string) => ({
  subjectKey,
  label: `S-${subjectKey}`,
  siteOid: '01',
  siteName: 'Hanbit University Hospital',
  country: 'KR',
});

interface Opened extends CaseWorld {
  study: SourceStudy & { studyKey: number };
  admin: string;
}

async function paramsOf(world: Opened, subject = SUBJECT) {
  return { sponsorKey: 1, studyKey: world.study.studyKey, subjectKey: await numberOf(world, subject) };
}

const numberOf = (world: Opened, subject = SUBJECT): Promise<number> =>
  world.query(async (trx) => {
    const found = await trx
      .selectFrom('study_subject')
      .select('subject_no')
      .where('subject_key', '=', subject)
      .executeTakeFirstOrThrow();
    return found.subject_no;
  });

async function itemsOn(world: Opened, subject?: string): Promise<SyncItem[]> {
  const params = await paramsOf(world, subject);
  return (await world.server.call(retrieveSyncItems, { params, token: world.admin })).data.listInfo;
}

/** The first term is the main event. */
async function selection(world: Opened, terms: readonly string[], subject?: string) {
  const items = await itemsOn(world, subject);
  return terms.map((term, index) => {
    const item = items.find(({ AETERM }) => AETERM === term);
    if (!item) throw new Error(`no event is called ${term}`);
    const { EVENT_KEY, SCHD_KEY, AESEQ, SUBJ_KEY } = item;
    return { EVENT_KEY, SCHD_KEY, AESEQ, SUBJ_KEY, SEQ_NO: index + 1 };
  });
}

const targetIn = ({ target }: RunOptions) => (target === undefined ? {} : { TARGET: target });

async function dryRunOn(world: Opened, terms: readonly string[], more: RunOptions = {}) {
  return world.server.call(dryRunSync, {
    params: await paramsOf(world, more.subject),
    body: {
      SUBJ_SYNC: await selection(world, terms, more.subject),
      OVERWRITE: more.overwrite ?? [],
      ...targetIn(more),
    },
    token: more.token ?? world.admin,
  });
}

async function beginOn(world: Opened, terms: readonly string[], more: RunOptions = {}) {
  const params = await paramsOf(world, more.subject);
  return world.server.call(syncEvents, {
    params,
    body: {
      RUN_KEY: more.runKey ?? randomUUID(),
      SUBJ_KEY: params.subjectKey,
      SUBJ_SYNC: await selection(world, terms, more.subject),
      MOST_RECENT: '20260601',
      OVERWRITE: more.overwrite ?? [],
      ...targetIn(more),
      ...(more.seen !== undefined && { SEEN: more.seen }),
    },
    token: more.token ?? world.admin,
  });
}

const runOn = ({ server, study, admin }: Opened, runKey: string) =>
  server.call(readSyncRun, { params: { sponsorKey: 1, studyKey: study.studyKey, runKey }, token: admin });

/** Without the jobs of the server: the test does them. */
export const startSyncWorld = async (env: Record<string, string> = {}): Promise<SyncWorld> =>
  syncWorldOn(await startCaseWorld({ ROLE: 'api', ...env }));

/** On a server that is there. */
export async function syncWorldOn(world: CaseWorld): Promise<SyncWorld> {
  const { server, query } = world;
  const study = await query(async (trx) => {
    const { study_key } = await trx
      .selectFrom('study')
      .select('study_key')
      .orderBy('study_key')
      .executeTakeFirstOrThrow();
    // in place of the source of the demo
    await trx.deleteFrom('study_link').where('study_key', '=', study_key).execute();
    const { source_key } = await trx
      .insertInto('study_source')
      .values({
        sponsor_key: 1,
        name: 'Test source',
        kind: 'file',
        settings: '{}',
        read_at: new Date(),
      } as never)
      .returning('source_key')
      .executeTakeFirstOrThrow();
    // the demo links it to its own source
    await trx.deleteFrom('study_link').where('study_key', '=', study_key).execute();
    const link = { sponsor_key: 1, study_key, source_key, study_oid: 'TEST-01', protocol: 'TEST-01' };
    await trx
      .insertInto('study_link')
      .values({ ...link, linked_at: new Date() })
      .execute();
    return { sponsorKey: 1, sourceKey: source_key, studyOid: 'TEST-01', studyKey: study_key };
  });
  const opened: Opened = { ...world, study, admin: world.second };
  const changeRules: SyncWorld['changeRules'] = (change) =>
    query(async (trx) => {
      const stored = await findStoredRuleSet(trx, 1, study.studyKey);
      await putRuleSet(trx, {
        sponsorKey: 1,
        studyKey: study.studyKey,
        ruleSet: change(stored?.ruleSet ?? rulesOf(world)),
        versionNo: (stored?.versionNo ?? 0) + 1,
        changedAt: new Date(),
        changedBy: 'Test',
        reason: 'Test',
      });
    });
  await changeRules(() => rulesOf(world));
  const work = () => runDueJobs(server.deps, [caseCommitter(server.deps)]);
  const find = async () => {
    const params = { sponsorKey: 1, studyKey: study.studyKey };
    return (await server.call(findSyncEvents, { params, token: opened.admin })).data;
  };
  return {
    ...opened,
    role: (name) => server.deps.catalogue.whole.roles[name] ?? '',
    read: (rows, at = server.clock.now()) =>
      query(async (trx) => {
        const subjects = [...new Set(rows.map(({ subjectKey }) => subjectKey))];
        await putSubjects(trx, study, subjects.map(subjectOf), at);
        await putRows(trx, study, rows, at);
        await trx
          .updateTable('study_row')
          .set({ removed_at: at })
          .where('study_oid', '=', study.studyOid)
          .where('subject_key', 'in', subjects)
          .where('record_key', 'not in', rows.map(recordKeyOf))
          .where('removed_at', 'is', null)
          .execute();
      }),
    find,
    findChanged: async () => {
      const [linked] = await query((trx) => findLinkedStudies(trx, 1, { studyKey: study.studyKey }));
      const found = linked && (await findEvents(server.deps, linked, { all: false }));
      if (!found) throw new Error('the study has no link or no rules');
      return found;
    },
    changeRules,
    items: (subject) => itemsOn(opened, subject),
    subjectNo: (subject) => numberOf(opened, subject),
    dryRun: (terms, more) => dryRunOn(opened, terms, more),
    begin: (terms, more) => beginOn(opened, terms, more),
    work,
    sync: async (terms, more) => {
      const begun = await beginOn(opened, terms, more);
      if (begun.status !== 200) throw new Error(`the run was refused: ${begun.errMsg}`);
      await work();
      return (await runOn(opened, begun.data.runKey)).data;
    },
  };
}
