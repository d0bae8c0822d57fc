/** What PDF/A-2b (ISO 19005-2) asks of a file, as far as its objects show it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { layOutValues } from './reportsOfTests.ts';
import { reportPdf } from './reportPdf.ts';

/** One pixel that is half transparent. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNISfjfAAAFMwJE3s4cHAAAAABJRU5ErkJggg==',
  'base64',
);

interface PdfObject {
  dictionary: string;
  stream: Buffer | null;
}

/** The objects of the file, with their streams as they are stored. */
function objectsOf(bytes: Buffer): PdfObject[] {
  const raw = bytes.toString('latin1');
  return [...raw.matchAll(/^\d+ 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, body = '']) => {
    const at = body.indexOf('\nstream\n');
    if (at === -1) return { dictionary: body, stream: null };
    const stream = body.slice(at + 8, body.lastIndexOf('\nendstream'));
    return { dictionary: body.slice(0, at), stream: Buffer.from(stream, 'latin1') };
  });
}

let raw: string;
let objects: PdfObject[];
beforeAll(async () => {
  const laidOut = layOutValues({ 'C.1.1': 'X', 'D.1': 'QZ', 'H.1': 'Texts 두통 頭痛の 头痛 😀' });
  const bytes = Buffer.from(await reportPdf(laidOut, new Date('2026-01-02T00:00:00Z'), { logos: [LOGO] }));
  raw = bytes.toString('latin1');
  objects = objectsOf(bytes);
});

const withKey = (key: string) => objects.filter(({ dictionary }) => dictionary.includes(key));

describe('a report as PDF/A-2b', () => {
  it('begins with its version and bytes, and has an id', () => {
    expect(raw).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}\n/);
    expect(raw).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  });

  it('says what it is in metadata that are not compressed', () => {
    const [metadata] = withKey('/Type /Metadata');
    expect(metadata?.dictionary).not.toContain('/Filter');
    const text = metadata?.stream?.toString('utf8') ?? '';
    for (const part of ['<pdfaid:part>2<', '<pdfaid:conformance>B<', '<xmp:CreatorTool>Casewright<'])
      expect(text).toContain(part);
    expect(withKey('/Type /Catalog')[0]?.dictionary).toContain('/Metadata');
  });

  it('names the colours that it means', () => {
    expect(withKey('/Type /Catalog')[0]?.dictionary).toContain('/OutputIntents');
    const [intent] = withKey('/Type /OutputIntent');
    expect(intent?.dictionary).toMatch(/\/S \/GTS_PDFA1[\s\S]*\/DestOutputProfile \d+ 0 R/);
    expect(withKey('/N 3').length).toBeGreaterThan(0);
  });

  it('has every font inside, with its characters', () => {
    const descriptors = withKey('/Type /FontDescriptor');
    expect(descriptors.length).toBeGreaterThanOrEqual(4);
    for (const { dictionary } of descriptors) expect(dictionary).toContain('/FontFile2');
    for (const { dictionary } of withKey('/Subtype /Type0')) expect(dictionary).toContain('/ToUnicode');
    for (const { dictionary } of withKey('/Subtype /CIDFontType2'))
      expect(dictionary).toContain('/CIDToGIDMap /Identity');
    expect(withKey('/Subtype /Type1')).toEqual([]);
  });

  it('is tagged, and has a language and a title', () => {
    const catalog = withKey('/Type /Catalog')[0]?.dictionary;
    for (const key of ['/MarkInfo', '/StructTreeRoot', '/Lang (en)', '/ViewerPreferences'])
      expect(catalog).toContain(key);
    expect(withKey('/Marked true')).toHaveLength(1);
    expect(withKey('/DisplayDocTitle true')).toHaveLength(1);
  });

  it('has the logo with its transparency', () => {
    expect(withKey('/Subtype /Image').filter(({ dictionary }) => dictionary.includes('/SMask'))).toHaveLength(
      1,
    );
  });

  it('has nothing that the standard forbids', () => {
    const forbidden =
      /\/(?:Encrypt|JavaScript|JS|Launch|Movie|Sound|AA|OpenAction|EmbeddedFiles|Interpolate true|LZWDecode|TR|OPI)\b/;
    expect(objects.filter(({ dictionary }) => forbidden.test(dictionary))).toEqual([]);
  });

  it('states the length of each stream', () => {
    for (const { dictionary, stream } of objects)
      if (stream) expect(Number(/\/Length (\d+)/.exec(dictionary)?.[1])).toBe(stream.length);
  });
});
