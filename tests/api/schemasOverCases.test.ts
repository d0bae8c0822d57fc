/**
 * The law of publications: whatever an analyst may publish, what cases hold stays, is read, saved, sent, listed and compared
 * as before, and earlier moments are what they were. Random legal edits, one version after the other, over stored cases.
 * FUZZ_SEED repeats a run, FUZZ_RUNS makes it longer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import {
  compareSides,
  createFollowUp,
  downloadReport,
  importFile,
  listCases,
  listMoments,
  listPages,
  previewExport,
  readCaseContent,
  readCatalogue,
  readCatalogueOf,
  readColumns,
  readFindings,
  readMoment,
  saveColumnFilter,
  saveColumns,
  verifyCaseAudit,
  dropFilters,
} from '../../shared/contract/index.ts';
import { readIcsrs } from '../../shared/e2b/index.ts';
import { chanceFrom, type Chance } from '../../shared/generate/chance.ts';
import { messageOf, generatorOf, portsWithFiles } from '../../scripts/cases-commands.ts';
import type { CatalogueSource } from '../../server/catalogue/catalogueSource.ts';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { createPageSession } from '../../src/engine/session/pageSession.ts';
import { ports } from '../conformance/roundTrip.ts';
import { EDIT_KINDS, legalEdits } from '../legalSchemaEdits.ts';
import { caseWorldOn, LATER, type CaseWorld } from './caseWorld.ts';
import type { TestServer } from './harness.ts';
import { analystOf, startSchemaWorld, type Analyst, type SchemaWorld } from './schemaWorld.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));
/** edits of one publication */
const EDITS = 6;
const RECEIVERS = ['FDA', 'MFDS', 'PMDA', 'EMA'];

let world: SchemaWorld;
let here: TestServer;
let cases: CaseWorld;
let analyst: Analyst;
/** of a user who may unblind */
let admin: string;
const caseKeys: number[] = [];

beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
  cases = await caseWorldOn(here);
  analyst = await analystOf(here);
  admin = cases.second;
  const generate = generatorOf(here.deps.catalogue);
  for (const [at, receiver] of RECEIVERS.entries()) {
    const { content } = generate({ seed: SEED + at, receiver });
    const bytes = await messageOf(content, receiver, portsWithFiles());
    const file = { name: `${receiver}.xml`, type: 'application/xml', bytes };
    const { data, errMsg } = await here.call(importFile, { params: { sponsorKey: 1 }, file, token: admin });
    expect(errMsg).toBeNull();
    caseKeys.push(...data.cases.flatMap(({ caseKey }) => caseKey ?? []));
  }
  // with notations and values of regions beside those of messages
  const { data } = await here.call(listCases, { query: { rowCount: 3 }, token: admin });
  caseKeys.push(...data.listInfo.map(({ rowKey }) => Number(rowKey)));
});
afterAll(() => world.stop());

const inUse = async (): Promise<CatalogueSource> => {
  const versionNo = (await analyst.files()).versionNo;
  return here.deps.catalogues.of(1, versionNo);
};

/** What a case holds, without items that hold nothing. */
const held = ({ values, rows }: CaseContent): { values: Map<string, CaseValue>; rows: string[] } => ({
  values: new Map(values.filter((value) => !isEmpty(value)).map((value) => [addressKey(value), value])),
  rows: rows
    .map(({ group, rowNo, rowNo2, rowNo3, deleted, sort }) =>
      [group, rowNo, rowNo2, rowNo3, deleted, sort].join('|'),
    )
    .toSorted(),
});

const answered = <T extends { status: number; errMsg: string | null }>(answer: T, what: string): T => {
  expect(answer.errMsg, what).toBeNull();
  expect(answer.status, what).toBe(200);
  return answer;
};
/** Answered, or refused with a sentence. */
const answeredOrRefused = <T extends { status: number; errMsg: string | null }>(
  answer: T,
  what: string,
): T | null => {
  expect(answer.status, `${what}: ${answer.errMsg}`).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.errMsg, what).toMatch(/\S+ \S+/);
  return answer.status === 200 ? answer : null;
};

const contentOf = async (caseKey: number): Promise<CaseContent> =>
  answered(await here.call(readCaseContent, { params: { caseKey }, token: admin }), `content of ${caseKey}`)
    .data;

