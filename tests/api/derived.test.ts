/** What follows from a save, on any page: the server's word, audited as what it is, and the same as the editor's. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { downloadReport, importFile, readCatalogue } from '../../shared/contract/index.ts';
import { testRegion } from '../../schemas/compile/testRegion.ts';
import { createPageSession } from '../../src/engine/session/pageSession.ts';
import { caseWorldOn, itemValue, type CaseWorld } from './caseWorld.ts';
import { startSchemaWorld, type SchemaWorld } from './schemaWorld.ts';

const NARRATIVE = 'pages/NR.page.json';

let schemas: SchemaWorld;
let world: CaseWorld;
let catalogue: Catalogue;

beforeAll(async () => {
  schemas = await startSchemaWorld();
  schemas.write(testRegion.file, testRegion.text);
  schemas.write(NARRATIVE, withConditions(schemas.read(NARRATIVE)));
  world = await caseWorldOn(await schemas.start());
  const read = await world.server.call(readCatalogue, { params: { appendix: 'XX' }, token: world.editor });
  catalogue = read.data as unknown as Catalogue;
});
afterAll(() => schemas.stop());

/** Comments are hidden while the narrative says HIDE: the sender's are not sent then, the reporter's are. */
function withConditions(text: string): string {
  const shown = `"visibleWhen": "value(\\"H.1\\") != \\"HIDE\\"",`;
  return text
    .replace('"itemId": "H.4",', `"itemId": "H.4", "onHide": "keepNotExported", ${shown}`)
    .replace('"itemId": "H.2",', `"itemId": "H.2", "onHide": "keep", ${shown}`);
}

/** A case of one drug of kind a, two reactions, and what hangs on them on the patient's page. */
async function aCase(): Promise<number> {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DG', [itemValue('XX.kind', [0], 'a'), itemValue('XX.clear', [0], 'text')], {
    rowNo: 0,
  });
  for (const term of ['x', 'y'])
    await world.save(caseKey, 'AE', [itemValue('XX.term', [0], term)], { rowNo: 0 });
  await world.save(caseKey, 'DM', [itemValue('XX.any', [], 'while there is one')]);
  return caseKey;
}

async function xmlOf(caseKey: number): Promise<string> {
  const params = { caseKey, reportId: 'XML' };
  const answer = await world.server.call(downloadReport, { params, query: {}, token: world.editor });
  return new TextDecoder().decode(answer.bytes);
}

const textsOf = ({ values }: { values: { itemId: string; value: string | null }[] }, ids: string[]) =>
  ids.map((id) => values.find(({ itemId }) => itemId === id)?.value ?? null);

describe('a save', () => {
  it('changes what is computed, and clears what it hides, on every page', async () => {
    const caseKey = await aCase();
    expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum', 'XX.any'])).toEqual([
      '1',
      'while there is one',
    ]);
    const saved = await world.save(caseKey, 'DG', [itemValue('XX.kind', [1], 'b')], {
      rowNo: 1,
      reason: 'Second thoughts',
    });
    expect(saved.status).toBe(200);
    expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum', 'XX.any'])).toEqual(['0', null]);
    expect(textsOf((await world.row(caseKey, 'DG', 1)).data, ['XX.kind', 'XX.clear', 'XX.said'])).toEqual([
      'b',
      null,
      'false',
    ]);

    const entries = (await world.audit(caseKey)).filter(({ reason }) => reason === 'Second thoughts');
    const lines = entries.map(({ page, itemId, action, source, oldValue, value }) => ({
      page,
      itemId,
      action,
      source,
      oldValue,
      value,
    }));
    const line = (itemId: string) => lines.find((one) => one.itemId === itemId);
    expect(line('XX.kind')).toMatchObject({ source: 'screen', oldValue: 'a', value: 'b' });
    expect(line('XX.sum')).toMatchObject({
      page: 'DM',
      source: 'computed',
      action: 'change',
      oldValue: '1',
      value: '0',
    });
    expect(line('XX.any')).toMatchObject({
      page: 'DM',
      source: 'hidden',
      action: 'clear',
      oldValue: 'while there is one',
    });
    expect(line('XX.clear')).toMatchObject({ page: 'DG', source: 'hidden', action: 'clear' });
    expect(lines).toHaveLength(5);
  });

  it('takes no word for what is computed', async () => {
    const caseKey = await aCase();
    const saved = await world.save(caseKey, 'DM', [
      itemValue('XX.sum', [], '99'),
      itemValue('D.1', [], 'AB'),
    ]);
    expect(saved.status).toBe(200);
    expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum', 'D.1'])).toEqual(['1', 'AB']);
    expect((await world.save(caseKey, 'DM', [itemValue('XX.sum', [], '99')])).status).toBe(422);
  });

  it('follows a row that is struck, and one that comes back', async () => {
    const caseKey = await aCase();
    const strike = (deleted: boolean) =>
      world
        .row(caseKey, 'DG', 1)
        .then(({ data }) =>
          world.save(caseKey, 'DG', [], { rowNo: 1, rows: data.rows.map((row) => ({ ...row, deleted })) }),
        );
    expect((await strike(true)).status).toBe(200);
    expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum', 'XX.any'])).toEqual(['0', null]);
    await strike(false);
    expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum', 'XX.any'])).toEqual(['1', null]);
  });
});

