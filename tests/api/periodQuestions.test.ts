/** Questions of a period: what was known at its data lock point, what was nullified, and what a file says of itself. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import {
  createFollowUp,
  downloadDataset,
  freezeCaseSeries,
  listCases,
  listLibraryAudit,
  previewExport,
  saveSearchLibrary,
  setRowStatus,
  type DataQuery,
} from '../../shared/contract/index.ts';
import { keepValues, passingKeys } from '../../server/case-query/passingCases.ts';
import { inScope } from '../../server/cases/record/caseScope.store.ts';
import { findDocs } from '../../server/cases/record/case.store.ts';
import { contentOf } from '../../server/cases/record/pageDoc.ts';
import { openCaseFile } from '../../server/data-export/caseFile.ts';
import { findSessionUser } from '../../server/http/session.ts';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Condition, ItemTest } from '../../shared/query/condition.types.ts';
import { caseWorldOn, itemValue, LATER, type CaseWorld } from './caseWorld.ts';
import { answers, codesNamedIn } from './conditionMeaning.ts';
import { startTestServer } from './harness.ts';

const ANY = { of: 'any', min: null, max: null } as const;

let world: CaseWorld;
beforeAll(async () => {
  world = await caseWorldOn(await startTestServer({ env: { ROLE: 'api' } }));
});
afterAll(() => world.server.stop());

const whole = () => world.server.deps.catalogue.whole;
const item = (role: string): string => whole().roles[role] ?? '';
const pageOf = (role: string): string => whole().items[item(role)]?.page ?? '';

function productQuery(name: string, period: [string, string]): DataQuery {
  const found = world.server.deps.catalogue.queries.find(({ query }) => query === name);
  const text = JSON.stringify(found?.asks).replace('["",""]', JSON.stringify(period));
  return { ...(JSON.parse(text) as DataQuery), asAt: period[1] };
}

/** A case that was received on a day, with a reaction. */
async function caseOf(day: string, reaction: string): Promise<number> {
  const { caseKey } = await world.aCase();
  const received = await world.save(caseKey, pageOf('firstReceived'), [
    itemValue(item('firstReceived'), [], day),
    itemValue(item('mostRecentInformation'), [], day),
  ]);
  expect(received.errMsg).toBeNull();
  await react(caseKey, reaction, 0);
  return caseKey;
}

/** Saves a row of a page of rows, the first values of a new one where it is 0. */
async function saveRow(
  caseKey: number,
  rowNo: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const [role = ''] = Object.keys(values);
  const changes = Object.entries(values).map(([of, value]) => itemValue(item(of), [rowNo], value));
  const saved = await world.save(caseKey, pageOf(role), changes, { rowNo });
  expect(saved.errMsg).toBeNull();
}

const react = (caseKey: number, reaction: string, rowNo = 1): Promise<void> =>
  saveRow(caseKey, rowNo, { reactionVerbatim: reaction });

async function followUp(of: number, day: string | null, more: object = {}): Promise<number> {
  const { data, errMsg } = await world.server.call(createFollowUp, {
    params: { caseKey: of },
    body: { reason: 'More', ...more },
    token: world.editor,
  });
  expect(errMsg).toBeNull();
  if (day !== null) {
    const changes = [itemValue(item('mostRecentInformation'), [], day)];
    const saved = await world.save(data.caseKey, pageOf('mostRecentInformation'), changes);
    expect(saved.errMsg).toBeNull();
  }
  return data.caseKey;
}

const previewed = async (body: DataQuery, token = world.editor) => {
  const { data, errMsg } = await world.server.call(previewExport, { body, token });
  expect(errMsg).toBeNull();
  return data;
};

const keysFor = async (body: DataQuery, token?: string): Promise<number[]> => {
  const { count, rows } = await previewed(body, token);
  const keys = rows.map(({ caseKey }) => caseKey);
  expect(keys).toHaveLength(count);
  return keys.toSorted((a, b) => a - b);
};

async function fileOf(query: DataQuery): Promise<Map<string, string>> {
  const body = { name: 'Period', format: 'CSV' as const, query };
  const { bytes } = await world.server.call(downloadDataset, { body, token: world.editor });
  return textsIn(bytes);
}

async function textsIn(bytes: Buffer): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return texts;
}

const FIRST_HALF: [string, string] = ['19870101', '19870630'];
const SECOND_HALF: [string, string] = ['19870701', '19871231'];