/** Everything that the forms of a case show. */
async function formsOf(caseKey: number, whole: Catalogue): Promise<CaseContent> {
  const { data } = answered(await here.call(listPages, { params: { caseKey }, token: admin }), 'pages');
  const [values, rows]: [CaseValue[], CaseContent['rows']] = [[], []];
  const take = (content: CaseContent) => {
    values.push(...content.values);
    rows.push(...content.rows);
  };
  const pages = data.pages.filter(({ page }) => whole.pages[page]?.kind !== 'custom');
  for (const { page } of pages) {
    if (whole.pages[page]?.group == null) {
      take(answered(await cases.page(caseKey, page, admin), `page ${page}`).data);
      continue;
    }
    const { rows: all } = await contentOf(caseKey);
    for (const { rowNo } of all.filter(({ group }) => group === whole.pages[page]?.group))
      take(answered(await cases.row(caseKey, page, rowNo), `row ${page} ${rowNo}`).data);
  }
  return { values, rows };
}

/** The values of the message, read by the catalogue that wrote it; null: refused with a sentence. */
async function messageValues(caseKey: number, { e2b }: CatalogueSource): Promise<Map<string, string> | null> {
  const params = { caseKey, reportId: 'XML' };
  const answer = answeredOrRefused(
    await here.call(downloadReport, { params, query: {}, token: admin }),
    'message',
  );
  if (!answer) return null;
  const reader = readIcsrs(answer.bytes, e2b, ports);
  const found = new Map<string, string>();
  for (let next = await reader.next(); !next.done; next = await reader.next())
    for (const value of next.value.content.values)
      found.set(addressKey(value), JSON.stringify([value.value, value.nullFlavor]));
  return found;
}

/** What decides whether and how an item is sent. */
function sentBy({ whole, codeLists }: CatalogueSource, itemId: string): string {
  const item = whole.items[itemId];
  if (!item) return 'gone';
  const { label: _label, help: _help, sort: _sort, list: _list, span: _span, ...rest } = item;
  const around = item.groups.map((group) => {
    const {
      label: _head,
      rowLabel: _row,
      summary: _summary,
      min: _min,
      max: _max,
      ...more
    } = whole.groups[group] ?? {
      label: null,
      rowLabel: null,
      summary: null,
      min: 0,
      max: 0,
    };
    return more;
  });
  return JSON.stringify([rest, around, codeLists[item.codeList ?? '']?.codes.map(({ code }) => code)]);
}

interface State {
  content: CaseContent;
  message: Map<string, string> | null;
  moments: Map<number, string>;
}

const momentText = ({ values, rows }: CaseContent): string => {
  const { values: found, rows: list } = held({ values, rows });
  return JSON.stringify([[...found].toSorted(([a], [b]) => (a < b ? -1 : 1)), list]);
};

async function stateOf(caseKey: number, source: CatalogueSource, known?: State): Promise<State> {
  const moments = new Map(known?.moments);
  const list = answered(await here.call(listMoments, { params: { caseKey }, token: admin }), 'moments').data;
  for (const { saveNo } of list.listInfo) {
    if (moments.has(saveNo)) continue;
    const { data } = answered(
      await here.call(readMoment, { params: { caseKey, saveNo }, token: admin }),
      `moment ${saveNo}`,
    );
    moments.set(saveNo, momentText(data.content));
  }
  return { content: await contentOf(caseKey), message: await messageValues(caseKey, source), moments };
}

/** Nothing that the case holds is lost or changed by the publication. */
async function staysWhole(
  caseKey: number,
  was: State,
  before: CatalogueSource,
  now: CatalogueSource,
): Promise<void> {
  const content = await contentOf(caseKey);
  expect(held(content)).toEqual(held(was.content));
  const forms = held(await formsOf(caseKey, now.whole));
  const onPages = [...held(content).values].filter(([, { itemId }]) =>
    now.whole.pageOrder.includes(now.whole.items[itemId]?.page ?? ''),
  );
  for (const [key, value] of onPages) expect(forms.values.get(key), `${key} in its form`).toEqual(value);
  const message = await messageValues(caseKey, now);
  if (message && was.message) {
    const alike = (key: string) => {
      const itemId = key.split('|')[0] ?? '';
      return sentBy(before, itemId) === sentBy(now, itemId);
    };
    const expected = [...was.message].filter(([key]) => alike(key));
    const found = [...message].filter(([key]) => alike(key));
    expect(new Map(found), 'in the message').toEqual(new Map(expected));
  }
  for (const [saveNo, text] of was.moments) {
    const answer = await here.call(readMoment, { params: { caseKey, saveNo }, token: admin });
    const { data } = answered(answer, `moment ${saveNo}`);
    expect(momentText(data.content), `moment ${saveNo}`).toBe(text);
    expect(data.schema).not.toBe('lost');
    const params = { version: data.moment.catalogueVersion, appendix: 'KR' };
    if (saveNo === 1) answered(await here.call(readCatalogueOf, { params, token: admin }), 'its catalogue');
  }
  const whole = await here.call(verifyCaseAudit, { params: { caseKey }, token: admin });
  expect(whole.data.whole, `audit trail of ${caseKey}`).toBe(true);
}

