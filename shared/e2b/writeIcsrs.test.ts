import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import type { CaseRow, CaseValue } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { orderFindings } from './orderFindings.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';
import type { CaseToWrite, OmittedValue, WriteOptions } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();

const say = (itemId: string, value: string, ...rows: number[]): CaseValue => ({
  ...addressAt(itemId, rows),
  value,
  nullFlavor: null,
  notation: null,
});
const silent = (itemId: string, nullFlavor: string, ...rows: number[]): CaseValue => ({
  ...say(itemId, '', ...rows),
  value: null,
  nullFlavor,
});
const row = (group: string, rowNo: number, more: Partial<CaseRow> = {}): CaseRow => ({
  group,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  sort: rowNo,
  deleted: false,
  rowId: `00000000-0000-4000-8000-00000000000${rowNo}`,
  ...more,
});
const write = (written: Partial<CaseToWrite>, options?: WriteOptions): Promise<string> =>
  writeIcsrText([{ values: [], rows: [], ...written }], map, ports, options);

async function read(xml: string): Promise<Record<string, string | null>> {
  const written: Record<string, string | null> = {};
  for await (const { content } of readIcsrs(xml, map, ports))
    for (const { itemId, rowNo, rowNo2, value, nullFlavor } of content.values)
      written[[itemId, rowNo, rowNo2].filter(Boolean).join(' ')] = value ?? nullFlavor;
  return written;
}

