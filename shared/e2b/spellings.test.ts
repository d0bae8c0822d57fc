/** One report in every encoding and in every way of writing XML: the same items come in. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import type { XmlSource } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const OBSERVATIONS = 'codeSystem="2.16.840.1.113883.3.989.2.1.1.19"';

const reportIn = (encoding: string, narrative: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<id extension="B1" root="2.16.840.1.113883.3.989.2.1.3.22"/>
<PORR_IN049016UV><controlActProcess><subject><investigationEvent><text>${narrative}</text>
<component><adverseEventAssessment><subject1><primaryRole><player1/>
<subjectOf2><observation><code code="7" ${OBSERVATIONS}/><value xsi:type="PQ" value="65" unit="kg"/></observation></subjectOf2>
<subjectOf2><observation><id root="r" extension="1"/><code code="29" ${OBSERVATIONS}/><value xsi:type="CE" code="10012345" codeSystem="2.16.840.1.113883.6.163"><originalText>itchy</originalText></value>
<outboundRelationship2 typeCode="PERT"><observation><code code="34" ${OBSERVATIONS}/><value xsi:type="BL" value="true"/></observation></outboundRelationship2></observation></subjectOf2>
</primaryRole></subject1></adverseEventAssessment></component>
</investigationEvent></subject></controlActProcess></PORR_IN049016UV>
<receiver><device><id extension="THEM" root="2.16.840.1.113883.3.989.2.1.3.14"/></device></receiver></MCCI_IN200100UV01>`;

async function itemsOf(source: XmlSource): Promise<string[]> {
  const items: string[] = [];
  for await (const { content, residueLines } of readIcsrs(source, map, ports)) {
    items.push(...content.values.map(({ itemId, rowNo, value }) => `${itemId} ${rowNo} ${value}`));
    items.push(...residueLines.map(({ path, text }) => `not read: ${path} ${text}`));
  }
  return items.sort();
}

/** The bytes of each character in an encoding of one or two bytes, as the platform decodes them. */
function bytesIn(label: string): Map<string, number[]> {
  const decoder = new TextDecoder(label, { fatal: true });
  const known = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    try {
      const character = decoder.decode(new Uint8Array(bytes));
      if ([...character].length === 1 && !known.has(character)) known.set(character, bytes);
    } catch {
      // these bytes are no character
    }
  };
  for (let byte = 0; byte < 0x100; byte += 1) add(byte);
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return known;
}

