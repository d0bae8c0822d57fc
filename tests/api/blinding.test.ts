/** Who may publish schema files, but not unblind, cannot make blinded values visible, by any of the files. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compareSides,
  downloadReport,
  listCases,
  listDuplicates,
  listMoments,
  previewImpact,
  publishSchemas,
  readCaseAudit,
  readCaseContent,
  readFindings,
  readPageRow,
  readSchemaFiles,
  rollBackSchemas,
} from '../../shared/contract/index.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';
import { activeVersion, startSchemaWorld, withItem, type SchemaWorld } from './schemaWorld.ts';

const US = 'appendices/US.appendix.json';
const RULES = 'rules/FDA.rules.json';
const DG = 'pages/DG.page.json';
const CASES = 'lists/MU-CS.list.json';
const BLINDED = 'FDA.G.k.10a';
const ADMINISTRATOR = 1;

let files: SchemaWorld;
let world: CaseWorld;
/** may publish, but not unblind */
let publisher: string;
/** may do both */
let unblinding: string;
let us: string;
beforeAll(async () => {
  files = await startSchemaWorld();
  // lists come with the product
  const list = JSON.parse(files.read(CASES)) as { columns: object[] };
  files.write(CASES, JSON.stringify({ ...list, columns: [...list.columns, SPYING_COLUMN] }));
  world = await caseWorldOn(await files.start());
  publisher = await world.limitedUser('blind.publisher', {}, ADMINISTRATOR);
  unblinding = world.second;
  us = files.read(US);
});
afterAll(() => files.stop());

const SPYING_COLUMN = {
  column: 'spy',
  label: { en: 'Spy', ko: '열', ja: '列', zh: '列' },
  filterType: 'LIKE',
  computed: `anyRow("G.k", value("${BLINDED}") == "1") ? "yes" : "no"`,
};

interface Appendix {
  items: { itemId: string; blinded?: boolean; e2b?: object }[];
}
const changed = (text: string, change: (appendix: Appendix) => void): string => {
  const appendix = JSON.parse(text) as Appendix;
  change(appendix);
  return JSON.stringify(appendix, null, 2);
};
const blindedItem = ({ items }: Appendix) => {
  const found = items.find(({ itemId }) => itemId === BLINDED);
  if (!found) throw new Error(`${BLINDED} is gone`);
  return found;
};
/** An item of the drug beside the blinded one. */
const withReader = (text: string, itemId: string, more: object) =>
  withItem(text, itemId, { page: 'DG', after: 'G.k.2.2', ...more });
const SPY = 'FDA.spy.1';
const spying = (text: string) =>
  withReader(text, SPY, { control: 'readOnly', computed: `value("${BLINDED}") == "1" ? "test" : ""` });

const versionNo = () => activeVersion(world.server);
const publish = async (token: string, ...changes: [file: string, text: string | null][]) =>
  world.server.call(publishSchemas, {
    body: {
      changes: changes.map(([file, text]) => ({ file, text })),
      reason: 'Test',
      basedOn: await versionNo(),
    },
    token,
  });
const rollBack = async (token: string, to: number) =>
  world.server.call(rollBackSchemas, {
    params: { versionNo: to },
    body: { reason: 'Test', basedOn: await versionNo() },
    token,
  });
const impact = async (token: string, text: string) =>
  world.server.call(previewImpact, {
    body: { changes: [{ file: US, text }], after: 0, limit: 200 },
    token,
  });

beforeEach(async () => {
  if ((await versionNo()) > 0) await rollBack(unblinding, 0);
});

