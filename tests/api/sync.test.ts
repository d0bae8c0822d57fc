/** Adverse events of a study become cases: found, tried, committed, found changed, reset. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkSyncProgress,
  decideReconciliation,
  decideRemovedEvent,
  listHomeEdcSync,
  listReconciliation,
  listSyncEvents,
  readAuthor,
  readHomeEdcSync,
  readSyncLog,
  resetSync,
  retrieveSyncItems,
} from '../../shared/contract/index.ts';
import { itemValue } from './caseWorld.ts';
import { demography, eventRow, startSyncWorld, type SyncWorld } from './syncWorld.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world.server.stop());

/** A subject of its own for each test: they share a server. */
let subjects = 2000;
const newSubject = () => String((subjects += 1));
const inStudy = () => ({ sponsorKey: 1, studyKey: world.study.studyKey });
const otherStudy = async () => {
  const { study_key } = await world.query((trx) =>
    trx
      .selectFrom('study')
      .select('study_key')
      .where('study_key', '<>', world.study.studyKey)
      .executeTakeFirstOrThrow(),
  );
  return study_key;
};
const stateOf = async (subject: string) =>
  Object.fromEntries((await world.items(subject)).map(({ AETERM, SYNC }) => [AETERM, SYNC]));
const itemOf = async (subject: string, term: string) => {
  const found = (await world.items(subject)).find(({ AETERM }) => AETERM === term);
  if (!found) throw new Error(term);
  return found;
};
const caseOf = (caseKey: number | null) => {
  if (caseKey === null) throw new Error('no case was written');
  return caseKey;
};
const rootOf = (caseKey: number) =>
  world.query(async (trx) =>
    Number(
      (
        await trx
          .selectFrom('pv_case')
          .select('root_case_key')
          .where('case_key', '=', caseKey)
          .executeTakeFirstOrThrow()
      ).root_case_key,
    ),
  );
const termsIn = async (caseKey: number) =>
  world.query(async (trx) => {
    const rows = await trx
      .selectFrom('case_page_row')
      .select(['row_no', 'items', 'deleted'])
      .where('case_key', '=', caseKey)
      .where('page', '=', 'AE')
      .orderBy('row_no')
      .execute();
    const key = (rowNo: number) => `${world.role('reactionVerbatim')}|${rowNo}|0|0`;
    return rows.map(({ row_no, items }) => items[key(row_no)]?.v);
  });

/** A subject with a rash, a fever that is serious, and nausea. */
async function threeEvents() {
  const subject = newSubject();
  const rows = [
    eventRow('a', 1, { term: 'Rash' }, subject),
    eventRow('b', 2, { term: 'Fever', serious: 'Y', outcome: 'RECOVERING' }, subject),
    eventRow('c', 3, { term: 'Nausea' }, subject),
    demography({ SEX: 'F' }, subject),
  ];
  await world.read(rows);
  const found = await world.find();
  return { subject, rows, found };
}

describe('events of a study', () => {
  it('are found once, and listed with what is known of them', async () => {
    const { subject, found } = await threeEvents();
    expect(found).toMatchObject({ fresh: 3, changed: 0, removed: 0 });
    expect(await world.find()).toEqual({ fresh: 0, changed: 0, removed: 0 });
    const { data } = await world.server.call(listSyncEvents, {
      params: inStudy(),
      query: { keyword: `s-${subject}`, sort: 'eventNo', direction: 'asc' },
      token: world.admin,
    });
    expect(
      data.listInfo.map(({ cells }) => [cells['eventNo'], cells['aeTerm'], cells['sae'], cells['state']]),
    ).toEqual([
      ['1', 'Rash', 'Not serious', 'New'],
      ['2', 'Fever', 'Serious', 'New'],
      ['3', 'Nausea', 'Not serious', 'New'],
    ]);
  });

  it('begin with the one that is asked for', async () => {
    const { subject } = await threeEvents();
    const fever = await itemOf(subject, 'Fever');
    const { data } = await world.server.call(retrieveSyncItems, {
      params: { ...inStudy(), subjectKey: await world.subjectNo(subject) },
      query: { aeSeq: fever.AESEQ, schdKey: fever.SCHD_KEY },
      token: world.admin,
    });
    expect(data.SUBJ_ID).toBe(`S-${subject}`);
    expect(data.booklet).toBe(false);
    expect(data.listInfo.map(({ AETERM }) => AETERM)).toEqual(['Fever', 'Rash', 'Nausea']);
  });

  it('are of no interest to users who may not see the study, or may not synchronise', async () => {
    const { subject } = await threeEvents();
    const limited = await world.limitedUser('sync.elsewhere', { studyKeys: [await otherStudy()] }, 1);
    const refused = await world.server.call(listSyncEvents, { params: inStudy(), token: limited });
    expect(refused.errCode).toBe('SYNC_STUDY_NOT_FOUND');
    expect((await world.begin(['Rash'], { subject, token: world.editor })).errCode).toBe('NO_PRIVILEGE');
  });
});