it('tells a page what it reads of others, and nothing else', async () => {
  const caseKey = await aCase();
  const { inputs } = (await world.row(caseKey, 'DG', 1)).data;
  expect(inputs.values.map((value) => addressKey(value) + value.value).sort()).toEqual([
    'XX.term|1|0|0x',
    'XX.term|2|0|0y',
  ]);
  const patient = (await world.page(caseKey, 'DM')).data.inputs;
  expect(patient.values.map(addressKey)).toEqual(['XX.kind|1|0|0']);
  expect((await world.page(caseKey, 'SD')).data.inputs).toEqual({ values: [], rows: [] });
});

it('holds back from a message what its condition hides, and keeps it in the case', async () => {
  const caseKey = await aCase();
  const xml = async (narrative: string) => {
    await world.save(caseKey, 'NR', [itemValue('H.1', [], narrative), itemValue('H.4', [], 'Our own words')]);
    return xmlOf(caseKey);
  };
  expect(await xml('A story')).toContain('Our own words');
  expect(await xml('HIDE')).not.toContain('Our own words');
  expect(textsOf((await world.page(caseKey, 'NR')).data, ['H.4'])).toEqual(['Our own words']);
});

describe('a message that comes in', () => {
  it('gets its computed values, and brings back what is hidden and kept', async () => {
    const { caseKey, caseNo } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.2.1', [], '19800505')]);
    await world.save(
      caseKey,
      'AE',
      [itemValue('E.i.1.1a', [0], 'Rash'), itemValue('E.i.4', [0], '20250301')],
      {
        rowNo: 0,
      },
    );
    await world.save(caseKey, 'NR', [
      itemValue('H.1', [], 'HIDE'),
      itemValue('H.2', [], 'The reporter said so'),
    ]);
    const xml = await xmlOf(caseKey);
    expect(xml).toContain('The reporter said so');

    // as another case, since this one is known
    const bytes = xml.replaceAll(caseNo, `${caseNo}-COPY`);
    const { data } = await world.server.call(importFile, {
      token: world.editor,
      params: { sponsorKey: 1 },
      file: { name: 'copy.xml', type: 'application/xml', bytes },
    });
    const copy = data.cases[0]?.caseKey ?? 0;
    expect(data.cases).toMatchObject([{ decision: 'new' }]);
    expect(copy).not.toBe(caseKey);
    expect(textsOf((await world.page(copy, 'DM')).data, ['D.2.1', 'CW.ageAtOnset'])).toEqual([
      '19800505',
      '44',
    ]);
    expect(textsOf((await world.page(copy, 'NR')).data, ['H.1', 'H.2'])).toEqual([
      'HIDE',
      'The reporter said so',
    ]);
    expect(await xmlOf(copy)).toContain('The reporter said so');
  });
});