describe('a publication that takes blinding away', () => {
  const refused = (...itemIds: string[]) => ({
    status: 403,
    errCode: 'BLINDING_LOST',
    details: { items: itemIds.map((itemId) => ({ itemId })) },
  });

  const unmarked = () => changed(us, (appendix) => delete blindedItem(appendix).blinded);
  const removed = () =>
    changed(us, (appendix) => {
      appendix.items = appendix.items.filter(({ itemId }) => itemId !== BLINDED);
    });
  const movedPlace = () =>
    changed(withReader(us, 'FDA.copy.1', {}), (appendix) => {
      const item = blindedItem(appendix);
      const copy = appendix.items.find(({ itemId }) => itemId === 'FDA.copy.1');
      if (copy && item.e2b) copy.e2b = item.e2b;
      delete item.e2b;
    });

  it.each([
    ['the mark', unmarked, [BLINDED, 'MU-CS/spy']],
    ['its place in messages, for a copy', movedPlace, [BLINDED]],
  ] as const)('of an item is refused: %s', async (_what, text, lost) => {
    const before = (await world.server.call(readSchemaFiles, { token: publisher })).data.files;
    expect(await publish(publisher, [US, text()])).toMatchObject(refused(...lost));
    expect((await world.server.call(readSchemaFiles, { token: publisher })).data.files).toEqual(before);
    expect((await impact(publisher, text())).data.blinding).toMatchObject({
      lost: lost.map((itemId) => ({ itemId })),
      gained: [],
    });
    expect(await publish(unblinding, [US, text()])).toMatchObject({ status: 200 });
  });

  it('is refused where the item would disappear, and its imported values with it', async () => {
    const rules = files.read(RULES).replaceAll(BLINDED, 'G.k.2.2');
    const answer = await publish(publisher, [US, removed()], [RULES, rules]);
    expect(answer.status).not.toBe(200);
    expect(['BLINDING_LOST', 'SCHEMAS_REFUSED']).toContain(answer.errCode);
  });

  it('is refused for what inherited it, by a change and by going back', async () => {
    expect(await publish(publisher, [US, spying(us)])).toMatchObject({ status: 200 });
    const harmless = withReader(us, SPY, { control: 'readOnly', computed: '"nothing"' });
    expect(await publish(publisher, [US, harmless])).toMatchObject(refused(SPY));
    // without the item its values stay blinded
    expect(await rollBack(publisher, 0)).toMatchObject({ status: 200 });
    expect(await publish(publisher, [US, withReader(us, SPY, {})])).toMatchObject(refused(SPY));
    expect(await publish(unblinding, [US, withReader(us, SPY, {})])).toMatchObject({ status: 200 });
  });

  it('is refused by rolling back to a version that blinds less', async () => {
    const more = changed(us, ({ items }) => {
      const other = items.find(({ itemId }) => itemId.startsWith('FDA.') && itemId !== BLINDED);
      if (other) other.blinded = true;
    });
    expect(await publish(publisher, [US, more])).toMatchObject({ status: 200 });
    expect(await rollBack(publisher, 0)).toMatchObject({ status: 403, errCode: 'BLINDING_LOST' });
    expect(await rollBack(unblinding, 0)).toMatchObject({ status: 200 });
  });

  it('says what gains blinding', async () => {
    const { data } = await impact(publisher, spying(us));
    expect(data.blinding).toMatchObject({ lost: [], gained: [{ itemId: SPY }] });
  });
});

/** A value of the catalogue that reads the blinded item, directly or through others. */
interface Reader {
  name: string;
  /** an item of its own that is typed */
  typed?: string;
  add: (texts: Texts, condition: string) => void;
}
type Texts = Record<typeof US | typeof RULES, string>;

const item = (texts: Texts, itemId: string, more: object) => {
  texts[US] = withReader(texts[US], itemId, more);
};
const READERS: Reader[] = [
  {
    name: 'a computed item',
    add: (texts, condition) =>
      item(texts, SPY, { control: 'readOnly', computed: `${condition} ? "yes" : ""` }),
  },
  {
    name: 'an item computed from a computed one',
    add: (texts, condition) => {
      item(texts, 'FDA.spy.2', { control: 'readOnly', computed: `${condition} ? "a" : "b"` });
      item(texts, 'FDA.spy.3', { control: 'readOnly', computed: 'value("FDA.spy.2") == "a" ? "yes" : ""' });
    },
  },
  {
    name: 'an item that is cleared when it is hidden',
    typed: 'FDA.spy.4',
    add: (texts, condition) => item(texts, 'FDA.spy.4', { visibleWhen: condition, onHide: 'clear' }),
  },
  {
    name: 'an item that is not exported when it is hidden',
    typed: 'FDA.spy.5',
    add: (texts, condition) =>
      item(texts, 'FDA.spy.5', { visibleWhen: condition, onHide: 'keepNotExported' }),
  },
  {
    name: 'an item that is required by it',
    add: (texts, condition) => item(texts, 'FDA.spy.6', { requiredWhen: condition }),
  },
  {
    name: 'a condition of an overlay',
    add: (texts, condition) => {
      const appendix = JSON.parse(texts[US]) as { overlays?: Record<string, object> };
      texts[US] = JSON.stringify({
        ...appendix,
        overlays: {
          ...appendix.overlays,
          'G.k.7.r.1': { ...appendix.overlays?.['G.k.7.r.1'], requiredWhen: condition },
        },
      });
    },
  },
  {
    name: 'a rule',
    add: (texts, condition) => {
      const file = JSON.parse(texts[RULES]) as { rules: { id: string; items: string[] }[] };
      const [rule] = file.rules.filter(({ id }) => id === 'W0006');
      const examples = { pass: { [BLINDED]: '2' }, fail: { [BLINDED]: '1' } };
      const spy = {
        ...rule,
        id: 'W9999',
        items: ['G.k.2.2', BLINDED],
        when: undefined,
        check: `!(${condition})`,
        profiles: undefined,
        examples,
      };
      texts[RULES] = JSON.stringify({ ...file, rules: [...file.rules, spy] });
    },
  },
];

