/** Questions about cases: what they answer, who may ask them, and the library that keeps them. */
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import {
  compareCaseSeries,
  createApiToken,
  downloadDataset,
  endApiToken,
  freezeCaseSeries,
  listApiTokens,
  listCaseSeries,
  listCases,
  listLibraryAudit,
  listLibraryItems,
  listSearchLibraries,
  MAX_PROGRAM_CALLS,
  previewAeExport,
  previewExport,
  readLibraryItem,
  readLibraryItemAudit,
  readSearchLibrary,
  saveSearchLibrary,
  type DataQuery,
} from '../../shared/contract/index.ts';
import type { Condition, ItemTest, RowCondition } from '../../shared/query/condition.types.ts';
import { borrows, operatorsOf, kindOf } from '../../shared/query/itemKind.ts';
import { countInTime } from '../../server/case-query/countInTime.ts';
import { passingKeys, keepValues } from '../../server/case-query/passingCases.ts';
import { inScope } from '../../server/cases/record/caseScope.store.ts';
import { findDocs } from '../../server/cases/record/case.store.ts';
import { contentOf } from '../../server/cases/record/pageDoc.ts';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { LATER, asSuperuser, caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { assessedCase } from './assessedCase.ts';
import { answers, codesNamedIn, COMPARED_ROLES } from './conditionMeaning.ts';
import { startTestServer, untilWaitedFor } from './harness.ts';

type Group = DataQuery['condition'];

const ANY = { of: 'any', min: null, max: null } as const;

describe('a question about cases', () => {
  let world: CaseWorld;
  let editor: string;
  const item = (role: string) => world.server.deps.catalogue.whole.roles[role] ?? '';
  const test = (role: string, operator: ItemTest['operator'], ...values: string[]): ItemTest => ({
    itemId: item(role),
    operator,
    values,
    nullFlavors: [],
  });
  const rows = (...tests: ItemTest[]): RowCondition => ({ kind: 'rows', tests, rows: ANY });
  const all = (...conditions: Condition[]): Group => ({ kind: 'group', joined: 'and', conditions });
  const question = (condition: Group, more: Partial<DataQuery> = {}): DataQuery => ({
    condition,
    items: [item('reactionTranslation'), item('drugName')],
    layout: 'case',
    block: '',
    repeats: 'joined',
    codes: 'label',
    ...more,
  });
  const ask = (body: object, token = editor) => world.server.call(previewExport, { body, token });

  beforeAll(async () => {
    world = await caseWorldOn(await startTestServer({ env: { ROLE: 'api' } }));
    editor = world.editor;
  });
  afterAll(() => world.server.stop());

  it('is counted and shows its first rows, also one for each adverse event', async () => {
    const body = question(all(rows(test('drugRole', 'EQ', '1'))));
    const cases = await ask(body);
    expect(cases.errMsg).toBeNull();
    const { count, rows: found, columns, sentence, warnings, looked, below } = cases.data;
    expect(count).toBeGreaterThan(3);
    expect(found.length).toBe(Math.min(20, count));
    expect(columns.map(({ itemId }) => itemId)).toEqual(['caseNo', 'version', ...body.items]);
    expect(sentence).toBe('any row of Drugs: Drug role is Suspect');
    expect([warnings, looked, below]).toEqual([[], 100, null]);
    const [, second] = found;
    const on = { below: second?.caseKey ?? 0, counted: 1 };
    const rest = await world.server.call(previewExport, { body, query: on, token: editor });
    expect(rest.data).toMatchObject({ count: count - 1, looked: 100, below: null });
    expect(rest.data.rows.slice(0, found.length - 2)).toEqual(found.slice(2));
    const events = await world.server.call(previewAeExport, { body, token: editor });
    expect(events.data.count).toBe(count);
    expect(events.data.columns[2]?.itemId).toBe('row');
    expect(events.data.rows[0]?.cells[2]).toMatch(/^\d+$/);
  });

  it('answers the same from documents and from stored values, and what its words mean', async () => {
    const { deps } = world.server;
    const { whole } = deps.catalogue;
    for (let cases = 0; cases < 4; cases += 1) await assessedCase(world, cases);
    const user = { sponsorKey: 1, unblind: true, hidden: [], senderKeys: [], productKeys: [], studyKeys: [] };
    const cases = await world.query((trx) =>
      trx
        .selectFrom('pv_case')
        .select(['case_key', 'sender_key', 'product_keys', 'study_keys'])
        .where('latest', '=', true)
        .where('del_flag', '=', 'N')
        .execute(),
    );
    const productKeys = cases.flatMap(({ product_keys }) => product_keys).slice(0, 1);
    const limitedUser = { ...user, productKeys };
    const outOfScope = new Set(cases.flatMap((one) => (inScope(limitedUser, one) ? [] : one.case_key)));
    expect(outOfScope.size).toBeGreaterThan(0);
    const contents = await world.query(async (trx) => {
      const found = new Map<number, CaseContent>();
      for (const { case_key } of cases) found.set(case_key, contentOf(await findDocs(trx, 1, case_key)));
      return found;
    });
    const items = COMPARED_ROLES.flatMap((role) => whole.items[item(role)] ?? []);
    const valuesIn = new Map(
      items.map(({ itemId }) => [
        itemId,
        [...contents.values()].flatMap(({ values }) =>
          values.flatMap((one) =>
            one.itemId === itemId ? [one.value, one.notation].filter((text) => text !== null) : [],
          ),
        ),
      ]),
    );
    const anyTest = (itemId: string): fc.Arbitrary<ItemTest> => {
      const found = whole.items[itemId];
      if (!found) throw new Error(itemId);
      const known = valuesIn.get(itemId) ?? [];
      const kind = kindOf(found);
      const value = fc
        .constantFrom(...(known.length > 0 ? known : ['1']))
        .chain((text) =>
          kind === 'date'
            ? fc.constant(text.slice(0, 6))
            : fc.oneof(
                fc.constant(text.slice(0, 200)),
                fc.nat(text.length).map((from) => text.slice(from, from + 30)),
              ),
        )
        .map((text) => text.trim() || '1');
      return fc.constantFrom(...operatorsOf(found)).chain((operator) => {
        const count = operator === 'NULL' || operator === 'NOT_NULL' ? 0 : operator === 'RANGE' ? 2 : 1;
        return fc.array(value, { minLength: count, maxLength: count }).map((values) => ({
          itemId,
          operator,
          values: operator === 'RANGE' ? values.toSorted((a, b) => Number(a) - Number(b)) : values,
          nullFlavors: [],
        }));
      });
    };
    const anyRows = fc.constantFrom(...items).chain((first): fc.Arbitrary<RowCondition> => {
      const group = first.groups.at(-1);
      const others = items.filter(
        (one) => group !== undefined && (one.groups.at(-1) === group || borrows(one, whole, group)),
      );
      const quantity =
        group === undefined
          ? fc.constant(ANY)
          : fc.constantFrom(
              ANY,
              { of: 'all' as const, min: null, max: null },
              { of: 'count' as const, min: 1, max: 2 },
              { of: 'count' as const, min: null, max: 0 },
            );
      const further = others.length > 0 ? fc.constantFrom(...others) : fc.constant(first);
      return fc
        .tuple(
          anyTest(first.itemId),
          fc.array(
            further.chain(({ itemId }) => anyTest(itemId)),
            { maxLength: 1 },
          ),
          quantity,
        )
        .map(([test, more, rows]) => ({
          kind: 'rows' as const,
          tests: group === undefined ? [test] : [test, ...more],
          rows,
        }));
    });
    const groupOf = (part: fc.Arbitrary<Condition>, maxLength: number) =>
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(part, { minLength: 1, maxLength }))
        .map(([joined, conditions]): Group => ({ kind: 'group', joined, conditions }));
    const anyCondition = groupOf(fc.oneof({ weight: 3, arbitrary: anyRows }, groupOf(anyRows, 2)), 3);
    const [someCase = 0] = contents.keys();
    // of a code and a text of one row, stored together
    const ofPairs: [Group, number][] = [
      [all(rows(test('drugRole', 'EQ', '1'), test('drugName', 'LIKE', 'velanorix'))), someCase],
      [all(rows(test('drugName', 'EQ', 'VELANORIX 20 mg tablet'), test('drugRole', 'EQ', '2'))), someCase],
      ...['1', '4'].flatMap((outcome) =>
        ['a', '통'].map((part): [Group, number] => [
          all(rows(test('reactionVerbatim', 'LIKE', part), test('reactionOutcome', 'EQ', outcome))),
          someCase,
        ]),
      ),
    ];
    const law = async (runs: number) =>
      fc.assert(
        fc.asyncProperty(anyCondition, fc.constantFrom(...contents.keys()), async (condition, below) => {
          const keys = await world.query(async (trx) =>
            passingKeys(trx, deps.catalogue, user, { condition }),
          );
          const meant = [...contents].flatMap(([key, content]) =>
            answers(whole, content, condition, codesNamedIn(deps.catalogue)) ? key : [],
          );
          expect(keys).toEqual(meant.toSorted((a, b) => b - a));
          const seen = await world.query(async (trx) =>
            passingKeys(trx, deps.catalogue, limitedUser, { condition }),
          );
          expect(seen).toEqual(keys.filter((key) => !outOfScope.has(key)));
          const question = {
            catalogue: deps.catalogue,
            reader: user,
            question: { condition },
            limit: keys.length,
          };
          const [counted, rest] = [
            await countInTime(deps.db, question, null),
            await countInTime(deps.db, question, { below, count: 7 }),
          ];
          const older = keys.filter((key) => key < below);
          expect(counted).toEqual({ count: keys.length, keys, looked: 100, below: null });
          expect(rest).toEqual({ ...counted, count: 7 + older.length, keys: older });
        }),
        { numRuns: runs, examples: ofPairs },
      );
    await law(100);
    const everything = all(
      ...items.map(({ itemId }) => rows({ itemId, operator: 'NOT_NULL', values: [], nullFlavors: [] })),
      // stored together, too
      rows(test('drugRole', 'EQ', '1'), test('drugName', 'LIKE', 'a')),
      rows(test('reactionVerbatim', 'LIKE', 'a'), test('reactionOutcome', 'EQ', '1')),
    );
    await world.query((trx) => keepValues(trx, deps.catalogue, 1, everything));
    await backfillProjections(deps);
    await law(100);
  });

  it('finds a text beside a code as it finds the text alone, whatever its capitals are', async () => {
    const { deps } = world.server;
    // an item without a notation, for which entries would be compared anyway
    const text = { ...test('drugName', 'LIKE', 'ilaç'), itemId: 'G.k.3.1' };
    const role = test('drugRole', 'EQ', '1');
    const [alone, beside] = [all(rows(text)), all(rows(text, role))];
    await world.query((trx) => keepValues(trx, deps.catalogue, 1, beside));
    await backfillProjections(deps);
    const { caseKey } = await world.aCase();
    const changes = [itemValue(text.itemId, [0], 'İLAÇ'), itemValue(role.itemId, [0], '1')];
    const page = deps.catalogue.whole.items[text.itemId]?.page ?? '';
    expect((await world.save(caseKey, page, changes, { rowNo: 0 })).errMsg).toBeNull();
    expect((await ask(question(alone))).data.count).toBe(1);
    expect((await ask(question(beside))).data.count).toBe(1);
  });

  it('is refused with the place of each fault, and for what is blinded', async () => {
    const body = question(
      all(
        rows(test('mostRecentInformation', 'RANGE', 'soon', '')),
        rows({ ...test('sex', 'EQ'), itemId: 'no.such' }),
      ),
    );
    const refused = await ask(body);
    expect(refused).toMatchObject({ status: 422, errCode: 'QUERY_FAULTS' });
    expect(refused.details).toEqual({
      faults: [
        { path: [0, 0], fault: 'noDate', itemId: item('mostRecentInformation') },
        { path: [1, 0], fault: 'unknownItem', itemId: 'no.such' },
      ],
    });
    const { whole } = world.server.deps.catalogue;
    const blinded = Object.values(whole.items).find(
      ({ blinded, control }) => blinded && control !== 'attachment',
    );
    const hidden = question(
      all(rows({ itemId: blinded?.itemId ?? '', operator: 'NOT_NULL', values: [], nullFlavors: [] })),
    );
    expect(await ask(hidden)).toMatchObject({ status: 403, errCode: 'QUERY_BLINDED' });
    expect(await ask(question(all(rows(test('sex', 'NOT_NULL')))), world.reader)).toMatchObject({
      status: 403,
      errCode: 'NO_PRIVILEGE',
    });
  });

  it('has messages in a file that says whether they hold blinded values, whatever items were chosen', async () => {
    const query = question(all(rows(test('drugRole', 'EQ', '1'))), { items: [item('drugName')] });
    const aboutFor = async (token: string): Promise<string> => {
      const call = { body: { name: 'Messages', format: 'XML' as const, query }, token };
      const { bytes } = await world.server.call(downloadDataset, call);
      const zip = await yauzl.fromBufferPromise(bytes);
      for await (const entry of zip.eachEntry()) {
        const text = await buffer(await zip.openReadStreamPromise(entry));
        if (entry.fileName === 'about.csv') return text.toString();
      }
      throw new Error('the file does not say what it contains');
    };
    expect(await aboutFor(world.second)).toContain('contains blinded values');
    expect(await aboutFor(editor)).toContain('blinded values are left out');
    const made = await world.query((trx) =>
      trx
        .selectFrom('data_export')
        .select('made_with')
        .where('name', '=', 'Messages')
        .orderBy('data_key')
        .execute(),
    );
    expect(made.map(({ made_with: reach }) => reach?.blinded)).toEqual([true, false]);
  });

  it('is asked by a program, with a token that is good for exports only and for so many calls a minute', async () => {
    const made = await world.server.call(createApiToken, {
      body: { name: 'Warehouse', days: 30 },
      token: editor,
    });
    expect(made.errMsg).toBeNull();
    const { token, tokenKey } = made.data;
    const query = question(all(rows(test('drugRole', 'EQ', '1'))));
    expect((await ask(query, token)).data.count).toBe((await ask(query)).data.count);
    const body = { name: 'Nightly', format: 'CSV', query };
    expect((await world.server.call(downloadDataset, { body, token })).status).toBe(200);
    expect(await world.server.call(listCases, { token })).toMatchObject({ errCode: 'NOT_FOR_PROGRAMS' });
    expect(await world.server.call(listApiTokens, { token })).toMatchObject({ errCode: 'NOT_FOR_PROGRAMS' });
    expect(await world.server.call(listLibraryItems, { query: { sponsorKey: 2 }, token })).toMatchObject({
      errCode: 'NO_PRIVILEGE',
    });
    expect(await ask(query, `${token.slice(0, -1)}_`)).toMatchObject({ status: 401 });
    const [own] = (await world.server.call(listApiTokens, { token: editor })).data.tokens;
    expect(own).toMatchObject({ tokenKey, name: 'Warehouse' });
    expect(own?.lastUsedAt).not.toBeNull();
    expect((await world.server.call(listApiTokens, { token: world.second })).data.tokens).toEqual([]);
    const params = { tokenKey };
    expect(await world.server.call(endApiToken, { params, token: world.second })).toMatchObject({
      status: 404,
    });
    await world.query((trx) =>
      trx.updateTable('api_token').set({ minute_calls: MAX_PROGRAM_CALLS }).execute(),
    );
    const tooMany = await ask(query, token);
    expect(tooMany).toMatchObject({ status: 429, errCode: 'TOO_MANY_CALLS' });
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
    // a clock that was ahead was set back
    await world.query((trx) =>
      trx
        .updateTable('api_token')
        .set({ minute_at: new Date(LATER) })
        .execute(),
    );
    expect(await ask(query, token)).toMatchObject({ status: 200 });
    expect((await world.server.call(endApiToken, { params, token: editor })).errMsg).toBeNull();
    expect(await ask(query, token)).toMatchObject({ status: 401, errCode: 'EXPIRED' });
  });

  it('lists its items with what can be asked of them', async () => {
    const { data } = await world.server.call(listLibraryItems, { token: editor });
    expect(data.items.find(({ itemId }) => itemId === item('sex'))).toMatchObject({
      kind: 'code',
      label: 'Sex',
    });
    const one = await world.server.call(readLibraryItem, { params: { itemId: item('sex') }, token: editor });
    expect(one.data.codes.map(({ label }) => label)).toContain('Female');
    const none = await world.server.call(readLibraryItem, { params: { itemId: 'no.such' }, token: editor });
    expect(none.status).toBe(404);
  });

  describe('in the library', () => {
    const save = (libraryKey: number, body: object, token = editor) =>
      world.server.call(saveSearchLibrary, { params: { libraryKey }, body, token });
    const entry = (query: DataQuery, more: object = {}) => ({
      reason: 'For the periodic report',
      versionNo: 0,
      name: 'Suspect drugs',
      description: 'All of them',
      shared: false,
      delFlag: 'N',
      query,
      ...more,
    });
    let key = 0;

    it('is saved, found, versioned with its reason and kept from others until it is shared', async () => {
      const query = question(all(rows(test('drugRole', 'EQ', '1'))));
      const saved = await save(0, entry(query));
      expect(saved.errMsg).toBeNull();
      key = saved.data.libraryKey;
      expect(await save(0, entry(query))).toMatchObject({ errCode: 'LIBRARY_NAME_TAKEN' });
      const read = (token: string) =>
        world.server.call(readSearchLibrary, { params: { libraryKey: key }, token });
      expect((await read(editor)).data).toMatchObject({ own: true, versionNo: 1, query });
      expect((await read(world.second)).errCode).toBe('LIBRARY_NOT_FOUND');
      expect(await save(key, entry(query, { versionNo: 1 }))).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
      const women = all(rows(test('drugRole', 'EQ', '1')), rows(test('sex', 'EQ', '2')));
      const narrower = question(women, { codes: 'code' });
      const second = await save(key, entry(narrower, { versionNo: 1, shared: true, reason: 'Women' }));
      expect(second.data).toEqual({ libraryKey: key, versionNo: 2 });
      expect(await save(key, entry(query, { versionNo: 1 }))).toMatchObject({ errCode: 'LIBRARY_CHANGED' });
      expect((await read(world.second)).data).toMatchObject({ own: false, versionNo: 2 });
      expect(await save(key, entry(query, { versionNo: 2 }), world.second)).toMatchObject({
        errCode: 'LIBRARY_NOT_OWN',
      });
      const list = await world.server.call(listSearchLibraries, {
        query: { exclude: 'Y', find: 'suspect' },
        token: editor,
      });
      expect(list.data.listInfo.map(({ name }) => name)).toEqual(['Suspect drugs']);
      const audit = await world.server.call(listLibraryAudit, { params: { libraryKey: key }, token: editor });
      expect(audit.data.listInfo.map(({ cells }) => cells['reason'])).toContain('Women');
      const entries = audit.data.listInfo.map(({ cells: { item, before, after } }) => [item, before, after]);
      expect(entries).toContainEqual(['Shared', 'No', 'Yes']);
      expect(entries).toContainEqual(['Each row is', undefined, 'one case']);
      expect(entries).toContainEqual(['Codes as', 'labels', 'codes']);
      const history = await world.server.call(readLibraryItemAudit, {
        params: { libraryKey: key, itemId: item('sex') },
        token: editor,
      });
      expect(history.data.versions.map(({ conditions }) => conditions)).toEqual([['Sex is Female'], []]);
    });

    it('narrows the list of cases, and a frozen series is compared with it', async () => {
      const { data: preview } = await ask(
        question(all(rows(test('drugRole', 'EQ', '1')), rows(test('sex', 'EQ', '2')))),
      );
      const listed = await world.server.call(listCases, { query: { library: key }, token: editor });
      expect(listed.data.pageInfo.totalCount).toBe(preview.count);
      const params = { libraryKey: key };
      const frozen = await world.server.call(freezeCaseSeries, { params, token: editor });
      expect(frozen.data).toMatchObject({ count: preview.count, versionNo: 2 });
      const series = await world.server.call(listCaseSeries, { params, token: editor });
      expect(series.data.series).toEqual([frozen.data]);
      await world.query((trx) =>
        trx
          .updateTable('pv_case')
          .set({ del_flag: 'Y' })
          .where('case_key', '=', preview.rows[0]?.caseKey ?? 0)
          .execute(),
      );
      const compared = await world.server.call(compareCaseSeries, {
        params: { ...params, seriesKey: frozen.data.seriesKey },
        token: editor,
      });
      expect(compared.data).toMatchObject({ addedCount: 0, goneCount: 1, same: (preview.count ?? 0) - 1 });
    });

    it('counts the cases that it freezes, also where another user deletes one meanwhile', async () => {
      const params = { libraryKey: key };
      const { data: before } = await world.server.call(freezeCaseSeries, { params, token: editor });
      const members = (seriesKey: number) =>
        world.query((trx) =>
          trx.selectFrom('case_series_case').select('case_key').where('series_key', '=', seriesKey).execute(),
        );
      const [gone] = await members(before.seriesKey);
      let freezing: Promise<unknown> = Promise.resolve();
      await asSuperuser(world, async (trx) => {
        await sql`lock table case_series_case`.execute(trx);
        freezing = world.server.call(freezeCaseSeries, { params, token: editor });
        await untilWaitedFor(trx);
        await world.query((other) =>
          other
            .updateTable('pv_case')
            .set({ del_flag: 'Y' })
            .where('case_key', '=', gone?.case_key ?? 0)
            .execute(),
        );
      });
      await freezing;
      const { data: all } = await world.server.call(listCaseSeries, { params, token: editor });
      const [frozen] = all.series;
      expect(frozen?.seriesKey).toBeGreaterThan(before.seriesKey);
      expect(frozen?.count).toBe((await members(frozen?.seriesKey ?? 0)).length);
    });

    it('is renamed, unshared and deleted by its owner after one of its items is gone, and changed into no other such', async () => {
      const query = question(all(rows(test('sex', 'EQ', '2'))));
      const { data: saved } = await save(0, entry(query, { name: 'Of a gone item', shared: true }));
      const gone = question(all(rows({ ...test('sex', 'EQ', '2'), itemId: 'no.such' })));
      await asSuperuser(world, (trx) =>
        trx
          .updateTable('search_library')
          .set({ query: JSON.stringify(gone) })
          .where('library_key', '=', saved.libraryKey)
          .execute(),
      );
      const other = question(all(rows({ ...test('sex', 'EQ', '1'), itemId: 'no.such' })));
      const next = (to: DataQuery, more: object) =>
        save(saved.libraryKey, entry(to, { name: 'Of a gone item', versionNo: 1, ...more }));
      expect(await next(other, {})).toMatchObject({ errCode: 'QUERY_FAULTS' });
      expect(await next(gone, { name: 'Renamed' })).toMatchObject({ errMsg: null, data: { versionNo: 2 } });
      expect(await next(gone, { name: 'Renamed', versionNo: 2, delFlag: 'Y' })).toMatchObject({
        errMsg: null,
        data: { versionNo: 3 },
      });
      const params = { libraryKey: saved.libraryKey };
      expect(await world.server.call(readSearchLibrary, { params, token: editor })).toMatchObject({
        errCode: 'LIBRARY_NOT_FOUND',
      });
    });

    it('comes with questions of the product, which are complete but for their periods and data lock points', async () => {
      const { data } = await world.server.call(listSearchLibraries, { token: editor });
      const product = data.listInfo.filter(({ codes }) => codes['kind']?.[0] === 'product');
      expect(product.length).toBe(world.server.deps.catalogue.queries.length);
      for (const { rowKey } of product) {
        const { data: read } = await world.server.call(readSearchLibrary, {
          params: { libraryKey: Number(rowKey) },
          token: editor,
        });
        const filled = JSON.parse(
          JSON.stringify(read.query).replaceAll('["",""]', '["2000","2999"]'),
        ) as DataQuery;
        if (filled.asAt === '') filled.asAt = '29991231';
        const answer = await ask(filled);
        expect(answer.errMsg).toBeNull();
        expect(answer.data.warnings).toEqual([]);
      }
    });
  });
});