describe('a dry run', () => {
  it('shows every target with its source and its rule, and writes nothing', async () => {
    const { subject } = await threeEvents();
    const { data } = await world.dryRun(['Fever', 'Rash'], { subject });
    expect(data).toMatchObject({ question: false, kind: 'new', target: null, problems: [], failed: [] });
    const onset = data.values.find(
      ({ itemId, rowNo }) => itemId === world.role('reactionStart') && rowNo === 1,
    );
    expect(onset).toMatchObject({
      before: { value: null },
      after: { value: '20260504' },
      outcome: 'set',
      sourceText: '2026-05-04',
      source: `${subject} › LOG › AE › AE_LOG (2) › AESTDTC`,
      rule: { targetSeqNo: 1, version: 1 },
    });
    expect(data.findings.length).toBeGreaterThan(0);
    expect(await stateOf(subject)).toEqual({ Rash: 'new', Fever: 'new', Nausea: 'new' });
  });

  it('names a value that is not mapped with its rule, and the event that it keeps out', async () => {
    const { subject, rows } = await threeEvents();
    await world.read([...rows.slice(1), eventRow('a', 1, { term: 'Rash', outcome: 'SLEEPING' }, subject)]);
    await world.find();
    const { data } = await world.dryRun(['Rash', 'Fever'], { subject });
    const rash = await itemOf(subject, 'Rash');
    expect(data.failed).toEqual([rash.EVENT_KEY]);
    expect(data.problems).toMatchObject([
      {
        kind: 'unmapped',
        sourceText: 'SLEEPING',
        rule: { itemId: world.role('reactionOutcome'), targetSeqNo: 1 },
      },
    ]);
    const run = await world.sync(['Rash', 'Fever'], { subject });
    expect(run.events).toMatchObject([
      { term: 'Rash', outcome: 'failed', problem: { kind: 'unmapped' } },
      { term: 'Fever', outcome: 'done' },
    ]);
    expect(await stateOf(subject)).toMatchObject({ Rash: 'failed', Fever: 'yes' });
    expect(await termsIn(caseOf(run.caseKey))).toEqual(['Fever']);
  });

  it('leaves an item empty whose value in another row cannot be mapped, and keeps no event out', async () => {
    const { subject, rows } = await threeEvents();
    await world.read([...rows.slice(0, 3), demography({ SEX: 'X' }, subject)]);
    const { data } = await world.dryRun(['Fever'], { subject });
    expect(data).toMatchObject({
      failed: [],
      problems: [{ kind: 'unmapped', blocking: false, eventKey: null }],
    });
    expect((await world.sync(['Fever'], { subject })).events).toMatchObject([{ outcome: 'done' }]);
  });
});

