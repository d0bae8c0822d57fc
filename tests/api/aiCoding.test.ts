/** Recommended codes over real cases: at once by the product itself, later by an external coder, from the sponsor's history. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../shared/case/itemAddress.ts';
import {
  addCase,
  askQuestion,
  readAuthor,
  readItemAudit,
  readPageRow,
  recommendCodes,
  savePageRow,
  updateRecommended,
} from '../../shared/contract/index.ts';
import { choiceRequester } from '../../server/coding/requestChoice.ts';
import { codingHistoryOf } from '../../server/coding/codingHistory.store.ts';
import { runDueJobs, startJobWorker } from '../../server/jobs/jobWorker.ts';
import type { AiCoder } from '../../server/ports/aiCoder.ts';
import { startTestCoder, type TestCoder } from './aiCoder.ts';
import { caseWorldOn, type CaseWorld } from './caseWorld.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';

const MINUTES_MS = 60_000;
const DICTIONARY = 'MEDDRA';
const ROW = { rowNo: 1, rowNo2: 0, rowNo3: 0 };

const below = { parents: [{ code: '1', term: { en: 'Above' } }] };
const ENTRIES = [
  entry('101', 'Renal failure acute', below),
  entry('102', 'Peripheral oedema', below),
  entry('103', 'Head pain', below),
  entry('104', 'Insomnia', below),
  entry('105', 'Cerebral oedema', below),
  entry('106', 'Headache old', { ...below, current: false }),
];

const bring = (server: TestServer): Promise<void> =>
  releasesIn(() => server).bring(DICTIONARY, '99.1', ENTRIES);

/** A case with one reaction in these words. */
function aReaction({ server }: CaseWorld, words: string | null, code: string | null = null, patient = 'QQ') {
  const { roles, items } = server.deps.catalogue.whole;
  const verbatim = roles['reactionVerbatim'] ?? '';
  const group = items[verbatim]?.groups[0] ?? '';
  const valueAt = (role: string, value: string | null, path: number[]) =>
    value === null
      ? []
      : [{ ...addressAt(roles[role] ?? '', path), value, nullFlavor: null, notation: null }];
  return {
    values: [
      ...valueAt('reactionVerbatim', words, [1]),
      ...valueAt('reactionTerm', code, [1]),
      ...valueAt('patientInitials', patient, []),
    ],
    rows: [{ group, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: randomUUID(), sort: 1, deleted: false }],
  };
}

const add = async (
  world: CaseWorld,
  ...reaction: [words: string | null, code?: string | null, patient?: string]
) => {
  const body = { content: aReaction(world, ...reaction) };
  const answer = await world.server.call(addCase, { body, token: world.editor });
  expect(answer.errMsg).toBeNull();
  return answer.data.caseKey;
};

const ask = (
  world: CaseWorld,
  caseKey: number,
  more: object = {},
  server = world.server,
  token = world.editor,
) => {
  const itemId = world.server.deps.catalogue.whole.roles['reactionTerm'];
  const body = { caseKey, itemId, rowNo: 1, rowNo2: 0, rowNo3: 0, shouldUsePooling: false, ...more };
  return server.call(recommendCodes, { params: { dictionary: DICTIONARY }, body, token });
};
const codesOf = ({ data }: Awaited<ReturnType<typeof ask>>) => data.recommendedCodes.map(({ code }) => code);