const CONDITIONS = [`value("${BLINDED}") == "1"`, `value("${BLINDED}") != "2"`];

/** Two cases that say the same, but for the blinded value. */
async function twoCases(readers: readonly Reader[] = []): Promise<[number, number]> {
  const keys: number[] = [];
  for (const value of ['1', '2']) {
    const { caseKey } = await world.aCase();
    const others = readers.flatMap(({ typed: itemId }) => (itemId ? itemValue(itemId, [0], 'typed') : []));
    const typed = [itemValue('G.k.2.2', [0], 'Aspirin'), itemValue(BLINDED, [0], value), ...others];
    const saved = await world.save(caseKey, 'DG', typed, { rowNo: 0, token: unblinding });
    expect(saved.status).toBe(200);
    keys.push(caseKey);
  }
  const [one = 0, other = 0] = keys;
  return [one, other];
}

/** Everything that a user reads of a case, without what differs between any two cases. */
async function readAll(token: string, caseKey: number) {
  const { call } = world.server;
  const params = { caseKey };
  const answers = {
    page: await call(readPageRow, {
      params: { caseKey, page: 'DG', rowNo: 1 },
      query: { appendix: 'US' },
      token,
    }),
    content: await call(readCaseContent, { params, token }),
    findings: await call(readFindings, { params, query: { receiver: 'FDA' }, token }),
    audit: await call(readCaseAudit, { params, query: { rowCount: 100 }, token }),
    moments: await call(listMoments, { params, token }),
    compared: await call(compareSides, {
      params,
      body: {
        older: { kind: 'draft', rows: [], values: [{ ...itemValue(BLINDED, [1], '1') }] },
        newer: { kind: 'version', caseKey },
      },
      token,
    }),
    duplicates: await call(listDuplicates, { body: { caseKey }, query: {}, token }),
    xml: (
      await call(downloadReport, {
        params: { ...params, reportId: 'XML' },
        query: { receiver: 'FDA' },
        token,
      })
    ).bytes.toString(),
    listed: (await call(listCases, { query: { rowCount: 100, appendix: 'US' }, token })).data.listInfo.filter(
      ({ rowKey }) => Number(rowKey) === caseKey,
    ),
  };
  const { duplicates, ...rest } = answers;
  const text = JSON.stringify(rest, (key, value: unknown) =>
    ['headers', 'bytes', 'saveNo', 'no'].includes(key) ? undefined : value,
  );
  return neutral(`${text} ${duplicates.data.listInfo.length > 0 ? 'found' : 'none'}`, caseKey);
}

const neutral = (text: string, caseKey: number): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b20\d{6,15}([+-]\d{4})?\b/g, 'TIME')
    .replaceAll(/(CASE|C)-?\d[\d-]*/g, 'NUMBER')
    .replaceAll(new RegExp(`\\b${caseKey}\\b`, 'g'), 'KEY')
    .replaceAll(/"caseNo":"[^"]*"/g, '"caseNo":""')
    .replaceAll(/"rowNo":\d+/g, '"rowNo":0');

it('refuses deadlines that read a blinded item, since everybody sees them', async () => {
  const name = 'obligations/FDA.obligations.json';
  const source = JSON.parse(files.read(name)) as { when?: string };
  const text = JSON.stringify({ ...source, when: `anyRow("G.k", value("${BLINDED}") == "1")` });
  for (const token of [publisher, unblinding])
    expect(await publish(token, [name, text])).toMatchObject({
      status: 422,
      errCode: 'SCHEMAS_REFUSED',
      details: [{ rule: 'obligation.blinded' }],
    });
});