describe('a run', () => {
  it('makes one case of the selection, whose values know where they came from', async () => {
    const { subject } = await threeEvents();
    const run = await world.sync(['Fever', 'Rash'], { subject });
    expect(run).toMatchObject({ state: 'done', kind: 'new' });
    const caseKey = caseOf(run.caseKey);
    expect(await termsIn(caseKey)).toEqual(['Fever', 'Rash']);
    expect(await stateOf(subject)).toEqual({ Fever: 'yes', Rash: 'yes', Nausea: 'new' });
    const { data } = await world.server.call(readAuthor, {
      params: { caseKey },
      query: { itemId: world.role('reactionVerbatim'), rowNo: 1 },
      token: world.admin,
    });
    expect(data.last).toMatchObject({
      source: 'sync',
      reason: `Sync TEST-01 S-${subject} ${run.runKey}`,
      provenance: { by: 'sync', source: `${subject} › LOG › AE › AE_LOG (2) › AETERM`, sourceText: 'Fever' },
    });
    const fever = await itemOf(subject, 'Fever');
    const log = await world.server.call(readSyncLog, {
      params: { ...inStudy(), eventKey: fever.EVENT_KEY },
      token: world.admin,
    });
    expect(log.data.listInfo).toMatchObject([{ action: 'sync', caseNo: run.caseNo }]);
  });

  it('asks which case another event of the subject belongs to, and continues it', async () => {
    const { subject } = await threeEvents();
    const first = await world.sync(['Fever', 'Rash'], { subject });
    const question = await world.dryRun(['Nausea'], { subject });
    expect(question.data).toMatchObject({
      question: true,
      candidates: [{ caseNo: first.caseNo, terms: ['Rash', 'Fever'] }],
    });
    expect((await world.begin(['Nausea'], { subject })).errCode).toBe('SYNC_QUESTION');
    const target = await rootOf(caseOf(first.caseKey));
    const second = await world.sync(['Nausea'], { subject, target });
    expect(second).toMatchObject({ kind: 'followUp', caseNo: first.caseNo });
    expect(await termsIn(caseOf(second.caseKey))).toEqual(['Fever', 'Rash', 'Nausea']);
    const another = await threeEvents();
    await world.sync(['Fever'], { subject: another.subject });
    const separate = await world.sync(['Rash'], { subject: another.subject, target: null });
    expect(separate.kind).toBe('new');
  });

  it('does not synchronise twice, and skips what is synchronised', async () => {
    const { subject } = await threeEvents();
    const runKey = 'aaaaaaaa-0000-4000-8000-000000000001';
    const first = await world.sync(['Fever'], { subject, runKey });
    const again = await world.begin(['Fever'], { subject, runKey });
    expect(again.data).toMatchObject({ state: 'done', caseNo: first.caseNo });
    expect((await world.begin(['Fever'], { subject })).errCode).toBe('SYNC_ALREADY');
    const other = await world.sync(['Fever', 'Rash'], { subject, target: null });
    expect(other.events).toMatchObject([
      { term: 'Rash', outcome: 'done' },
      { term: 'Fever', outcome: 'skipped' },
    ]);
  });

  it('has its events until it ends, or its lease does', async () => {
    const { subject } = await threeEvents();
    await world.begin(['Fever'], { subject });
    const { AESEQ: aeSeq, SCHD_KEY: schdKey, SUBJ_KEY: subjKey } = await itemOf(subject, 'Fever');
    const progress = () =>
      world.server.call(checkSyncProgress, {
        params: inStudy(),
        body: { listInfo: [{ aeSeq, schdKey, subjKey }] },
        token: world.admin,
      });
    expect((await progress()).data).toEqual({ done: false, listInfo: [{ aeSeq, schdKey, subjKey }] });
    expect((await world.begin(['Fever', 'Rash'], { subject })).errCode).toBe('SYNC_IN_PROGRESS');
    await world.work();
    expect((await progress()).data.done).toBe(true);
  });

  it('leaves out an event that vanished meanwhile', async () => {
    const { subject, rows } = await threeEvents();
    const begun = await world.begin(['Fever', 'Rash'], { subject });
    await world.read(rows.slice(1));
    await world.work();
    expect(await stateOf(subject)).toMatchObject({ Fever: 'yes', Rash: 'failed' });
    await world.find();
    expect(await stateOf(subject)).toMatchObject({ Rash: 'removed' });
    expect(begun.data.state).toBe('committing');
  });

  it('writes nothing where a rule names what the study does not have', async () => {
    const { subject } = await threeEvents();
    await world.changeRules((rules) => ({
      ...rules,
      rules: rules.rules.map((one) =>
        one.itemId === world.role('reactionStart')
          ? { ...one, source: { ...one.source, formOid: 'AE2', groupOid: 'AE2_LOG' } }
          : one,
      ),
    }));
    const run = await world.sync(['Fever', 'Rash'], { subject });
    expect(run).toMatchObject({ kind: 'nothing', caseKey: null });
    expect(run.events).toMatchObject([
      { outcome: 'failed', problem: { kind: 'no-source', rule: { itemId: world.role('reactionStart') } } },
      { outcome: 'failed' },
    ]);
    await world.changeRules((rules) => ({
      ...rules,
      rules: rules.rules.map((one) => ({
        ...one,
        ...(one.source.formOid === 'AE2' && { source: { ...one.source, formOid: 'AE', groupOid: 'AE_LOG' } }),
      })),
    }));
    expect((await world.sync(['Fever', 'Rash'], { subject })).kind).toBe('new');
  });
});