describe('a written message', () => {
  it('has generated envelope values: ids, and the time of writing', async () => {
    const now = new Date('2024-05-06T07:08:09Z');
    const xml = await writeIcsrText([{ values: [], rows: [] }], map, { ...ports, now: () => now });
    expect(await read(xml)).toMatchObject({
      'N.1.5': '20240506070809+0000',
      'N.2.r.4': '20240506070809+0000',
      'N.1.2': expect.any(String) as string,
    });
  });

  it('has no empty element for a second-language text alone, which is named as left out', async () => {
    const alone = (itemId: string, notation: string): CaseValue => ({
      ...say(itemId, ''),
      value: null,
      notation,
    });
    const values = [alone('H.1', '발열'), alone('D.1', '김'), say('C.1.1', 'KR-1')];
    const omitted: string[] = [];
    const xml = await write({ values }, { onOmitted: ({ value }) => omitted.push(value.itemId) });
    expect(omitted.sort()).toEqual(['D.1', 'H.1']);
    expect(xml).not.toMatch(/<text\/>|<player1[^>]*><name\/>|발열/);
    expect(await read(await write({ values }, { notation: 'notation' }))).toMatchObject({ 'H.1': '발열' });
  });

  it('keeps words apart that a break of a word processor parts', async () => {
    const text = 'Fever 38\u000b5 days later\u000c10\u001e20 mg\u0007 daily';
    const xml = await write({ values: [say('H.1', text)] });
    expect(await read(xml)).toMatchObject({ 'H.1': 'Fever 38\n5 days later\n10-20 mg daily' });
  });

  it('has unknown elements of any name', async () => {
    const [start = '', end = ''] = (await write({ values: [say('H.1', 'fever')] })).split(
      '<text>fever</text>',
    );
    const extra = '<constructor><one x="1"/><two x="2"/></constructor>';
    const source = `${start}<text>fever</text>${extra}${end}`;
    const { value: message } = await readIcsrs(source, map, ports).next();
    if (!message || !('content' in message)) throw new Error('no message was read');
    const xml = await write({ ...message.content, residue: message.residue });
    expect(xml.replaceAll(/\n\s*/g, '')).toContain(extra);
    const { findings } = await orderFindings(Readable.from([xml]) as AsyncIterable<string>, map);
    expect(findings).toEqual([]);
  });

  it('prefers the envelope of the transmission to that of the case', async () => {
    const values = [say('N.1.3', 'OLD'), say('N.2.r.3', 'OLD'), say('C.1.1', 'KR-1')];
    const xml = await write({ values }, { envelope: [say('N.1.3', 'NEW'), say('N.2.r.3', 'FDA')] });
    expect(await read(xml)).toMatchObject({ 'N.1.3': 'NEW', 'N.2.r.3': 'FDA', 'C.1.1': 'KR-1' });
  });

  it('omits deleted rows, with everything that refers to them', async () => {
    const values = [
      say('E.i.1.1a', 'gone', 1),
      say('E.i.1.1a', 'here', 2),
      say('G.k.2.2', 'drug', 1),
      say('G.k.9.i.4', '1', 1, 1),
      say('G.k.9.i.4', '2', 1, 2),
    ];
    const xml = await write({
      values,
      rows: [row('E.i', 1, { deleted: true }), row('E.i', 2), row('G.k', 1)],
    });
    expect(xml).not.toContain('gone');
    expect(await read(xml)).toMatchObject({ 'E.i.1.1a 1': 'here', 'G.k.9.i.4 1 1': '2' });
  });

  it("sorts rows in the user's order, not by number", async () => {
    const values = [say('E.i.1.1a', 'first made', 1), say('E.i.1.1a', 'moved up', 2)];
    const xml = await write({ values, rows: [row('E.i', 1, { sort: 5 }), row('E.i', 2, { sort: 3 })] });
    expect(await read(xml)).toMatchObject({ 'E.i.1.1a 1': 'moved up', 'E.i.1.1a 2': 'first made' });
  });

  it('sends the text in the other language if there is one', async () => {
    const values = [{ ...say('H.1', 'English'), notation: '한국어' }, say('H.4', 'only English')];
    const xml = await write({ values }, { notation: 'notation' });
    expect(await read(xml)).toMatchObject({ 'H.1': '한국어', 'H.4': 'only English' });
  });

  it('sends only the items of the requested regions', async () => {
    const values = [say('FDA.C.1.12', 'true'), say('C.3.1.KR.1', '1'), say('C.3.1', '1')];
    expect(await read(await write({ values }, { appendices: ['US'] }))).toMatchObject({
      'FDA.C.1.12': 'true',
      'C.3.1': '1',
    });
    expect(await read(await write({ values }, { appendices: ['US'] }))).not.toHaveProperty('C.3.1.KR.1');
  });

  it('keeps a second name second', async () => {
    expect(await read(await write({ values: [say('C.3.3.4', 'James')] }))).toMatchObject({
      'C.3.3.4': 'James',
    });
  });

  it('reports a value without a valid location, and continues', async () => {
    const omitted: OmittedValue[] = [];
    const values = [
      say('D.3', 'heavy'),
      say('D.2.1', '1969-02-01'),
      say('G.k.2.1.1b', 'MP1', 1),
      say('G.k.2.1.2b', 'PP1', 1),
      say('D.5', '1'),
    ];
    const xml = await write({ values, rows: [row('G.k', 1)] }, { onOmitted: (one) => omitted.push(one) });
    expect(omitted.map(({ value, reason }) => [value.itemId, reason]).sort()).toEqual([
      ['D.2.1', 'notRepresentable'],
      ['D.3', 'notRepresentable'],
      ['G.k.2.1.2b', 'placeTaken'],
    ]);
    expect(await read(xml)).toMatchObject({ 'D.5': '1', 'G.k.2.1.1b 1': 'MP1' });
  });

  it('writes a null flavor at the location of the value', async () => {
    const values = [
      silent('D.2.1', 'MSK'),
      silent('C.2.r.2.7', 'ASKU', 1),
      silent('FDA.C.2.r.2.8', 'MSK', 1),
      silent('E.i.3.2a', 'NI', 1),
    ];
    const xml = await write({ values, rows: [row('E.i', 1), row('C.2.r', 1)] });
    for (const expected of [
      '<birthTime nullFlavor="MSK"/>',
      '<telecom nullFlavor="ASKU" value="tel:"/>',
      '<telecom nullFlavor="MSK" value="mailto"/>',
      'nullFlavor="NI"',
    ])
      expect(xml).toContain(expected);
    expect(await read(xml)).toMatchObject({
      'D.2.1': 'MSK',
      'C.2.r.2.7 1': 'ASKU',
      'FDA.C.2.r.2.8 1': 'MSK',
      'E.i.3.2a 1': 'NI',
    });
  });

  it('gives the limits of a test the unit of its result', async () => {
    const xml = await write({
      values: [say('F.r.3.2', '<5', 1), say('F.r.3.3', 'mg', 1), say('F.r.5', '9', 1)],
      rows: [row('F.r', 1)],
    });
    expect(xml).toContain('value="9" unit="mg"');
    expect(await read(xml)).toMatchObject({ 'F.r.3.2 1': '<5', 'F.r.5 1': '9' });
  });

  it('names the code systems of its receiver, and the placeholder of the standard where there is none', async () => {
    const own = { ...say('G.k.2.3.r.2b', 'UN1', 1, 1), properties: { codeSystem: '9.9' } };
    const values = [say('G.k.2.1.1b', '0002-1234', 1), say('G.k.2.3.r.2b', 'UN2', 1, 2), own];
    const rows = [row('G.k', 1), row('G.k.2.3.r', 1, { rowNo2: 1 }), row('G.k.2.3.r', 1, { rowNo2: 2 })];
    const systemsIn = (xml: string) =>
      [...xml.matchAll(/code="(0002-1234|UN1|UN2)" codeSystem="([^"]*)"/g)]
        .map(([, code, system]) => `${code} ${system}`)
        .sort();

    expect(systemsIn(await write({ values, rows }))).toEqual([
      '0002-1234 TBD-MPID',
      'UN1 9.9',
      'UN2 TBD-Substance',
    ]);
    const xml = await write({ values, rows }, { codeSystems: { 'TBD-MPID': '2.16.840.1.113883.6.69' } });
    expect(systemsIn(xml)).toEqual(['0002-1234 2.16.840.1.113883.6.69', 'UN1 9.9', 'UN2 TBD-Substance']);
    expect(await read(xml)).toMatchObject({ 'G.k.2.1.1b 1': '0002-1234' });
  });

  it('rejects an empty batch', async () => {
    await expect(writeIcsrText([], map, ports)).rejects.toThrow('at least one case');
  });
});
