/** A message with long texts reads the same whether they are held in memory or stored in the upload folder. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from '../../shared/e2b/index.ts';
import type { ReadMessage, ReadPorts } from '../../shared/e2b/index.ts';
import { longTextsIn } from '../../server/case-import/longTexts.ts';
import { stageFiles } from '../../server/case-import/stagedFiles.ts';

const { map } = e2bCatalogue();
const folder = mkdtempSync(join(tmpdir(), 'casewright-long-texts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const batch = (...events: string[]): string =>
  [
    '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">',
    ...events.map(
      (event) =>
        `<PORR_IN049016UV><id extension="M1"/><controlActProcess><subject><investigationEvent>${event}</investigationEvent></subject></controlActProcess></PORR_IN049016UV>`,
    ),
    '</MCCI_IN200100UV01>',
  ].join('\n');
const attachment = (attributes: string, body: string, reference = '<reference value="a.bin"/>'): string =>
  `<reference><document><code code="1" codeSystem="${LISTS}.27"/><title>t</title><text mediaType="image/png" ${attributes}>${reference}${body}</text></document></reference>`;

/** A source of bytes that arrive in pieces of a size. */
const inPieces = (xml: string, size: number) =>
  async function* () {
    const bytes = Buffer.from(xml);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    await Promise.resolve();
  };

const memory = { ...memoryPorts(), newUuid: () => 'a row' };
const files = stageFiles(folder);
const inFolder: ReadPorts = { ...memory, files, longTexts: longTextsIn(folder, files) };

async function read(xml: string, ports: ReadPorts, pieces = 1 << 16): Promise<ReadMessage[] | Error> {
  const messages: ReadMessage[] = [];
  try {
    for await (const message of readIcsrs(inPieces(xml, pieces), map, ports)) messages.push(message);
  } catch (error) {
    return error as Error;
  }
  return messages;
}

async function expectSame(xml: string, pieces?: number): Promise<void> {
  expect(await read(xml, inFolder, pieces)).toEqual(await read(xml, memory, pieces));
}

const content = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * at * 31) % 251));
const base64 = content.toString('base64');
/** As an encoder writes that pads each block. */
const blocks = (bytes: Buffer): string =>
  Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) =>
    bytes.subarray(at * 1000, (at + 1) * 1000).toString('base64'),
  ).join('\n');

describe('long texts', () => {
  it.each([
    ['an attachment', attachment('representation="B64"', base64)],
    ['one with line breaks', attachment('representation="B64"', base64.replaceAll(/(.{76})/g, '$1\r\n'))],
    [
      'one behind an end tag',
      attachment('representation="B64"', base64, '<reference value="a"></reference>'),
    ],
    [
      'a compressed one',
      attachment('representation="B64" compression="DF"', deflateRawSync(content).toString('base64')),
    ],
    [
      'one compressed as zlib',
      attachment('representation="B64" compression="DF"', deflateSync(content).toString('base64')),
    ],
    [
      'one compressed as gzip',
      attachment('representation="B64" compression="GZ"', gzipSync(content).toString('base64')),
    ],
    ['one of no type', attachment('', base64).replace(' mediaType="image/png"', '')],
    [
      'words of no type',
      attachment('', 'see the letter '.repeat(9000)).replace(' mediaType="image/png"', ''),
    ],
    [
      'one that is not compressed, though marked so',
      attachment('representation="B64" compression="DF"', base64),
    ],
    ['one coded block by block', attachment('representation="B64"', blocks(content))],
    ['one with a foreign sign', attachment('representation="B64"', `${base64.slice(0, 99_999)}*${base64}`)],
    ['one without its end', attachment('representation="B64"', base64.slice(0, -3))],
    ['a text as attachment', attachment('representation="TXT"', '가나다 text '.repeat(20_000))],
    ['one with entities', attachment('representation="B64"', base64.replaceAll(/(.{76})/g, '$1&#13;\n'))],
    ['a narrative', `<text>${'한국어 narrative & '.replace('&', '&amp;').repeat(20_000)}</text>`],
    ['a text no item takes', `<unknown a="1">${'kept as it is '.repeat(20_000)}</unknown>`],
  ])('read the same: %s', async (_what, event) => {
    await expectSame(batch(event, event));
    expect(readdirSync(join(folder, 'texts'))).toEqual([]);
  });

  it('read the same however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20_000, max: 200_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom('\n', '\r\n', ' ', ''),
        async (pieces, shift, lineBreak) => {
          const body = lineBreak === '' ? base64 : base64.replaceAll(/(.{76})/g, `$1${lineBreak}`);
          const narrative = `<text>${'n'.repeat(shift)}</text>`;
          await expectSame(batch(narrative, attachment('representation="B64"', body)), pieces);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([
    ['a bare ampersand', `${base64} & ${base64}`],
    ['a wrong end tag', `${base64}</wrong>`],
    ['the end of a CDATA section', `${base64}]]>${base64}`],
  ])('are refused at the same place: %s', async (_what, body) => {
    await expectSame(batch(attachment('representation="B64"', body)));
  });

  it.each([
    ['at once', base64],
    ['block by block', blocks(content)],
  ])('coded %s are stored under the hash of their bytes', async (_what, body) => {
    const messages = await read(batch(attachment('representation="B64"', body)), inFolder);
    if (messages instanceof Error) throw messages;
    const key = messages[0]?.content.values.find(({ properties }) => properties?.fileKey)?.value ?? '';
    expect(readFileSync(join(folder, 'attachments', key)).equals(content)).toBe(true);
    expect(messages[0]?.notes).toEqual([]);
  });

  it('that are damaged are noted, at their line', async () => {
    const xml = batch(attachment('representation="B64"', `${base64}*`));
    const note = { rule: 'damagedBase64', itemId: 'C.1.6.1.r.2', rowNo: 1, line: 2 };
    for (const ports of [memory, inFolder]) expect(await read(xml, ports)).toMatchObject([{ notes: [note] }]);
  });

  it('that are damaged are marked in the case, so that they do not go out as if whole', async () => {
    for (const [body, damaged] of [
      [`${base64}*`, true],
      [base64, undefined],
    ] as const)
      for (const ports of [memory, inFolder]) {
        const messages = await read(batch(attachment('representation="B64"', body)), ports);
        if (messages instanceof Error) throw messages;
        const file = messages[0]?.content.values.find(({ properties }) => properties?.fileKey);
        expect(file?.properties?.damaged).toBe(damaged);
      }
  });
});