it('after any edits of the page, what the server has is what the editor showed', async () => {
  const at = (itemId: string, path: number[], values: string[]) =>
    fc.record({ at: fc.constant(addressAt(itemId, path)), value: fc.constantFrom(...values) });
  const edit = fc.oneof(
    at('XX.kind', [1], ['a', 'b', '']),
    at('XX.clear', [1], ['c', '']),
    at('XX.next', [1], ['n', '']),
    at('XX.held', [1], ['h']),
    at('XX.relation', [1, 1], ['r', '']),
    at('XX.relation', [1, 2], ['r']),
    fc.constantFrom('undo' as const, 'close' as const),
  );
  const caseKey = await aCase();
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 15, size: 'max' }), async (edits) => {
      const { data } = await world.row(caseKey, 'DG', 1);
      const session = createPageSession({
        content: data,
        ...data,
        catalogue,
        page: 'DG',
        rowNo: 1,
        readOnly: false,
      });
      for (const next of edits) {
        if (next === 'undo') session.undo();
        else if (next === 'close') session.closeStep();
        else session.setValue(next.at, next.value);
      }
      const { items } = session.changes();
      if (items.length === 0) return;
      const saved = await world.save(caseKey, 'DG', items, { rowNo: 1, retrievedAt: data.retrievedAt });
      expect(saved.status).toBe(200);
      const stored = (await world.row(caseKey, 'DG', 1)).data.values;
      const shown = [...new Map([...data.values, ...items].map((one) => [addressKey(one), one])).values()]
        .map((one) => ({ ...one, ...session.get(one) }))
        .filter(({ value }) => value !== null);
      expect(stored.map((one) => addressKey(one) + one.value).sort()).toEqual(
        shown.map((one) => addressKey(one) + one.value).sort(),
      );
    }),
    { numRuns: 40 },
  );
});

it('computes what the product itself makes', async () => {
  const { caseKey } = await world.aCase();
  expect(textsOf((await world.page(caseKey, 'DM')).data, ['XX.sum'])).toEqual(['0']);
});

it('takes a save as the editor sends it: what was typed, and what follows from it', async () => {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'AE', [itemValue('E.i.4', [0], '20240302')], { rowNo: 0 });
  const typed = [itemValue('D.2.1', [], '19700301'), itemValue('CW.ageAtOnset', [], '54')];
  expect((await world.save(caseKey, 'DM', typed)).status).toBe(200);
  expect(textsOf((await world.page(caseKey, 'DM')).data, ['D.2.1', 'CW.ageAtOnset'])).toEqual([
    '19700301',
    '54',
  ]);
});

it('computes no age of a patient who was born after the reaction', async () => {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'AE', [itemValue('E.i.4', [0], '20240302')], { rowNo: 0 });
  const ageOf = async (born: string) => {
    await world.save(caseKey, 'DM', [itemValue('D.2.1', [], born)]);
    return textsOf((await world.page(caseKey, 'DM')).data, ['CW.ageAtOnset']);
  };
  expect(await ageOf('19700301')).toEqual(['54']);
  expect((await ageOf('20290101')).join('')).toBe('');
});

it('stores what a formula newer than the case answers with the next save of its page', async () => {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DM', [itemValue('D.2.1', [], '19700301')]);
  await world.save(caseKey, 'AE', [itemValue('E.i.4', [0], '20240302')], { rowNo: 0 });
  const age = async () => textsOf((await world.page(caseKey, 'DM')).data, ['CW.ageAtOnset']);
  expect(await age()).toEqual(['54']);
  // as before the formula was added
  await world.query((trx) =>
    sql`update case_page_row set items = items - 'CW.ageAtOnset|0|0|0'
      where case_key = ${caseKey} and page = 'DM'`.execute(trx),
  );
  expect(await age()).toEqual([null]);
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')]);
  expect(await age()).toEqual(['54']);
});