describe('a question of a period', () => {
  let first: number;
  let second: number;
  let later: number;
  beforeAll(async () => {
    first = await caseOf('19870110', 'Early rash');
    second = await followUp(first, '19870710');
    await react(second, 'Late anaphylaxis');
    later = await caseOf('19870801', 'Later fever');
  });

  it('has a case as it was known at the data lock point, whatever followed', async () => {
    expect(await keysFor(productQuery('lineListing', FIRST_HALF))).toEqual([first]);
    expect(await keysFor(productQuery('lineListing', SECOND_HALF))).toEqual([second, later]);
    const listing = { ...productQuery('lineListing', FIRST_HALF), items: [item('reactionVerbatim')] };
    const { sentence, rows } = await previewed(listing);
    expect(sentence).toMatch(/, as received by 1987-06-30$/);
    expect(rows[0]?.cells.join(' ')).toContain('Early rash');
    const texts = await fileOf(listing);
    expect(texts.get('data.csv')).toContain('Early rash');
    expect(texts.get('data.csv')).not.toContain('Late anaphylaxis');
    expect(texts.get('about.csv')).toContain('1987-06-30 (data lock point)');
    expect(texts.get('about.csv')).toMatch(/Number of cases"?,"?1\b/);
    const newest = { ...listing, asAt: null };
    expect(await keysFor(newest)).toEqual([]);
  });

  it('has to have a day that is one', async () => {
    for (const asAt of ['', '1987', '19870231']) {
      const body = { ...productQuery('lineListing', FIRST_HALF), asAt };
      const answer = await world.server.call(previewExport, { body, token: world.editor });
      expect(answer.errCode, asAt).toBe('QUERY_FAULTS');
    }
  });

  it('is saved with its day, which the audit trail has, and narrows the list of cases and a series to the same cases', async () => {
    const save = (libraryKey: number, asAt: string, versionNo: number) =>
      world.server.call(saveSearchLibrary, {
        params: { libraryKey },
        body: {
          name: 'First half of 1987',
          description: '',
          shared: false,
          delFlag: 'N' as const,
          reason: 'Report',
          versionNo,
          query: { ...productQuery('lineListing', FIRST_HALF), asAt },
        },
        token: world.editor,
      });
    const { libraryKey } = (await save(0, '19870629', 0)).data;
    expect((await save(libraryKey, '19870630', 1)).data.versionNo).toBe(2);
    const listed = await world.server.call(listCases, {
      query: { library: libraryKey },
      token: world.editor,
    });
    expect(listed.data.listInfo.map(({ rowKey }) => Number(rowKey))).toEqual([second]);
    const params = { libraryKey };
    const frozen = await world.server.call(freezeCaseSeries, { params, token: world.editor });
    expect(frozen.data.count).toBe(1);
    const members = await world.query((trx) =>
      trx
        .selectFrom('case_series_case')
        .select('case_key')
        .where('series_key', '=', frozen.data.seriesKey)
        .execute(),
    );
    expect(members).toEqual([{ case_key: first }]);
    const audit = await world.server.call(listLibraryAudit, { params, token: world.editor });
    expect(JSON.stringify(audit.data.listInfo)).toContain('as received by 1987-06-30');
  });

  it('leaves out what was nullified', async () => {
    const period: [string, string] = ['19850101', '19851231'];
    const open = await caseOf('19850110', 'Real');
    const wrong = await caseOf('19850111', 'Mistake');
    for (const name of ['lineListing', 'reactionsOfPeriod'])
      expect(await keysFor(productQuery(name, period)), name).toEqual([open, wrong]);
    await followUp(wrong, null, { reason: '', nullification: { code: '1', reason: 'duplicate' } });
    for (const name of ['lineListing', 'reactionsOfPeriod'])
      expect(await keysFor(productQuery(name, period)), name).toEqual([open]);
    const table = (await fileOf(productQuery('summaryTabulation', period))).get('data.csv') ?? '';
    expect(table.trimEnd().split('\r\n').at(-1)).toMatch(/,"?1"?,"?1"?$/);
  });

  it('has a version in the period of its day of receipt, which is another one than written where the sponsor lives', async () => {
    const [first, second]: [[string, string], [string, string]] = [
      ['19830101', '19830630'],
      ['19830701', '19831231'],
    ];
    const dayAfterInSeoul = await caseOf('19830630213400+0000', 'At night');
    const dayBeforeInSeoul = await followUp(await caseOf('19830110', 'Early'), '19830701000000+1000');
    const keysOf = (name: string, period: [string, string]) => keysFor(productQuery(name, period));
    const law = async () => {
      for (const name of ['lineListing', 'reactionsOfPeriod']) {
        expect(await keysOf(name, first), name).toEqual([dayBeforeInSeoul]);
        expect(await keysOf(name, second), name).toEqual([dayAfterInSeoul]);
      }
    };
    await law();
    const { condition } = productQuery('lineListing', first);
    const { deps } = world.server;
    await world.query((trx) => keepValues(trx, deps.catalogue, 1, condition));
    await backfillProjections(deps);
    await law();
    // cases that were first received in the period
    for (const [period, found] of [
      [first, dayBeforeInSeoul],
      [second, dayAfterInSeoul],
    ] as const) {
      const inPeriod: ItemTest = {
        itemId: item('firstReceived'),
        operator: 'RANGE',
        values: [...period],
        nullFlavors: [],
      };
      const initial: Condition = {
        kind: 'group',
        joined: 'and',
        conditions: [{ kind: 'rows', tests: [inPeriod], rows: ANY }],
      };
      const query = { ...productQuery('lineListing', period), condition: initial };
      expect(await keysFor(query), period.join(' ')).toEqual([found]);
    }
    // without a data lock point a date is what is written
    const written = { ...productQuery('lineListing', first), asAt: null };
    expect(await keysFor(written)).toEqual([dayAfterInSeoul]);
  });

  it('is answered as the versions say one by one, from documents and from stored values', async () => {
    const { deps } = world.server;
    await followUp(later, '19870802', {});
    const versions = await world.query((trx) =>
      trx
        .selectFrom('pv_case')
        .select([
          'case_key',
          'root_case_key',
          'version_no',
          'latest',
          'del_flag',
          'received_day',
          'first_received_day',
        ])
        .select(['sender_key', 'product_keys', 'study_keys'])
        .execute(),
    );
    const contents = new Map<number, CaseContent>();
    for (const { case_key } of versions)
      contents.set(case_key, contentOf(await world.query((trx) => findDocs(trx, 1, case_key))));
    const withDays = (
      content: CaseContent,
      { received_day, first_received_day }: (typeof versions)[number],
    ): CaseContent => {
      const days = [
        [item('mostRecentInformation'), received_day],
        [item('firstReceived'), first_received_day],
      ] as const;
      return {
        ...content,
        values: [
          ...content.values.filter(({ itemId }) => days.every(([ofDay]) => itemId !== ofDay)),
          ...days.flatMap(([ofDay, day]) => (day === null ? [] : [itemValue(ofDay, [], day)])),
        ],
      };
    };
    const user = { sponsorKey: 1, unblind: true, hidden: [], senderKeys: [], productKeys: [], studyKeys: [] };
    const limited = { ...user, senderKeys: versions.slice(0, 1).map(({ sender_key }) => sender_key) };
    const test = (role: string, operator: ItemTest['operator'], ...values: string[]): Condition => ({
      kind: 'rows',
      tests: [{ itemId: item(role), operator, values, nullFlavors: [] }],
      rows: ANY,
    });
    const questions = [
      [test('mostRecentInformation', 'RANGE', '1987', '')],
      [test('mostRecentInformation', 'RANGE', '1987', ''), test('reactionVerbatim', 'NOT_LIKE', 'late')],
      [test('reactionVerbatim', 'LIKE', 'a'), test('nullificationAmendment', 'NOT_EQ', '1')],
      [test('firstReceived', 'RANGE', '198306', '19870630')],
      [test('seriousDeath', 'EQ', 'true')],
      [test('narrative', 'NULL')],
    ].map((conditions) => ({ kind: 'group' as const, joined: 'and' as const, conditions }));
    const days = [
      ...new Set(['19870630', '19870731', '29991231', ...versions.map((one) => one.received_day ?? '')]),
    ];
    const law = async () => {
      for (const condition of questions)
        for (const asAt of days)
          for (const reader of [user, limited]) {
            const newest = versions.filter(
              (one) => one.latest && one.del_flag === 'N' && inScope(reader, one),
            );
            const meant = newest.flatMap(({ root_case_key: root }) => {
              const known = versions
                .filter((one) => one.root_case_key === root && (one.received_day ?? '') <= asAt)
                .toSorted((a, b) => b.version_no - a.version_no)[0];
              const content = contents.get(known?.case_key ?? 0);
              if (!known || !content) return [];
              const read = withDays(content, known);
              return answers(whole(), read, condition, codesNamedIn(deps.catalogue)) ? known.case_key : [];
            });
            const found = await world.query((trx) =>
              passingKeys(trx, deps.catalogue, reader, { condition, asAt }),
            );
            expect(found, `${JSON.stringify(condition)} ${asAt}`).toEqual(meant.toSorted((a, b) => b - a));
          }
    };
    await law();
    for (const condition of questions)
      await world.query((trx) => keepValues(trx, deps.catalogue, 1, condition));
    await backfillProjections(deps);
    await law();
  });
});