function encoded(text: string, label: string): Uint8Array {
  const known = bytesIn(label);
  return new Uint8Array(
    [...text].flatMap((character) => {
      const bytes = known.get(character);
      if (!bytes) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
}

function utf32(text: string, bigEndian: boolean): Uint8Array {
  const codes = Uint32Array.from([...text].map((character) => character.codePointAt(0) ?? 0));
  const bytes = Buffer.from(codes.buffer);
  return new Uint8Array(bigEndian ? bytes.swap32() : bytes);
}

/** In pieces of odd length, so that characters are cut. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
}

describe('an encoding', () => {
  const MARK = '\uFEFF';
  const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
  it.each<[string, string, string, (text: string) => Uint8Array]>([
    ['UTF-8 with a byte order mark', 'UTF-8', '한국어 é', (text) => utf8(MARK + text)],
    ['UTF-8 with a mark, declared as another', 'ISO-8859-1', '한국어 é', (text) => utf8(MARK + text)],
    ['UTF-16 little endian with a mark', 'UTF-16', '日本語 é', (text) => utf16(MARK + text, false)],
    ['UTF-16 big endian with a mark', 'UTF-16', '日本語 é', (text) => utf16(MARK + text, true)],
    ['UTF-16 little endian without a mark', 'UTF-16LE', '日本語 é', (text) => utf16(text, false)],
    ['ISO-8859-1', 'ISO-8859-1', 'Übelkeit, fièvre', (text) => encoded(text, 'iso-8859-1')],
    ['Shift_JIS', 'Shift_JIS', '発熱と発疹、ﾊﾟﾙｽ', (text) => encoded(text, 'shift_jis')],
    ['Shift_JIS as Windows calls it', 'CP932', '発熱と発疹', (text) => encoded(text, 'shift_jis')],
    ['GB18030', 'GB18030', '发热和皮疹', (text) => encoded(text, 'gb18030')],
    ['EUC-KR', 'EUC-KR', '발열과 발진', (text) => encoded(text, 'euc-kr')],
    ['EUC-KR as Java calls it', 'MS949', '발열과 발진', (text) => encoded(text, 'euc-kr')],
    ['ISO-8859-1 as Java calls it', 'ISO8859_1', 'Übelkeit', (text) => encoded(text, 'iso-8859-1')],
    ['Windows-1252 with its quotes', 'windows-1252', '“€”', (text) => encoded(text, 'windows-1252')],
    ['UTF-8, declared as UTF-16 by another name', 'UCS2', '한국어 é', utf8],
  ])('%s comes in, whole and in pieces', async (_name, declared, narrative, encode) => {
    const expected = await itemsOf(reportIn('UTF-8', narrative));
    expect(expected).toContain(`H.1 0 ${narrative}`);
    expect(expected.filter((line) => line.startsWith('not read'))).toEqual([]);

    const bytes = encode(reportIn(declared, narrative));
    expect(await itemsOf(bytes)).toEqual(expected);
    expect(await itemsOf(() => pieces(bytes))).toEqual(expected);
  });

  it.each([
    ['with a mark', MARK, false],
    ['with a mark, the other way round', MARK, true],
    ['without a mark', '', false],
    ['without a mark, the other way round', '', true],
  ])('of four bytes is refused by its name: %s', async (_name, mark, bigEndian) => {
    const bytes = utf32(mark + reportIn('UTF-32', '한국어'), bigEndian);
    for (const source of [bytes, () => pieces(bytes)])
      await expect(itemsOf(source)).rejects.toMatchObject({
        name: 'UnreadableXml',
        message: 'the file is UTF-32; save it as UTF-8, and have it declare that',
      });
  });

  it('that nobody knows is refused by name', async () => {
    await expect(itemsOf(Buffer.from(reportIn('KLINGON', 'x')))).rejects.toThrow(
      'the encoding "KLINGON" is not known',
    );
  });
});

describe('a way of writing XML', () => {
  const plain = reportIn('UTF-8', 'fever & rash'.replace('&', '&amp;'));
  it.each<[string, (xml: string) => string]>([
    [
      'elements with a prefix',
      (xml) => xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1v3:').replace('xmlns=', 'xmlns:v3='),
    ],
    [
      'types with a prefix',
      (xml) =>
        xml.replace('xmlns=', 'xmlns:hl7="urn:hl7-org:v3" xmlns=').replaceAll('xsi:type="', 'xsi:type="hl7:'),
    ],
    [
      'another prefix of the attribute',
      (xml) => xml.replaceAll('xsi:', 'i:').replace('xmlns:xsi', 'xmlns:i'),
    ],
    ['types with white space', (xml) => xml.replaceAll(/xsi:type="(\w+)"/g, 'xsi:type=" $1 "')],
    [
      'comments between elements',
      (xml) =>
        xml.replaceAll(/>(?=<)|>(?=\n)/g, '><!-- a < b & c -->').replace(/^(<\?xml[^>]*>)<!--.*?-->/, '$1'),
    ],
    [
      'processing instructions between elements',
      (xml) => xml.replaceAll(/(?<=[^?])>(?=<|\n)/g, '><?editor keep="yes"?>'),
    ],
    ['a comment inside a text', (xml) => xml.replace('fever', 'fe<!-- hidden -->ver')],
    ['CDATA', (xml) => xml.replace('fever &amp; rash', '<![CDATA[fever & rash]]>')],
    ['CDATA in part', (xml) => xml.replace('fever &amp; rash', 'fever <![CDATA[&]]> rash')],
    ['character references', (xml) => xml.replace('fever', '&#102;&#x65;ver')],
    ['white space around values', (xml) => xml.replaceAll(/(code|value|unit|root)="(\S+?)"/g, '$1="\n $2 "')],
    [
      'a document type without declarations',
      (xml) => xml.replace('<MCCI', '<!DOCTYPE MCCI_IN200100UV01>\n<MCCI'),
    ],
    ['identifiers as URNs', (xml) => xml.replaceAll(/(codeSystem|root)="(?=2)/g, '$1="urn:oid:')],
    ['true as XML has it, too', (xml) => xml.replace('value="true"', 'value="1"')],
    ['true in capitals', (xml) => xml.replace('value="true"', 'value="TRUE"')],
    ['blank lines before the declaration', (xml) => `\n \r\n${xml}`],
    ['line ends of Windows', (xml) => xml.replaceAll('\n', '\r\n')],
    ['no declaration', (xml) => xml.replace(/^<\?xml.*?\?>\n/, '')],
    [
      'a comment that names the message',
      (xml) =>
        xml
          .replace('<PORR_IN049016UV>', '<!-- <PORR_IN049016UV> --><PORR_IN049016UV>')
          .replace('</MCCI', '<!-- </PORR_IN049016UV> --></MCCI'),
    ],
  ])('%s brings the same items', async (_name, rewrite) => {
    const expected = await itemsOf(plain);
    const rewritten = rewrite(plain);
    expect(rewritten).not.toBe(plain);

    expect(await itemsOf(rewritten)).toEqual(expected);
    expect(await itemsOf(Buffer.from(rewritten))).toEqual(expected);
  });
});
