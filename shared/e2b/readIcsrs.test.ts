import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';
import type { ReadMessage, XmlSource } from './e2b.types.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const OBS = `codeSystem="${LISTS}.19"`;
const REACTION = '154eb889-958b-45f2-a02f-42d4d6f4657f';
const DRUG = '3c91b4d5-e039-4a7a-9c30-67671b0ef9e4';

interface Parts {
  event?: string;
  patient?: string;
  assessment?: string;
}

const batch = (messages: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<id extension="B1" root="2.16.840.1.113883.3.989.2.1.3.22"/><creationTime value="20240101"/>${messages}
<receiver><device><id extension="THEM" root="2.16.840.1.113883.3.989.2.1.3.14"/></device></receiver>
</MCCI_IN200100UV01>`;

const message = ({ event = '', patient = '', assessment = '' }: Parts): string =>
  `<PORR_IN049016UV><id extension="M1"/><controlActProcess><subject><investigationEvent>${event}
<component><adverseEventAssessment><subject1><primaryRole><player1/>${patient}</primaryRole></subject1>${assessment}</adverseEventAssessment></component>
</investigationEvent></subject></controlActProcess></PORR_IN049016UV>`;

const reaction = (inner: string, id = REACTION): string =>
  `<subjectOf2><observation><id root="${id}"/><code code="29" ${OBS}/>${inner}</observation></subjectOf2>`;

async function readMessages(source: XmlSource): Promise<ReadMessage[]> {
  const messages: ReadMessage[] = [];
  for await (const one of readIcsrs(source, map, ports)) messages.push(one);
  return messages;
}

async function only(parts: Parts): Promise<ReadMessage> {
  const [one] = await readMessages(batch(message(parts)));
  if (!one) throw new Error('no message was read');
  return one;
}

const valuesOf = ({ content }: ReadMessage): Record<string, string | null> =>
  Object.fromEntries(
    content.values.map(({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor }) => [
      [itemId, rowNo, rowNo2, rowNo3].filter(Boolean).join(' '),
      value ?? nullFlavor,
    ]),
  );

describe('messages of real senders', () => {
  it.each<[string, Parts, Record<string, string>]>([
    [
      'a reaction not yet coded',
      { patient: reaction('<value><originalText language="por">consciência</originalText></value>') },
      { 'E.i.1.1a 1': 'consciência', 'E.i.1.1b 1': 'por' },
    ],
    [
      'a test named in words only, before a coded one',
      {
        patient: `<subjectOf2><organizer><code code="3" codeSystem="${LISTS}.20"/>
          <component><observation><code><originalText>Blood</originalText></code><value xsi:type="IVL_PQ"><low value="3" unit="g" inclusive="false"/><high nullFlavor="PINF"/></value></observation></component>
          <component><observation><code code="10050520" codeSystem="2.16.840.1.113883.6.163"/><value xsi:type="ED">fine</value></observation></component></organizer></subjectOf2>`,
      },
      {
        'F.r.2.1 1': 'Blood',
        'F.r.3.2 1': '>3',
        'F.r.3.3 1': 'g',
        'F.r.2.2b 2': '10050520',
        'F.r.3.4 2': 'fine',
      },
    ],
    [
      'medical history without a code',
      {
        patient: `<subjectOf2><organizer><code code="1" codeSystem="${LISTS}.20"/><component><observation><code nullFlavor="UNK"/>
          <effectiveTime xsi:type="IVL_TS"><low value="2001"/></effectiveTime></observation></component></organizer></subjectOf2>`,
      },
      { 'D.7.1.r.1b 1': 'UNK', 'D.7.1.r.2 1': '2001' },
    ],
    [
      'a weight in grams',
      {
        patient: `<subjectOf2><observation><code code="7" ${OBS}/><value value="3250" unit="g"/></observation></subjectOf2>`,
      },
      { 'D.3': '3.25' },
    ],
    [
      'no code system at a code that only tells siblings apart',
      {
        patient:
          '<subjectOf2><observation><code code="17"/><value xsi:type="PQ" value="152" unit="cm"/></observation></subjectOf2>',
      },
      { 'D.4': '152' },
    ],
    [
      'a scheme in capitals, and none at all',
      {
        event: `<subjectOf1><controlActEvent><author><assignedEntity><code code="1" codeSystem="${LISTS}.7"/>
          <telecom value="TEL:+82 2 123"/><telecom value="a@b.org"/></assignedEntity></author></controlActEvent></subjectOf1>`,
      },
      { 'C.3.4.6': '+82 2 123', 'C.3.4.8': 'a@b.org' },
    ],
    [
      'start, end and duration as one expression, and an interval alone',
      {
        patient: `${reaction('<effectiveTime xsi:type="SXPR_TS"><comp xsi:type="IVL_TS"><low value="20090101"/><high nullFlavor="ASKU"/></comp><comp xsi:type="IVL_TS" operator="A"><width value="4" unit="wk"/></comp></effectiveTime>')}
          <subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration><id root="${DRUG}"/>
          <outboundRelationship2 typeCode="COMP"><substanceAdministration><effectiveTime xsi:type="PIVL_TS"><period value="8" unit="h"/></effectiveTime></substanceAdministration></outboundRelationship2>
          </substanceAdministration></component></organizer></subjectOf2>`,
      },
      {
        'E.i.4 1': '20090101',
        'E.i.5 1': 'ASKU',
        'E.i.6a 1': '4',
        'E.i.6b 1': 'wk',
        'G.k.4.r.2 1 1': '8',
        'G.k.4.r.3 1 1': 'h',
      },
    ],
  ])('%s', async (_what, parts, expected) => {
    const read = await only(parts);
    expect(valuesOf(read)).toMatchObject(expected);
    expect(read.residueLines).toEqual([]);
  });

  it('keeps the code system of a code, and writes it again', async () => {
    const read = await only({
      event: `<subjectOf2><investigationCharacteristic><code code="1" codeSystem="${LISTS}.23"/><value xsi:type="CE" code="1" codeSystem="9.9"/></investigationCharacteristic></subjectOf2>`,
    });
    expect(read.content.values).toContainEqual(
      expect.objectContaining({ itemId: 'C.1.3', value: '1', properties: { codeSystem: '9.9' } }),
    );
    expect(await writeIcsrText([read.content], map, ports)).toContain('code="1" codeSystem="9.9"');
  });

  it('takes what is known of a time before what is said not to be', async () => {
    const read = await only({
      patient: reaction(
        '<effectiveTime xsi:type="SXPR_TS"><comp xsi:type="IVL_TS" nullFlavor="UNK"><low value="20240228"/></comp></effectiveTime>',
      ),
    });
    expect(valuesOf(read)).toMatchObject({ 'E.i.4 1': '20240228' });
    expect(read.residueLines.map(({ text }) => text)).toEqual(['UNK']);
  });

  it('does not convert a weight without exact kilograms', async () => {
    const read = await only({
      patient: `<subjectOf2><observation><code code="7" ${OBS}/><value xsi:type="PQ" value="150" unit="[lb_av]"/></observation></subjectOf2>`,
    });
    expect(valuesOf(read)).not.toHaveProperty('D.3');
    expect(read.residueLines.map(({ text }) => text)).toEqual(['150', '[lb_av]']);
  });
});

describe('links', () => {
  const assessment = (drug: string, effect: string): string =>
    `<component><causalityAssessment><code code="39" ${OBS}/><value xsi:type="ST">related</value>
      <subject1><adverseEffectReference><id root="${effect}"/></adverseEffectReference></subject1>
      <subject2><productUseReference><id root="${drug}"/></productUseReference></subject2></causalityAssessment></component>`;
  const patient = `<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration><id root="${DRUG}"/>
    <outboundRelationship1 typeCode="SAS"><pauseQuantity value="2" unit="d"/><actReference><id root="${REACTION.toUpperCase()}"/></actReference></outboundRelationship1>
    </substanceAdministration></component></organizer></subjectOf2>
    ${reaction('', '00000000-0000-4000-8000-000000000001')}${reaction('')}`;

  it('resolve to the rows they name, in any order and spelling of ids', async () => {
    const read = await only({ patient, assessment: assessment(DRUG, REACTION) });
    expect(valuesOf(read)).toMatchObject({
      'G.k.9.i.3.1a 1 2': '2',
      'G.k.9.i.3.1b 1 2': 'd',
      'G.k.9.i.2.r.3 1 2 1': 'related',
    });
    expect(read.content.rows).toContainEqual(
      expect.objectContaining({ group: 'E.i', rowNo: 2, rowId: REACTION }),
    );
    expect(read.content.rows).toContainEqual(
      expect.objectContaining({ group: 'G.k', rowNo: 1, rowId: DRUG }),
    );
    expect(read.content.rows.filter(({ group }) => group === 'G.k.9.i')).toEqual([]);
  });

  it('without a target are residue, not a row', async () => {
    const read = await only({
      patient,
      assessment: assessment('99999999-0000-4000-8000-000000000001', REACTION),
    });
    expect(read.content.rows.map(({ group }) => group)).not.toContain('G.k.9.i.2.r');
    expect(read.residueLines.map(({ text }) => text)).toContain('related');
  });
});

it('a second statement about the same rows stays whole, and goes out beside the first', async () => {
  const role = (code: string): string =>
    `<component><causalityAssessment><code code="20" ${OBS}/><value xsi:type="CE" code="${code}" codeSystem="${LISTS}.13"/>
      <subject2><productUseReference><id root="${DRUG}"/></productUseReference></subject2></causalityAssessment></component>`;
  const interval = (days: string): string =>
    `<outboundRelationship1 typeCode="SAS"><pauseQuantity value="${days}" unit="d"/><actReference><id root="${REACTION}"/></actReference></outboundRelationship1>`;
  const read = await only({
    patient: `<subjectOf2><organizer><code code="4" codeSystem="${LISTS}.20"/><component><substanceAdministration><id root="${DRUG}"/>${interval('2')}${interval('5')}</substanceAdministration></component></organizer></subjectOf2>${reaction('')}`,
    assessment: role('1') + role('3'),
  });

  expect(valuesOf(read)).toMatchObject({ 'G.k.1 1': '1', 'G.k.9.i.3.1a 1 1': '2' });
  const xml = await writeIcsrText([{ ...read.content, residue: read.residue }], map, ports);
  const found = (pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, text = '']) => text).sort();
  expect(found(/<value xsi:type="CE" code="(\d)"/g)).toEqual(['1', '3']);
  expect(found(/<pauseQuantity value="(\d)"/g)).toEqual(['2', '5']);
});

describe('unmapped content', () => {
  const strange = `<subjectOf2><observation><code code="C99" codeSystem="1.2.3"/><value xsi:type="ST">seen</value></observation></subjectOf2>`;

  it('is listed with its location and line, stored, and written back', async () => {
    const read = await only({ patient: strange });
    expect(read.residueLines).toContainEqual({
      path: '/MCCI_IN200100UV01/PORR_IN049016UV[1]/controlActProcess/subject/investigationEvent/component/adverseEventAssessment/subject1/primaryRole/subjectOf2/observation/value/text()',
      line: 4,
      text: 'seen',
    });
    const residue = JSON.parse(JSON.stringify(read.residue)) as ReadMessage['residue'];
    const [again] = await readMessages(await writeIcsrText([{ ...read.content, residue }], map, ports));
    expect(again?.residueLines.map(({ path, text }) => [path, text])).toEqual(
      read.residueLines.map(({ path, text }) => [path, text]),
    );
  });

  it('of another namespace keeps the names of all that is in it', async () => {
    const foreign = '<v:ext xmlns:v="urn:vendor"><v:part/><id xmlns="urn:hl7-org:v3" extension="7"/></v:ext>';
    const read = await only({ patient: foreign });
    const names = (one: ReadMessage | undefined): string[] =>
      (one?.residueLines ?? []).map(({ path }) => path.slice(path.indexOf('primaryRole')));
    expect(names(read)).toEqual([
      'primaryRole/{urn:vendor}ext/{urn:vendor}part',
      'primaryRole/{urn:vendor}ext/id/@extension',
    ]);
    const again = await readMessages(
      await writeIcsrText([{ ...read.content, residue: read.residue }], map, ports),
    );
    expect(names(again[0])).toEqual(names(read));
  });

  it('belongs to its row, and is removed when that row is deleted', async () => {
    const read = await only({
      patient: reaction(
        `<value xsi:type="CE"><originalText>x</originalText></value><outboundRelationship2 typeCode="PERT"><observation><code code="77" ${OBS}/><value xsi:type="BL" value="true"/></observation></outboundRelationship2>`,
      ),
    });
    const withIt = await writeIcsrText([{ ...read.content, residue: read.residue }], map, ports);
    expect(withIt).toContain('code="77"');
    const rows = read.content.rows.map((row) => ({ ...row, deleted: true }));
    const without = await writeIcsrText(
      [{ values: read.content.values, rows, residue: read.residue }],
      map,
      ports,
    );
    expect(without).not.toContain('code="77"');
    expect(without).not.toContain(REACTION);
  });
});

describe('bytes', () => {
  const text = batch(message({ event: '<text>한국어 narrative</text>' }));
  const utf16 = (bigEndian: boolean): Uint8Array => {
    const bytes = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
  };
  async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }

  it.each<[string, XmlSource]>([
    ['text', text],
    ['UTF-8 with a mark', new Uint8Array(Buffer.from(`\uFEFF${text}`))],
    ['UTF-16 little endian', utf16(false)],
    ['UTF-16 big endian', utf16(true)],
    [
      'EUC-KR by declaration',
      new Uint8Array(
        Buffer.concat([
          Buffer.from(text.slice(0, text.indexOf('한')).replace('UTF-8', 'EUC-KR')),
          Buffer.from([0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee]),
          Buffer.from(text.slice(text.indexOf(' narrative'))),
        ]),
      ),
    ],
    ['a stream in tiny pieces', pieces(new Uint8Array(Buffer.from(text)))],
    ['a stream that opens twice', () => pieces(new Uint8Array(Buffer.from(text)))],
  ])('are decoded as %s', async (_what, source) => {
    const [one] = await readMessages(source);
    expect(valuesOf(one as ReadMessage)).toMatchObject({
      'H.1': '한국어 narrative',
      'N.1.2': 'B1',
      'N.1.4': 'THEM',
    });
  });

  it('provide every message of a batch with the envelope that closes it', async () => {
    const messages = await readMessages(batch(message({}).repeat(3)));
    expect(messages.map((one) => [one.number, valuesOf(one)['N.1.4']])).toEqual([
      [1, 'THEM'],
      [2, 'THEM'],
      [3, 'THEM'],
    ]);
  });

  it('with bare carriage returns as line ends still have line numbers', async () => {
    const cr = batch(message({ patient: '<foo/>' }))
      .replaceAll('\n', '\r')
      .replace('<foo/>', '<foo>');
    await expect(readMessages(cr)).rejects.toMatchObject({ name: 'UnreadableXml', line: 4 });
  });
});

describe('attachments', () => {
  const file = (attributes: string, body: string): Parts => ({
    event: `<reference><document><code code="1" codeSystem="${LISTS}.27"/><title>t</title><text ${attributes}><reference value="a.bin"/>${body}</text></document></reference>`,
  });
  const raw = Buffer.from('some bytes '.repeat(50));

  it.each([
    [
      'plain',
      'mediaType="image/png" representation="B64"',
      raw.toString('base64').replace(/(.{60})/g, '$1&#13;\n'),
    ],
    [
      'raw deflate',
      'mediaType="image/png" representation="B64" compression="DF"',
      deflateRawSync(raw).toString('base64'),
    ],
    [
      'zlib',
      'mediaType="image/png" representation="B64" compression="ZL"',
      deflateSync(raw).toString('base64'),
    ],
    ['gzip', 'mediaType="image/png" representation="B64" compression="GZ"', gzipSync(raw).toString('base64')],
  ])('come as bytes from %s', async (_what, attributes, body) => {
    const read = await only(file(attributes, body));
    const value = read.content.values.find(({ itemId }) => itemId === 'C.1.6.1.r.2');
    expect(value?.properties).toMatchObject({ fileName: 'a.bin', mediaType: 'image/png', size: raw.length });
    expect(Buffer.from(ports.stored.get(value?.value ?? '') ?? [])).toEqual(raw);
    expect(read.residueLines).toEqual([]);
    const again = await readMessages(await writeIcsrText([read.content], map, ports));
    expect(again[0]?.content.values).toContainEqual(
      expect.objectContaining({ itemId: 'C.1.6.1.r.2', value: value?.value }),
    );
  });

  const written = async (read: ReadMessage): Promise<string> =>
    writeIcsrText([{ ...read.content, residue: read.residue }], map, ports);
  const textOf = (xml: string): string | undefined =>
    /<title>t<\/title>\s*(<text(?:[^>]*\/>|[\s\S]*?<\/text>))/.exec(xml)?.[1];
  const stored = (read: ReadMessage): string => {
    const value = read.content.values.find(({ itemId }) => itemId === 'C.1.6.1.r.2');
    return Buffer.from(ports.stored.get(value?.value ?? '') ?? []).toString();
  };

  it('that cannot be unpacked go out as they came', async () => {
    const read = await only(
      file('mediaType="image/png" representation="B64" compression="Z"', raw.toString('base64')),
    );
    expect(stored(read)).toBe(String(raw));
    expect(read.residueLines.map(({ text }) => text)).toEqual(['Z']);
    expect(textOf(await written(read))).toContain('compression="Z"');
  });

  it('elsewhere are residue, with their address', async () => {
    const elsewhere = '<text mediaType="image/png"><reference value="https://example.org/a.png"/></text>';
    const read = await only({ event: (file('', '').event ?? '').replace(/<text .*<\/text>/, elsewhere) });
    expect(read.residueLines.map(({ text }) => text)).toEqual(['image/png', 'https://example.org/a.png']);
    expect(textOf(await written(read))?.replaceAll(/\n\s*/g, '')).toBe(elsewhere);
  });

  it('without a type are bytes in base64, or words', async () => {
    expect(stored(await only(file('', `\n${raw.toString('base64').replace(/(.{64})/g, '$1\n')}\n`)))).toBe(
      String(raw),
    );
    expect(stored(await only(file('', 'see the letter of 3 May')))).toBe('see the letter of 3 May');
    expect(stored(await only(file('', 'none')))).toBe('none');
  });
});

describe('a value in another spelling', () => {
  it.each([
    ['fever <b>and</b> ra<i>sh</i>', 'fever and rash'],
    ['fever<br/>rash<p>itch</p>', 'fever\nrash\nitch'],
    ['<td>fever</td><td>rash</td>', 'fever rash'],
    ['fever<br class="x"/>rash<BR/>itch', 'fever\nrash\nitch'],
    ['<p style="margin:0">fever</p><p align="left">rash</p>', 'fever\nrash'],
    ['<h:p xmlns:h="http://www.w3.org/1999/xhtml">fever</h:p><h3>rash</h3>', 'fever\nrash'],
  ])('has the words of its markup: %s', async (written, words) => {
    const read = await only({ event: `<text>${written}</text>` });
    expect(read.content.values).toContainEqual(expect.objectContaining({ itemId: 'H.1', value: words }));
    expect(read.notes).toMatchObject([{ rule: 'otherSpelling', itemId: 'H.1', after: words }]);
    expect(read.residueLines).toEqual([]);
  });

  it('notes the attributes of its markup, which are no words', async () => {
    const written = 'see <a href="x">this</a><br class="y"></br>letter';
    const read = await only({ event: `<text>${written}</text>` });
    expect(read.content.values).toContainEqual(
      expect.objectContaining({ itemId: 'H.1', value: 'see this\nletter' }),
    );
    expect(read.notes.map(({ before }) => before)).toEqual([written]);
  });

  it('is read as the standard writes it, and noted', async () => {
    const player = '<player1><name nullFlavor="msk"/><birthTime value="1950-01-31"/></player1>';
    const [read] = await readMessages(batch(message({}).replace('<player1/>', player)));
    expect(read?.content.values).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ itemId: 'D.1', nullFlavor: 'MSK' }),
        expect.objectContaining({ itemId: 'D.2.1', value: '19500131' }),
      ]),
    );
    expect(read?.notes.map(({ rule, itemId, before, after }) => [rule, itemId, before, after])).toEqual([
      ['otherSpelling', 'D.1', 'msk', 'MSK'],
      ['otherSpelling', 'D.2.1', '1950-01-31', '19500131'],
    ]);
  });
});

describe('is rejected with its position', () => {
  const good = batch(message({}));
  it.each<[string, string, RegExp]>([
    [
      'a tag that is not closed',
      good.replace('</investigationEvent>', ''),
      /end tag of another element.* ask the sender/,
    ],
    ['the beginning of a file', good.slice(0, -40), /a part is missing; ask the sender/],
    ['a doubled attribute', good.replace('<player1/>', '<player1 a="1" a="2"/>'), /duplicate attribute/],
    ['a bare ampersand', good.replace('<player1/>', 'R & D'), /ampersand/],
    ['a control character', good.replace('<player1/>', '\u0001'), /control character.* delete it/],
    ['a reference to one', good.replace('<player1/>', '&#x2;'), /control character.* delete it/],
    ['text behind it', `${good}-- `, /behind the message; delete it/],
    ['two roots', `${good}<again/>`, /follows the end of the message.*delete/],
    ['an unbound prefix', good.replace('<player1/>', '<x:y/>'), /unbound namespace prefix/],
    [
      'a document type with entities',
      good.replace('<MCCI', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><MCCI'),
      /document type declaration/,
    ],
    ['an unknown entity', good.replace('<player1/>', '&x;'), /entity .*&#160;/],
    [
      'a report that is not directly in its batch',
      good.replace('</MCCI_IN200100UV01>', `${good.replace(/^<\?xml.*\n/, '')}</MCCI_IN200100UV01>`),
      /not directly in its batch; send each batch/,
    ],
    ['an E2B(R2) file', '<!DOCTYPE ichicsr SYSTEM "icsr.dtd"><ichicsr/>', /E2B\(R2\)/],
    ['an acknowledgement', '<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3"/>', /acknowledgement/],
    ['something else', '<html/>', /not an E2B\(R3\) file/],
    ['an empty file', '', /document must contain|empty/],
  ])('%s', async (_what, xml, expected) => {
    const refused = await readMessages(xml).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'UnreadableXml',
      message: expect.stringMatching(expected) as string,
      line: expect.any(Number) as number,
    });
  });

  it('points at the ampersand, not at the end of the file', async () => {
    const xml = batch(message({ patient: '\n\n<foo>R & D</foo>' }));
    await expect(readMessages(xml)).rejects.toMatchObject({ line: 6, column: 8 });
  });

  it('bytes that do not match their declared encoding', async () => {
    await expect(readMessages(new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0xff]))).rejects.toMatchObject({
      name: 'UnreadableXml',
    });
  });
});

describe('content of every message that one region maps to an item', () => {
  const status = '<statusCode code="active"/>';
  const japan = '<id root="2.16.840.1.113883.3.989.5.1.3.2.3.1" extension="12345678"/>';

  it('is an item in a message of that region', async () => {
    expect(valuesOf(await only({ event: japan + status }))).toMatchObject({
      'J2.1b': '12345678',
      'J2.7.1': 'active',
    });
  });

  it('is no item in any other message, and no residue', async () => {
    const read = await only({ event: status });
    expect(valuesOf(read)).not.toHaveProperty(['J2.7.1']);
    expect(read.residueLines).toEqual([]);
  });
});