it('finds a serious and unexpected reaction, and no serious one beside another that is unexpected', async () => {
  const period: [string, string] = ['19860101', '19861231'];
  const aCaseOf = async (
    reactions: readonly { serious: boolean; expectedness: string }[],
  ): Promise<number> => {
    const caseKey = await caseOf('19860110', 'First');
    for (const [index, { serious }] of reactions.entries()) {
      if (index > 0) await react(caseKey, 'Further', 0);
      if (serious) await saveRow(caseKey, index + 1, { seriousOther: 'true' });
    }
    for (const drug of [1, 2]) {
      await saveRow(caseKey, 0, { drugName: `Drug ${drug}` });
      const changes = reactions.map(({ expectedness }, index) =>
        itemValue(item('expectedness'), [drug, index + 1], drug === 1 ? 'expected' : expectedness),
      );
      const saved = await world.save(caseKey, pageOf('expectedness'), changes, { rowNo: drug });
      expect(saved.errMsg).toBeNull();
    }
    return caseKey;
  };
  const suspected = await aCaseOf([
    { serious: false, expectedness: 'expected' },
    { serious: true, expectedness: 'unexpected' },
  ]);
  await aCaseOf([
    { serious: true, expectedness: 'expected' },
    { serious: false, expectedness: 'unexpected' },
  ]);
  const unlisted = productQuery('seriousUnexpected', period);
  expect(await keysFor(unlisted)).toEqual([suspected]);
  const ofPeriod = unlisted.condition.conditions.slice(0, 1);
  const expectedness = (operator: ItemTest['operator'], values: string[]): DataQuery => {
    const tests = [{ itemId: item('expectedness'), operator, values, nullFlavors: [] }];
    const conditions = [...ofPeriod, { kind: 'rows' as const, tests, rows: ANY }];
    return { ...unlisted, asAt: null, condition: { kind: 'group', joined: 'and', conditions } };
  };
  const unexpected = expectedness('EQ', ['unexpected']);
  const notAssessed = expectedness('NULL', []);
  const { deps } = world.server;
  await world.query((trx) => keepValues(trx, deps.catalogue, 1, unexpected.condition));
  await backfillProjections(deps);
  const setReaction = async (status: 'Y' | 'N') => {
    const body = { rowNos: [2], status, reason: 'Wrong row', retrievedAt: LATER };
    const params = { caseKey: suspected, page: pageOf('seriousOther') };
    const answer = await world.server.call(setRowStatus, { params, body, token: world.editor });
    expect(answer.errMsg).toBeNull();
  };
  expect(await keysFor(unexpected)).toContain(suspected);
  // what was said of a reaction that was deleted is said of none
  await setReaction('Y');
  expect(await keysFor(unexpected)).not.toContain(suspected);
  await setReaction('N');
  expect(await keysFor(unexpected)).toContain(suspected);
  // a reaction of which nothing is said yet is a pair, too
  expect(await keysFor(notAssessed)).not.toContain(suspected);
  await react(suspected, 'Third', 0);
  expect(await keysFor(notAssessed)).toContain(suspected);
});