describe('what a user reads who may not unblind', () => {
  const published = async (readers: readonly Reader[], condition: string) => {
    const texts: Texts = { [US]: us, [RULES]: files.read(RULES) };
    const before = { ...texts };
    for (const { add } of readers) add(texts, condition);
    const names = [US, RULES] as const;
    const changes = names.filter((file) => texts[file] !== before[file]);
    const answer = await publish(
      publisher,
      ...changes.map((file) => [file, texts[file]] satisfies [string, string]),
    );
    expect([answer.status, answer.details]).toEqual([200, undefined]);
    await projectionsCurrent(world.server);
  };

  it('differs for a user who may, so that the comparison can fail', async () => {
    await published(READERS, CONDITIONS[0] ?? '');
    const [one, other] = await twoCases();
    expect(await readAll(unblinding, one)).not.toBe(await readAll(unblinding, other));
  });

  it.each(READERS)('does not depend on the blinded value through $name', async (reader) => {
    await published([reader], CONDITIONS[0] ?? '');
    const [one, other] = await twoCases([reader]);
    await projectionsCurrent(world.server);
    for (const token of [publisher, world.editor])
      expect(await readAll(token, one)).toBe(await readAll(token, other));
  });

  it('does not depend on it through any combination of them', { timeout: 300_000 }, async () => {
    const some = fc.subarray(READERS, { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom(...CONDITIONS), async (readers, condition) => {
        if ((await versionNo()) > 0) await rollBack(unblinding, 0);
        await published(readers, condition);
        const [one, other] = await twoCases(readers);
        await projectionsCurrent(world.server);
        expect(await readAll(publisher, one)).toBe(await readAll(publisher, other));
      }),
      { numRuns: 4 },
    );
  });

  it('does not keep them from saving the page, with what their editor computed itself', async () => {
    await published(READERS.slice(0, 1), CONDITIONS[0] ?? '');
    const [caseKey] = await twoCases();
    const typed = [itemValue('G.k.2.2', [1], 'Ibuprofen'), itemValue(SPY, [1], 'mine')];
    expect(await world.save(caseKey, 'DG', typed, { rowNo: 1 })).toMatchObject({
      status: 200,
      data: { changed: 1 },
    });
    const params = { caseKey };
    const { data } = await world.server.call(readCaseContent, { params, token: unblinding });
    expect(data.values).toContainEqual(expect.objectContaining({ itemId: SPY, value: 'yes' }));
  });

  it('does not hold what was listed before an item was blinded', async () => {
    const { caseKey } = await world.aCase();
    const typed = [itemValue('G.k.2.2', [0], 'Secretol')];
    await world.save(caseKey, 'DG', typed, { rowNo: 0 });
    const cellsOf = async (query: object) =>
      (
        await world.server.call(listCases, { query: { rowCount: 100, ...query }, token: publisher })
      ).data.listInfo.find(({ rowKey }) => Number(rowKey) === caseKey)?.cells;
    expect(JSON.stringify(await cellsOf({}))).toContain('Secretol');
    expect(await cellsOf({ keyword: 'Secretol' })).toBeDefined();
    const dg = files.read(DG).replace('"itemId": "G.k.2.2",', '"itemId": "G.k.2.2", "blinded": true,');
    expect(await publish(publisher, [DG, dg])).toMatchObject({ status: 200 });
    await projectionsCurrent(world.server);
    expect(JSON.stringify(await cellsOf({}))).not.toContain('Secretol');
    expect(await cellsOf({ keyword: 'Secretol' })).toBeUndefined();
    expect(await rollBack(unblinding, 0)).toMatchObject({ status: 200 });
    await projectionsCurrent(world.server);
    expect(JSON.stringify(await cellsOf({}))).toContain('Secretol');
  });

  it('is not told by the impact of a draft', async () => {
    const [one, other] = await twoCases();
    await publish(unblinding, [US, withReader(us, 'FDA.seen.1', {})]);
    for (const caseKey of [one, other])
      await world.save(caseKey, 'DG', [itemValue('FDA.seen.1', [1], 'seen')], { rowNo: 1 });
    const draft = withReader(us, 'FDA.seen.1', { visibleWhen: CONDITIONS[0] });
    const { data } = await impact(publisher, draft);
    const lost = (caseKey: number) =>
      data.cases.find((found) => found.caseKey === caseKey)?.differences ?? [];
    expect(lost(one)).toEqual(lost(other));
  });
});