/** A save of one text leaves everything else as it is, but for what the editor shows as its consequence. */
async function savesOneText(
  caseKey: number,
  { whole, forAppendix }: CatalogueSource,
  chance: Chance,
): Promise<void> {
  const appendix = chance.pick(['KR', 'US', 'JP', 'EU', 'NA']);
  const seen = forAppendix(appendix);
  const before = await contentOf(caseKey);
  const isText = ({ control, computed, groups, page, itemId, role, readOnlyWhen }: CatalogueItem) =>
    control === 'text' &&
    computed === null &&
    groups.length === 0 &&
    role === null &&
    readOnlyWhen === null &&
    seen.items[itemId] !== undefined &&
    whole.pages[page]?.group === null;
  const item = chance.pick(Object.values(whole.items).filter(isText));
  const { data, status } = await cases.page(caseKey, item.page, admin);
  expect(status).toBe(200);
  if (data.readOnly !== null) return;
  const { references, inputs, retrievedAt } = data;
  const session = createPageSession({
    content: data,
    catalogue: seen,
    page: item.page,
    rowNo: 0,
    readOnly: false,
    references,
    inputs,
    retrievedAt,
  });
  const address = { itemId: item.itemId, rowNo: 0, rowNo2: 0, rowNo3: 0 };
  session.setValue(address, `t${chance.between(0, 9)}`);
  const { items, rows } = session.changes();
  const answer = await cases.save(caseKey, item.page, items, {
    rows: [...rows],
    token: admin,
    retrievedAt: LATER,
  });
  if (!answeredOrRefused(answer, `save of ${item.itemId}`)) {
    expect(JSON.stringify(answer.details), 'the refusal names the text').toContain(item.itemId);
    return;
  }
  const sent = new Set(items.map(addressKey));
  const isComputed = (key: string) => whole.items[key.split('|')[0] ?? '']?.computed != null;
  const [was, is] = [before, await contentOf(caseKey)].map((content) => held(content));
  for (const [key, value] of was?.values ?? [])
    if (!sent.has(key) && !isComputed(key)) expect(is?.values.get(key), `${key} after a save`).toEqual(value);
  // nor does the editor itself take values away that nobody touched
  expect(
    [...sent].filter((key) => key !== addressKey(address) && !isComputed(key)),
    'sent beside',
  ).toEqual([]);
  expect(is?.rows).toEqual(was?.rows);
}