describe('the product itself', () => {
  let world: CaseWorld;
  beforeAll(async () => {
    world = await caseWorldOn(await startTestServer());
    await bring(world.server);
  });
  afterAll(() => world.server.stop());

  it('answers the first request, by what the case says, with score and reason', async () => {
    const answer = await ask(world, await add(world, 'Acute renal failure'));
    expect(answer.data).toMatchObject({
      status: 'MATCHED',
      searchText: 'Acute renal failure',
      version: '99.1',
      sample: false,
      engine: { name: 'embedded' },
    });
    expect(answer.data.recommendedCodes[0]).toMatchObject({
      code: '101',
      term: 'Renal failure acute',
      rank: 1,
      score: 1,
      safe: true,
      reason: { kind: 'exact' },
      parents: [{ code: '1', term: 'Above' }],
    });
  });

  it('takes what is typed before what the case says', async () => {
    const answer = await ask(world, await add(world, 'Acute renal failure'), {
      searchText: 'edema peripheral',
    });
    expect(codesOf(answer)[0]).toBe('102');
  });

  it('takes an emptied text for what it is, whatever was saved there', async () => {
    const answer = await ask(world, await add(world, 'Acute renal failure'), { searchText: ' ' });
    expect(answer).toMatchObject({ status: 422, errCode: '1130', data: null });
  });

  it('says that nothing matches', async () => {
    const answer = await ask(world, await add(world, 'zzqx'), { shouldUsePooling: true });
    expect(answer.data).toMatchObject({ status: 'NOT_MATCHED', recommendedCodes: [] });
  });

  it('names the item that is missing: 1130', async () => {
    const answer = await ask(world, await add(world, null));
    expect(answer).toMatchObject({ status: 422, errCode: '1130', data: null });
    const { roles, items } = world.server.deps.catalogue.whole;
    expect(answer.errMsg).toBe(items[roles['reactionVerbatim'] ?? '']?.label.en);
  });

  it('recommends nothing of a dictionary that has no recommendations (1129), or no terms (1131)', async () => {
    const caseKey = await add(world, 'pain');
    const params = { dictionary: 'KCD' };
    const body = {
      ...addressAt(world.server.deps.catalogue.whole.roles['reactionTerm'] ?? '', [1]),
      caseKey,
      shouldUsePooling: false,
    };
    const other = await world.server.call(recommendCodes, { params, body, token: world.editor });
    expect(other.errCode).toBe('1129');
    expect((await ask(world, caseKey, { dicVersion: '1.0' })).errCode).toBe('1131');
  });

  it('is not told of cases out of sight', async () => {
    const stranger = await world.userOfSender('coder.elsewhere', 2);
    const caseKey = await add(world, 'Insomnia');
    expect((await ask(world, caseKey, {}, world.server, stranger)).status).toBe(404);
    expect((await ask(world, caseKey, {}, world.server, world.reader)).errCode).toBe('NO_PRIVILEGE');
  });

  it('learns from what this sponsor has coded, and says how often', async () => {
    const before = await ask(world, await add(world, 'cannot shut my eyes at night'));
    expect(codesOf(before)).not.toContain('104');
    await add(world, 'cannot shut my eyes at night', '104');
    await add(world, 'cannot shut my eyes at night', '104');
    world.server.clock.advance(2 * MINUTES_MS);
    const answer = await ask(world, await add(world, 'Cannot shut my eyes, at night'));
    expect(answer.data.recommendedCodes[0]).toMatchObject({
      code: '104',
      reason: { kind: 'coded', times: 2, of: 2 },
    });
  });

  it('learns nothing from another sponsor', async () => {
    const caseKey = await add(world, 'heavy like a stone', '102');
    await world.server.db.insertInto('sponsor').values({ company_key: 1, name: 'Other' }).execute();
    const { db, catalogue, clock } = world.server.deps;
    const later = new Date(clock.now().getTime() + 5 * MINUTES_MS);
    const own = await codingHistoryOf(db, catalogue, 1, DICTIONARY, later);
    expect(own.codings).toContainEqual({ text: 'heavy like a stone', code: '102', times: 1 });
    expect((await codingHistoryOf(db, catalogue, 2, DICTIONARY, later)).codings).toEqual([]);
    expect(caseKey).toBeGreaterThan(0);
  });

  it('records what was taken, with its rank, and counts it', async () => {
    const first = await ask(world, await add(world, 'renal failure acute'));
    const second = await ask(world, await add(world, 'oedema'));
    const choices = [
      { recommendationKey: first.data.recommendationKey, code: '101' },
      { recommendationKey: second.data.recommendationKey, code: codesOf(second)[1] },
      { recommendationKey: first.data.recommendationKey, code: '104' },
    ];
    const params = { dictionary: DICTIONARY };
    const answer = await world.server.call(updateRecommended, {
      params,
      body: { choices },
      token: world.editor,
    });
    expect(answer.data).toEqual({ rows: 3, first: 1, other: 1, changed: 1 });
    const stored = await world.query((trx) =>
      trx.selectFrom('ai_coding_choice').selectAll().orderBy('choice_key').execute(),
    );
    expect(stored.map(({ code, rank, engine, version }) => [code, rank, engine, version])).toEqual([
      ['101', 1, 'embedded', '99.1'],
      [codesOf(second)[1], 2, 'embedded', '99.1'],
      ['104', null, 'embedded', '99.1'],
    ]);
    const body = { choices: choices.slice(0, 1) };
    const other = await world.server.call(updateRecommended, { params, body, token: world.second });
    expect(other.errCode).toBe('RECOMMENDATION_NOT_FOUND');
  });

  it('is named by the audit trail as the source of a code that was taken of it, until another is typed', async () => {
    const caseKey = await add(world, 'renal failure acute');
    const { data } = await ask(world, caseKey);
    const address = { itemId: world.server.deps.catalogue.whole.roles['reactionTerm'] ?? '', ...ROW };
    const page = world.server.deps.catalogue.whole.items[address.itemId]?.page ?? '';
    const take = (code: string) =>
      world.server.call(updateRecommended, {
        params: { dictionary: DICTIONARY },
        body: { choices: [{ recommendationKey: data.recommendationKey, code }] },
        token: world.editor,
      });
    const save = async (code: string, token = world.editor) => {
      const params = { caseKey, page, rowNo: 1 };
      const { retrievedAt } = (await world.server.call(readPageRow, { params, token })).data;
      const changes = [{ ...address, value: code, nullFlavor: null, notation: null }];
      const body = { reason: 'Edited Data', retrievedAt, changes };
      expect((await world.server.call(savePageRow, { params, body, token })).errMsg).toBeNull();
    };
    const sources = async () => {
      const query = { ...address, pageId: page };
      const trail = await world.server.call(readItemAudit, {
        params: { caseKey },
        query,
        token: world.editor,
      });
      return trail.data.listInfo.map(({ value, source }) => [value, source]);
    };
    const provenance = async () => {
      const author = await world.server.call(readAuthor, {
        params: { caseKey },
        query: address,
        token: world.editor,
      });
      return author.data.last?.provenance;
    };
    await take('101');
    await save('101');
    expect((await sources())[0]).toEqual(['101', 'ai']);
    const { engine, score } = { engine: expect.any(String), score: expect.any(Number) };
    expect(await provenance()).toEqual({ by: 'recommended', engine, score });
    await save('104');
    expect((await sources())[0]).toEqual(['104', 'screen']);
    expect(await provenance()).toEqual({ by: 'person' });
    // taken before the value was changed: it is not what this save says
    await save('101');
    expect((await sources())[0]).toEqual(['101', 'screen']);
    // another code than the one taken, and one that was not recommended
    await take('101');
    await save('102');
    expect((await sources())[0]).toEqual(['102', 'screen']);
    await take('104');
    await save('104');
    expect((await sources())[0]).toEqual(['104', 'screen']);
    // a question at the field changes nothing of the code
    await take('101');
    const body = { ...address, text: 'Which kidney?', addressee: null, dueDays: null };
    await world.server.call(askQuestion, { params: { caseKey }, body, token: world.second });
    await save('101');
    const coded = (await sources()).filter(([value]) => value === '101');
    expect(coded[0]).toEqual(['101', 'ai']);
    await save('104');
    // what one took is nobody else's
    await take('101');
    await save('101', world.second);
    expect((await sources())[0]).toEqual(['101', 'screen']);
  });

  it('finds its candidates in the database where a dictionary has too many names to lay out', async () => {
    const all = (rows: number) =>
      world.query((trx) =>
        trx
          .updateTable('dictionary_release')
          .set({ entries: rows })
          .where('dictionary', '=', DICTIONARY)
          .where('state', '=', 'active')
          .execute(),
      );
    await all(200_001);
    try {
      const answer = await ask(world, await add(world, 'oedema of the brain, cerebral'));
      expect(codesOf(answer)[0]).toBe('105');
      expect(codesOf(await ask(world, await add(world, 'Acute renal failure')))[0]).toBe('101');
      expect((await ask(world, await add(world, 'zzyzx'))).data.status).toBe('NOT_MATCHED');
    } finally {
      await all(ENTRIES.length);
    }
  });
});