describe('a synchronised event', () => {
  it('is found changed, and a significant change makes a follow-up', async () => {
    const { subject, rows } = await threeEvents();
    const first = await world.sync(['Fever', 'Rash'], { subject });
    const changed = eventRow('b', 2, { term: 'Fever', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(rows.map((row) => (row.recordId === 'b' ? changed : row)));
    expect(await world.find()).toEqual({ fresh: 0, changed: 1, removed: 0 });
    expect(await stateOf(subject)).toMatchObject({ Fever: 'changed', Rash: 'yes' });
    const { data } = await world.dryRun(['Fever'], { subject });
    expect(data).toMatchObject({ question: false, kind: 'followUp' });
    expect(data.values.filter(({ outcome }) => outcome === 'set')).toMatchObject([
      { itemId: world.role('reactionOutcome'), before: { value: '2' }, after: { value: '5' } },
    ]);
    const second = await world.sync(['Fever'], { subject });
    expect(second).toMatchObject({ kind: 'followUp', caseNo: first.caseNo });
    expect(await world.find()).toEqual({ fresh: 0, changed: 0, removed: 0 });
  });

  it('is found changed in rows that were read before the last search, and stored after it', async () => {
    const { subject, rows } = await threeEvents();
    await world.sync(['Fever'], { subject });
    const withOther = (term: string) =>
      rows.map((row) => (row.recordId === 'c' ? eventRow('c', 3, { term }, subject) : row));
    await world.read(withOther('Vomiting'));
    const readAt = world.server.clock.now();
    world.server.clock.advance(60_000);
    expect(await world.findChanged()).toMatchObject({ changed: 0 });
    const worse = eventRow('b', 2, { term: 'Fever', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(
      withOther('Vomiting').map((row) => (row.recordId === 'b' ? worse : row)),
      readAt,
    );
    expect(await world.findChanged()).toMatchObject({ changed: 1 });
    expect(await world.findChanged()).toMatchObject({ changed: 0 });
  });

  it('makes no second case where its case was deleted, before it is reset', async () => {
    const { subject, rows } = await threeEvents();
    const first = await world.sync(['Fever'], { subject });
    const changed = eventRow('b', 2, { term: 'Fever', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(rows.map((row) => (row.recordId === 'b' ? changed : row)));
    await world.find();
    await world.status(caseOf(first.caseKey), 'DELETE', 'Y');
    expect((await world.dryRun(['Fever'], { subject })).errCode).toBe('SYNC_CASE_GONE');
    expect((await world.begin(['Fever'], { subject, target: null })).errCode).toBe('SYNC_CASE_GONE');
  });

  it('is collected as drift where the change is not significant', async () => {
    const { subject, rows } = await threeEvents();
    await world.sync(['Fever'], { subject });
    await world.read([...rows.slice(0, 3), demography({ SEX: 'M' }, subject)]);
    expect(await world.find()).toMatchObject({ changed: 1 });
    expect((await world.dryRun(['Fever'], { subject })).data.kind).toBe('drift');
    const run = await world.sync(['Fever'], { subject });
    const significance = await world.page(caseOf(run.caseKey), 'CI');
    expect(JSON.stringify(significance.data)).toContain('notSignificant');
  });

  it('keeps what a person changed, unless they choose the source', async () => {
    const { subject, rows } = await threeEvents();
    const first = await world.sync(['Fever'], { subject });
    const caseKey = caseOf(first.caseKey);
    const typed = itemValue(world.role('reactionVerbatim'), [1], 'High fever');
    expect((await world.save(caseKey, 'AE', [typed], { rowNo: 1 })).status).toBe(200);
    const changed = eventRow('b', 2, { term: 'Pyrexia', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(rows.map((row) => (row.recordId === 'b' ? changed : row)));
    await world.find();
    const { data } = await world.dryRun(['Pyrexia'], { subject });
    const conflict = data.values.find(({ outcome }) => outcome === 'conflict');
    expect(conflict).toMatchObject({
      touched: true,
      before: { value: 'High fever' },
      after: { value: 'Pyrexia' },
    });
    const left = await world.sync(['Pyrexia'], { subject });
    expect(await termsIn(caseOf(left.caseKey))).toEqual(['High fever']);
    const again = eventRow('b', 2, { term: 'Hyperpyrexia', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(rows.map((row) => (row.recordId === 'b' ? again : row)));
    await world.find();
    const chosen = await world.sync(['Hyperpyrexia'], { subject, overwrite: [conflict?.address ?? ''] });
    expect(await termsIn(caseOf(chosen.caseKey))).toEqual(['Hyperpyrexia']);
  });

  it('is reset with a reason: the case and the log stay, and it can be synchronised again', async () => {
    const { subject } = await threeEvents();
    const first = await world.sync(['Fever'], { subject });
    const { EVENT_KEY } = await itemOf(subject, 'Fever');
    const body = { EVENT_KEYS: [EVENT_KEY], REASON: 'Wrong subject' };
    const reset = await world.server.call(resetSync, { params: inStudy(), body, token: world.admin });
    expect(reset.data).toEqual({ reset: 1 });
    expect(await itemOf(subject, 'Fever')).toMatchObject({ SYNC: 'new', CASE_NO: null });
    const log = await world.server.call(readSyncLog, {
      params: { ...inStudy(), eventKey: EVENT_KEY },
      token: world.admin,
    });
    expect(log.data.listInfo).toMatchObject([
      { action: 'reset', caseNo: first.caseNo, reason: 'Wrong subject' },
      { action: 'sync' },
    ]);
    expect(await termsIn(caseOf(first.caseKey))).toEqual(['Fever']);
    expect((await world.sync(['Fever'], { subject })).kind).toBe('new');
    const twice = await world.server.call(resetSync, {
      params: inStudy(),
      body: { ...body, EVENT_KEYS: [(await itemOf(subject, 'Rash')).EVENT_KEY] },
      token: world.admin,
    });
    expect(twice.errCode).toBe('SYNC_NOT_SYNCED');
  });

  it('is asked about when the source removed it', async () => {
    const { subject, rows } = await threeEvents();
    const run = await world.sync(['Fever'], { subject });
    await world.read(rows.filter(({ recordId }) => recordId !== 'b'));
    expect(await world.find()).toMatchObject({ removed: 1 });
    const { EVENT_KEY } = await itemOf(subject, 'Fever');
    const decideOn = (decision: 'keep' | 'nullify') =>
      world.server.call(decideRemovedEvent, {
        params: { ...inStudy(), eventKey: EVENT_KEY },
        body: { decision, REASON: 'Entered twice at the site' },
        token: world.admin,
      });
    expect((await decideOn('keep')).data.caseKey).toBeNull();
    expect(await itemOf(subject, 'Fever')).toMatchObject({
      SYNC: 'removed',
      REMARK: 'Entered twice at the site',
    });
    const { data } = await decideOn('nullify');
    expect(data.caseKey).not.toBe(run.caseKey);
    const nullified = await world.page(caseOf(data.caseKey), 'CI');
    expect(nullified.data.status.nullified).toBe(true);
  });

  it('stays synchronised where C.1.1 of its case is changed', async () => {
    const { subject, rows } = await threeEvents();
    const first = await world.sync(['Fever'], { subject });
    const target = await rootOf(caseOf(first.caseKey));
    const number = (text: string) => itemValue(world.role('caseNumber'), [], text);
    await world.save(caseOf(first.caseKey), 'CI', [number('KR-FIRST-1')]);
    const changed = eventRow('b', 2, { term: 'Fever', serious: 'Y', outcome: 'FATAL' }, subject);
    await world.read(rows.map((row) => (row.recordId === 'b' ? changed : row)));
    await world.find();
    const second = await world.sync(['Fever'], { subject, target });
    expect((await world.save(caseOf(second.caseKey), 'CI', [number('KR-OTHER-1')])).status).toBe(200);
    expect(await stateOf(subject)).toMatchObject({ Fever: 'yes' });
    expect(await rootOf(caseOf(second.caseKey))).toBe(second.caseKey);
  });
});

describe('reconciliation', () => {
  const rowsOf = async (keyword: string) =>
    (
      await world.server.call(listReconciliation, {
        params: inStudy(),
        query: { keyword, rowCount: 100 },
        token: world.admin,
      })
    ).data.listInfo;

  it('lists serious events without a case, and values that differ, until they are decided', async () => {
    const { subject } = await threeEvents();
    expect(await rowsOf(`s-${subject}`)).toMatchObject([
      { codes: { kind: ['noCase'] }, cells: { aeTerm: 'Fever' } },
    ]);
    const run = await world.sync(['Fever'], { subject });
    expect(await rowsOf(`s-${subject}`)).toEqual([]);
    const typed = itemValue(world.role('reactionVerbatim'), [1], 'High fever');
    await world.save(caseOf(run.caseKey), 'AE', [typed], { rowNo: 1 });
    const [difference] = await rowsOf(`s-${subject}`);
    expect(difference).toMatchObject({
      codes: { kind: ['differs'], decision: ['open'] },
      cells: { studyValue: 'Fever', caseValue: 'High fever', caseNo: run.caseNo },
    });
    const outcome = itemValue(world.role('reactionOutcome'), [1], '5');
    await world.save(caseOf(run.caseKey), 'AE', [outcome], { rowNo: 1 });
    expect((await rowsOf(`s-${subject}`)).map(({ cells }) => cells['caseValue'])).toContain('Fatal');
    await world.save(caseOf(run.caseKey), 'AE', [{ ...outcome, value: '2' }], { rowNo: 1 });
    const decided = await world.server.call(decideReconciliation, {
      params: inStudy(),
      body: { subjects: [difference?.rowKey ?? ''], decision: 'source', comment: 'Asked the site' },
      token: world.admin,
    });
    expect(decided.data).toEqual({ decided: 1 });
    expect(await rowsOf(`s-${subject}`)).toMatchObject([
      { codes: { decision: ['source'] }, cells: { comment: 'Asked the site' } },
    ]);
  });
});

describe('the home page', () => {
  const onHome = (token: string) =>
    world.server.call(readHomeEdcSync, { params: { sponsorKey: 1 }, query: { rowCount: 3 }, token });

  it('begins with the events that were found or changed last, each with the way to its dialog', async () => {
    const { subject } = await threeEvents();
    await world.sync(['Fever'], { subject });
    const { data } = await onHome(world.admin);
    expect(data.listInfo[0]).toMatchObject({
      aeTerm: 'Fever',
      subjectId: `S-${subject}`,
      sae: 'Y',
      state: 'yes',
    });
    expect(data.listInfo[0]?.path).toContain(`study-list/${world.study.studyKey}/detail/sync/list?subject=`);
    const times = data.listInfo.map(({ changedAt }) => changedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const list = await world.server.call(listHomeEdcSync, { params: { sponsorKey: 1 }, token: world.admin });
    expect(list.data.pageInfo.totalCount).toBe(data.totalCount);
    expect(list.data.listInfo.slice(0, 3).map(({ rowKey }) => Number(rowKey))).toEqual(
      data.listInfo.map(({ eventKey }) => eventKey),
    );
  });

  it('lists those of the studies in scope alone', async () => {
    await threeEvents();
    const other = await otherStudy();
    const limited = await world.limitedUser('home.elsewhere', { studyKeys: [other] }, 1);
    expect((await onHome(limited)).data).toEqual({ listInfo: [], totalCount: 0 });
  });
});