it('says of a file how many cases and rows it has, also where one was deleted and one got a row meanwhile', async () => {
  const period: [string, string] = ['19840101', '19841231'];
  const [changed, deleted] = [await caseOf('19840110', 'Changed'), await caseOf('19840111', 'Deleted')];
  const { deps } = world.server;
  const user = await findSessionUser(world.server.db, world.editor, 1, world.server.clock.now());
  const query = { ...productQuery('reactionsOfPeriod', period), items: [item('reactionVerbatim')] };
  const request = {
    user,
    language: 'en',
    appendix: 'US',
    name: 'File',
    signal: new AbortController().signal,
  } as const;
  const open = (format: 'CSV' | 'DATASET_JSON', more: Partial<DataQuery>) =>
    openCaseFile(deps, { ...request, format, query: { ...query, ...more } });
  const rows = await open('DATASET_JSON', {});
  const cases = await open('CSV', { layout: 'case', block: '' });
  expect(await world.status(deleted, 'DELETE', 'Y')).toMatchObject({ errMsg: null });
  await react(changed, 'Added', 0);
  const bytesOf = async (file: typeof rows) => Buffer.concat(await (await file.write(() => {})).toArray());
  const written = await textsIn(await bytesOf(rows));
  const data = JSON.parse(written.get('data.json') ?? '') as { records: number; rows: unknown[][] };
  expect(data.rows.map((cells) => cells.at(-1))).toEqual(['Changed', 'Added']);
  expect(data.records).toBe(2);
  expect((await textsIn(await bytesOf(cases))).get('about.csv')).toMatch(/Number of cases"?,"?1\b/);
});
