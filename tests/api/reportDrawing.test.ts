/** What a browser draws reports with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readMessageLines,
  readReportCodes,
  readReportFonts,
  readTerms,
} from '../../shared/contract/index.ts';
import { tableMetrics } from '../../shared/reports/fontTable.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

describe('the fonts of reports', () => {
  it('are a table of widths for every script', async () => {
    const { data } = await world.server.call(readReportFonts, { token: world.editor });
    if (!data) throw new Error('no fonts');
    const metrics = tableMetrics(data);
    expect(metrics.advance('latin', false, 0x20)).toBeCloseTo(0.26, 3);
    expect(metrics.has('kr', 0xd55c)).toBe(true);
    expect(metrics.has('latin', 0xd55c)).toBe(false);
  });
});

describe('the words of reports', () => {
  it('are labels in the language of the report', async () => {
    const labels = async (language: 'en' | 'ko') =>
      (await world.server.call(readReportCodes, { query: { language }, token: world.editor })).data
        ?.codeLists;
    const [en, ko] = [await labels('en'), await labels('ko')];
    expect(Object.keys(en ?? {})).toEqual(Object.keys(ko ?? {}));
    expect(en).not.toEqual(ko);
  });

  it('are terms, and nothing for an unknown code', async () => {
    const codes = [{ dictionary: 'meddra', code: 'no such code' }];
    const { data } = await world.server.call(readTerms, {
      query: { language: 'en' },
      body: { codes },
      token: world.editor,
    });
    expect(data).toEqual({ terms: [null] });
  });
});

describe('the message of a content', () => {
  const BLINDED = 'FDA.G.k.10a';
  const row = {
    group: 'G.k',
    rowNo: 1,
    rowNo2: 0,
    rowNo3: 0,
    rowId: '0c8e2a49-7c6c-4c57-9d43-9a4f04dd3a9f',
    sort: 1,
    deleted: false,
  };
  const content = () => ({
    values: [itemValue('D.1', [], 'QZ'), itemValue('G.k.2.2', [1], 'A drug'), itemValue(BLINDED, [1], '2')],
    rows: [row],
  });
  const linesFor = async (caseKey: number, token: string) =>
    world.server.call(readMessageLines, { params: { caseKey }, body: content(), token });

  it('names the values of each line', async () => {
    const { caseKey } = await world.aCase(1);
    const { data } = await linesFor(caseKey, world.editor);
    const lines = data?.lines ?? [];
    expect(lines[0]?.text).toContain('<?xml');
    const withValue = (key: string) => lines.filter(({ values }) => values.includes(key));
    expect(withValue('D.1|0|0|0').map(({ text }) => text)).toEqual(['<name>QZ</name>']);
    expect(withValue('G.k.2.2|1|0|0').map(({ text }) => text)).toEqual(['<name>A drug</name>']);
    expect(
      lines
        .filter(({ text, depth }) => depth > 0 && text.startsWith('</'))
        .every(({ values }) => values.length === 0),
    ).toBe(true);
  });

  it('leaves out blinded values for users who may not see them, and is for those who see the case', async () => {
    const { caseKey } = await world.aCase(1);
    const blinded = await world.limitedUser('lines.blinded', {}, 1);
    const keysFor = async (token: string) =>
      (await linesFor(caseKey, token)).data?.lines.flatMap(({ values }) => values);
    expect(await keysFor(world.second)).toContain(`${BLINDED}|1|0|0`);
    expect(await keysFor(blinded)).not.toContain(`${BLINDED}|1|0|0`);
    expect((await linesFor(999_999, world.editor)).status).toBe(404);
  });
});