describe('a drug', () => {
  const DRUGS = 'WHODD';
  let world: CaseWorld;
  beforeAll(async () => {
    world = await caseWorldOn(await startTestServer());
    const drug = (code: string, country: string, whoddType = 'MPID') =>
      entry(code, 'Velanorix', { columns: { country, whoddType, drugName: 'Velanorix' } });
    const { bring } = releasesIn(() => world.server);
    const pharmaceutical = drug('9', 'JPN', 'PHPID');
    await bring(DRUGS, '99.2', [pharmaceutical, drug('1', 'KOR'), drug('2', 'JPN'), drug('3', 'JPN')]);
  });
  afterAll(() => world.server.stop());

  it.each([
    [null, ['1', '2', '3']],
    ['KOR', ['1']],
    ['JPN', ['2', '3']],
    ['USA', []],
  ])(
    'of country %s is recommended as a medicinal product, never as a pharmaceutical one',
    async (countryCode, codes) => {
      const { items } = world.server.deps.catalogue.whole;
      const item = Object.values(items).find(
        ({ dictionary, groups }) => dictionary === DRUGS && groups.length === 1,
      );
      const itemId = item?.itemId ?? '';
      const caseKey = await add(world, 'a reaction');
      const body = { caseKey, itemId, ...ROW, searchText: 'Velanorix', countryCode, shouldUsePooling: true };
      const answer = await world.server.call(recommendCodes, {
        params: { dictionary: DRUGS },
        body,
        token: world.editor,
      });
      expect(answer.errMsg).toBeNull();
      expect(codesOf(answer).toSorted()).toEqual(codes);
    },
  );
});