/** Lists, filters, questions, findings and reports answer. */
async function isReadEverywhere(caseKey: number, { whole }: CatalogueSource, chance: Chance): Promise<void> {
  const params = { menuId: 'MU-CS' };
  const { data } = answered(await here.call(readColumns, { params, token: admin }), 'columns');
  const columns = Array.from({ length: 12 }, () => chance.pick(data.listInfo));
  const visible = [...new Set(['caseNo', ...columns.map(({ columnId }) => columnId)])];
  answered(await here.call(saveColumns, { params, body: { visible }, token: admin }), 'choice of columns');
  answered(await here.call(listCases, { query: { rowCount: 100 }, token: admin }), 'list');
  const text = columns.find(({ filterType }) => filterType === 'LIKE' || filterType === 'LIKE_ALL');
  if (text) {
    const filters = [{ filterType: text.filterType, valueCode: 'a' }];
    const column = { ...params, columnId: text.columnId };
    answered(
      await here.call(saveColumnFilter, { params: column, body: { filters }, token: admin }),
      'filter',
    );
    answered(await here.call(listCases, { query: {}, token: admin }), 'filtered list');
    await here.call(dropFilters, { params, token: admin });
  }
  for (const receiver of ['ICH', ...RECEIVERS])
    answered(
      await here.call(readFindings, { params: { caseKey }, query: { receiver }, token: admin }),
      `findings for ${receiver}`,
    );
  for (const reportId of ['R2', chance.pick(Object.keys(whole.reports))])
    answeredOrRefused(
      await here.call(downloadReport, { params: { caseKey, reportId }, query: {}, token: admin }),
      `report ${reportId}`,
    );
  const item = chance.pick(Object.values(whole.items));
  const test = { itemId: item.itemId, operator: 'NOT_NULL', values: [], nullFlavors: [] };
  const tests = { kind: 'rows', tests: [test], rows: { of: 'any', min: null, max: null } };
  const body = {
    condition: { kind: 'group', joined: 'and', conditions: [tests] },
    items: [item.itemId],
    layout: 'case',
    block: '',
    repeats: 'joined',
    codes: 'label',
  };
  answeredOrRefused(await here.call(previewExport, { body, token: admin }), `question about ${item.itemId}`);
  for (const appendix of ['NA', 'KR', 'US'])
    answered(await here.call(readCatalogue, { params: { appendix }, query: {}, token: admin }), 'catalogue');
}

const KNOWN_REFUSALS = [
  'item.moved',
  'item.retyped',
  'role.lost',
  'record.privilege',
  'record.scope',
  'obligation.blinded',
];

it(`stays whole through any publication (seed ${SEED})`, { timeout: RUNS * 120_000 }, async () => {
  const chance = chanceFrom(SEED);
  const met = new Map<string, number>();
  let before = await inUse();
  for (let run = 1; run <= RUNS; run += 1) {
    const states = new Map<number, State>();
    for (const caseKey of caseKeys) states.set(caseKey, await stateOf(caseKey, before));
    const sources = before.sources.filter(({ file }: SourceText) => !file.startsWith('retired/'));
    const draws = Array.from({ length: EDITS }, () => ({
      kind: chance.between(0, EDIT_KINDS.length - 1),
      node: chance.between(0, 1_000_000),
      other: chance.between(0, 1_000_000),
    }));
    const { files, kinds } = legalEdits(sources, draws, run);
    const changes = files.filter(({ text }, at) => text !== sources[at]?.text);
    if (changes.length === 0) continue;
    const answer = await analyst.publish(changes);
    if (answer.status !== 200) {
      const rules = (answer.details as { rule: string }[] | undefined)?.map(({ rule }) => rule) ?? [];
      expect(answer.errCode, answer.errMsg ?? '').toBe('SCHEMAS_REFUSED');
      expect(KNOWN_REFUSALS, JSON.stringify(answer.details)).toEqual(expect.arrayContaining(rules));
      continue;
    }
    for (const kind of kinds) met.set(kind, (met.get(kind) ?? 0) + 1);
    const now = await inUse();
    await backfillProjections(here.deps);
    const where = `run ${run}, ${kinds.join(', ')}`;
    for (const caseKey of caseKeys) {
      const was = states.get(caseKey);
      if (!was) continue;
      try {
        await staysWhole(caseKey, was, before, now);
        await isReadEverywhere(caseKey, now, chance);
        await savesOneText(caseKey, now, chance);
      } catch (error) {
        throw new Error(`case ${caseKey} after ${where}`, { cause: error });
      }
    }
    before = now;
  }
  const [first = 0] = caseKeys;
  const last = held(await contentOf(first));
  const followUp = await here.call(createFollowUp, {
    params: { caseKey: first },
    body: { reason: '' },
    token: admin,
  });
  if (answeredOrRefused(followUp, 'follow-up')) {
    const next = held(await contentOf(followUp.data.caseKey));
    for (const [key, value] of last.values) expect(next.values.has(key), `${key} ${value.value}`).toBe(true);
    const sides = [first, followUp.data.caseKey].map((caseKey) => ({ kind: 'version', caseKey }));
    const body = { older: sides[0], newer: sides[1] };
    answered(await here.call(compareSides, { params: { caseKey: first }, body, token: admin }), 'comparison');
  }
  // the product's files again, or the reason why not
  answeredOrRefused(await analyst.rollBack(0), 'rollback');
  expect(held(await contentOf(first))).toEqual(last);
  // a law about no publication would hold
  expect([...met.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});