describe('another coder', () => {
  let coder: TestCoder;
  let world: CaseWorld;
  let beside: TestServer;
  let data: ServerData;
  /** as a worker does */
  const work = () => {
    const { deps } = world.server;
    return runDueJobs(deps, [choiceRequester(deps, deps.aiCoder as AiCoder)]);
  };

  beforeAll(async () => {
    coder = await startTestCoder();
    data = await demoDatabase();
    const env = {
      ...data.env,
      ROLE: 'api',

      CASEWRIGHT_AI_CODER_URL: coder.url,
      CASEWRIGHT_AI_CODER_MODEL: 'any',
      // waited for once, by the coder that keeps silent; the others answer well before, on a loaded machine, too
      CASEWRIGHT_AI_CODER_SECONDS: '5',
    };
    world = await caseWorldOn(await startTestServer({ env }));
    beside = await startTestServer({ env });
    await bring(world.server);
  });
  afterAll(async () => {
    await beside.stop();
    await world.server.stop();
    await data.remove();
    await coder.close();
  });

  it('is waited for: any process tells what it chose, and nothing it invented', async () => {
    coder.say('{"codes":[{"code":"999","score":1},{"code":"105","score":0.9},{"code":"102","score":0.4}]}');
    const caseKey = await add(world, 'some oedema');
    expect((await ask(world, caseKey)).data).toMatchObject({
      status: 'PENDING',
      recommendedCodes: [],
      engine: null,
    });
    const pooled = { shouldUsePooling: true };
    expect((await ask(world, caseKey, pooled, beside)).data.status).toBe('PENDING');
    await work();
    const answer = await ask(world, caseKey, pooled, beside);
    expect(answer.data).toMatchObject({ status: 'MATCHED', engine: { name: 'remote', version: 'coder-7' } });
    expect(answer.data.recommendedCodes.map(({ code, score, safe }) => [code, score, safe])).toEqual([
      ['105', 0.9, false],
      ['102', 0.4, false],
    ]);
    expect(answer.data.recommendedCodes[0]?.reason).toEqual({ kind: 'chosen' });
  });

  it.each([
    ['a control character', 'coder\u0000'],
    ['a book', 'x'.repeat(1000)],
    ['nothing', ''],
  ])('that calls itself by %s is named as the operator names it', async (what, model) => {
    coder.say('{"codes":[{"code":"105","score":0.9}]}', model);
    const caseKey = await add(world, `oedema, ${what}`);
    await ask(world, caseKey);
    await work();
    const { data } = await ask(world, caseKey, { shouldUsePooling: true });
    expect(data).toMatchObject({ status: 'MATCHED', engine: { name: 'remote', version: 'any' } });
  });

  it('is told nothing of the patient', async () => {
    coder.say('{"codes":[]}');
    const words =
      'Mr. John Smith (KWX), j.smith@mail.example, +82 10-1234-5678, on 2024-03-05: oedema, case KR-2024-0012';
    const caseKey = await add(world, words, null, 'KWX');
    await ask(world, caseKey);
    await work();
    const { text = '', candidates = [] } = coder.requests.at(-1) ?? {};
    expect(text).toContain('oedema');
    expect(text).not.toMatch(/John|Smith|KWX|mail|\d{2}/);
    expect(candidates.map(({ code }) => code)).toContain('102');
    expect((await ask(world, caseKey, { shouldUsePooling: true })).data.status).toBe('NOT_MATCHED');
  });

  it('is not asked for what is certain', async () => {
    const times = coder.requests.length;
    expect((await ask(world, await add(world, 'Insomnia'))).data).toMatchObject({
      status: 'MATCHED',
      engine: { name: 'embedded' },
    });
    await work();
    expect(coder.requests).toHaveLength(times);
  });

  it('is not waited for by a process that stops: the next one asks it', async () => {
    coder.say(null);
    const { deps } = world.server;
    const handlers = [choiceRequester(deps, deps.aiCoder as AiCoder)];
    const worker = startJobWorker(deps, { handlers, recurring: [] });
    const times = coder.requests.length;
    const caseKey = await add(world, 'oedema of an ankle');
    await ask(world, caseKey);
    await expect.poll(() => coder.requests.length).toBe(times + 1);
    await worker.stop();
    coder.say('{"codes":[{"code":"105","score":0.9}]}');
    await work();
    expect((await ask(world, caseKey, { shouldUsePooling: true })).data.engine?.name).toBe('remote');
  });

  it.each([
    ['talks nonsense, which cannot be stored', 'oedema\0'],
    ['answers codes nobody offered', '{"codes":[{"code":"999","score":0.5}]}'],
    ['keeps silent', null],
  ])('is replaced by the product itself where it %s', async (_what, content) => {
    coder.say(content);
    const caseKey = await add(world, `odema of the leg, ${randomUUID().replace(/[^a-f]/g, '')}`);
    expect((await ask(world, caseKey)).data.status).toBe('PENDING');
    await work();
    const { data } = await ask(world, caseKey, { shouldUsePooling: true });
    expect(data).toMatchObject({ status: 'MATCHED', engine: { name: 'embedded' } });
  });

  it('is left alone for a minute after it has failed three times', async () => {
    coder.say('{"codes":[{"code":"105","score":0.9}]}');
    const times = coder.requests.length;
    await ask(world, await add(world, 'oedema somewhere'));
    await work();
    expect(coder.requests).toHaveLength(times);
    world.server.clock.advance(2 * MINUTES_MS);
    const caseKey = await add(world, 'oedema elsewhere');
    await ask(world, caseKey);
    await work();
    expect(coder.requests).toHaveLength(times + 1);
    expect((await ask(world, caseKey, { shouldUsePooling: true })).data.engine?.name).toBe('remote');
  });
});
