/** E2B(R2) files as they come: SGML, old encodings, mails around them, and what is no message. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../../scripts/e2b-commands.ts';
import { readReports } from '../readReports.ts';
import type { ReadMessage, XmlSource } from '../e2b.types.ts';
import { writeR2 } from './writeR2.ts';

const { maps, r2 } = e2bCatalogue();

async function readAll(source: XmlSource): Promise<ReadMessage[]> {
  const read: ReadMessage[] = [];
  for await (const message of readReports(source, maps, memoryPorts())) read.push(message);
  return read;
}

async function readOne(source: XmlSource): Promise<ReadMessage> {
  const [message] = await readAll(source);
  if (!message) throw new Error('no report was read');
  return message;
}

const valueOf = ({ content }: ReadMessage, itemId: string, row = 0, inner = 0): string | null | undefined => {
  const found = content.values.find(
    (value) => value.itemId === itemId && value.rowNo === row && value.rowNo2 === inner,
  );
  return found?.value ?? found?.nullFlavor;
};

const report = (inner: string, patient = ''): string =>
  `<ichicsr lang="en"><ichicsrmessageheader><messagetype>ichicsr</messagetype><messagenumb>B-1</messagenumb></ichicsrmessageheader>
<safetyreport><safetyreportid>KR-1</safetyreportid>${inner}<primarysource/><sender/><receiver/><patient>${patient}</patient></safetyreport></ichicsr>`;

const SGML = `From: sender@example.com
Subject: ICSR

<!DOCTYPE ICHICSR PUBLIC "-//ICH//DTD" [ <!ENTITY x "y"> ]>
<ICHICSR LANG=en>
<ICHICSRMESSAGEHEADER><MESSAGETYPE>ICHICSR<MESSAGENUMB>B-7
<SAFETYREPORT>
<SAFETYREPORTID>KR-7<OCCURCOUNTRY>KR<SERIOUS>1
<PRIMARYSOURCE><REPORTERGIVENAME>Ren&eacute;<QUALIFICATION>1
<SENDER><SENDERTYPE>1<RECEIVER><RECEIVERTYPE>2
<PATIENT><PATIENTINITIAL>A.B.<PATIENTSEX>2
<REACTION><PRIMARYSOURCEREACTION>rash, WBC < 3 &amp; fever<REACTIONOUTCOME>6
<REACTION><PRIMARYSOURCEREACTION>nausea
<DRUG><DRUGCHARACTERIZATION>1<MEDICINALPRODUCT>Testmab<ACTIVESUBSTANCE><ACTIVESUBSTANCENAME>testmab
<SUMMARY><NARRATIVEINCLUDECLINICAL>It began &#38; ended.
`;

describe('SGML', () => {
  it('is read without end tags, in upper case, with a mail around it', async () => {
    const read = await readOne(SGML);
    expect(read.form).toBe('R2');
    expect(valueOf(read, 'C.1.1')).toBe('KR-7');
    expect(valueOf(read, 'N.1.2')).toBe('B-7');
    expect(valueOf(read, 'C.2.r.1.2', 1)).toBe('René');
    expect(valueOf(read, 'E.i.1.1a', 1)).toBe('rash, WBC < 3 & fever');
    expect(valueOf(read, 'E.i.1.1a', 2)).toBe('nausea');
    expect(valueOf(read, 'E.i.9', 2)).toBe('KR');
    expect(valueOf(read, 'G.k.2.3.r.1', 1, 1)).toBe('testmab');
    expect(valueOf(read, 'H.1')).toBe('It began & ended.');
  });

  it('says what was around it', async () => {
    const reader = readReports(`${SGML}</ICHICSR>\n-- \nSent by Example Pharma`, maps, memoryPorts());
    const first = await reader.next();
    const { notes } = first.value as ReadMessage;
    expect(notes.filter(({ rule }) => rule === 'linesSkipped').map(({ before }) => before)).toEqual([
      'From: sender@example.com\nSubject: ICSR',
    ]);
    const batch = await reader.next();
    expect(batch.value.residueLines).toContainEqual(
      expect.objectContaining({ text: '-- \nSent by Example Pharma', why: 'unknown' }),
    );
  });

  it('begins where a comment only mentions it', async () => {
    const read = await readOne(`<!-- <ICHICSR> of today -->\n${SGML.slice(SGML.indexOf('<!DOCTYPE'))}`);
    expect(valueOf(read, 'C.1.1')).toBe('KR-7');
    expect(read.notes.map(({ rule }) => rule)).not.toContain('linesSkipped');
  });

  it('keeps an element of a company, with or without its end tag', async () => {
    const read = await readOne(SGML.replace('<OCCURCOUNTRY>', '<COMPANYFLAG>yes<OCCURCOUNTRY>'));
    expect(read.residueLines).toContainEqual(expect.objectContaining({ text: 'yes', why: 'unknown' }));
    expect(valueOf(read, 'E.i.9', 1)).toBe('KR');
  });

  it.each(['\r\n', '\r'])(
    'has the line ends of its system, which are those of XML to a case: %j',
    async (end) => {
      const text = SGML.replace('began &#38;', 'began\n&#38;');
      const bytes = new Uint8Array(Buffer.from(text.replaceAll('\n', end)));
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += 7) yield await Promise.resolve(bytes.subarray(at, at + 7));
      }
      for (const source of [bytes, pieces]) {
        const read = await readOne(source);
        expect(valueOf(read, 'H.1')).toBe('It began\n& ended.');
        expect(read.content.values).toEqual((await readOne(text)).content.values);
      }
    },
  );

  it('that breaks off is refused with its place', async () => {
    const whole = SGML.replace('<DRUG>', '</REACTION><DRUG>');
    await expect(readAll(whole)).rejects.toMatchObject({
      message: expect.stringContaining('cut off') as string,
    });
  });
});

describe('an encoding that the file does not name', () => {
  const bytesOf = (text: string, encode: (sign: string) => number[]): Uint8Array =>
    new Uint8Array([...text].flatMap(encode));
  const latin = (text: string): Uint8Array => bytesOf(text, (sign) => [sign.codePointAt(0) ?? 63]);

  it('is UTF-8 if the bytes are', async () => {
    const bytes = new TextEncoder().encode(
      report('<casenullification>1</casenullification><nullificationreason>頭痛</nullificationreason>'),
    );
    const read = await readOne(bytes);
    expect(valueOf(read, 'C.1.11.2')).toBe('頭痛');
    expect(read.notes.map(({ rule }) => rule)).not.toContain('encodingGuessed');
  });

  it('is taken for that of Western languages else, and said so', async () => {
    const read = await readOne(latin(report('<nullificationreason>fièvre</nullificationreason>')));
    expect(valueOf(read, 'C.1.11.2')).toBe('fièvre');
    expect(read.notes).toContainEqual(
      expect.objectContaining({ rule: 'encodingGuessed', after: 'windows-1252' }),
    );
  });

  it('is taken for Shift_JIS where it looks Japanese', async () => {
    // あたまがいたい頭痛
    const japanese = [
      0x82, 0xa0, 0x82, 0xbd, 0x82, 0xdc, 0x82, 0xaa, 0x82, 0xa2, 0x82, 0xbd, 0x82, 0xa2, 0x93, 0xaa, 0x92,
      0xc9,
    ];
    const [before = '', after = ''] = report('<nullificationreason>§</nullificationreason>').split('§');
    const bytes = new Uint8Array([...latin(before), ...japanese, ...latin(after)]);
    expect(valueOf(await readOne(bytes), 'C.1.11.2')).toBe('あたまがいたい頭痛');
    const declaredAs = (encoding: string) =>
      readOne(new Uint8Array([...latin(`<?xml version="1.0" encoding="${encoding}"?>`), ...bytes]));
    expect(valueOf(await declaredAs('Shift_JIS'), 'C.1.11.2')).toBe('あたまがいたい頭痛');
    const mail = new Uint8Array([
      ...latin(`From: <a@example.com>\n${'X-Trace: 0123456789\n'.repeat(20)}`),
      ...latin('<?xml version="1.0" encoding="Shift_JIS"?>'),
      ...bytes,
    ]);
    const behindMail = await readOne(mail);
    expect(valueOf(behindMail, 'C.1.11.2')).toBe('あたまがいたい頭痛');
    expect(behindMail.notes.map(({ rule }) => rule)).not.toContain('encodingGuessed');
    const wrong = await declaredAs('ISO-8859-1');
    expect(valueOf(wrong, 'C.1.11.2')).toBe('あたまがいたい頭痛');
    expect(wrong.notes.map(({ rule }) => rule)).toContain('encodingGuessed');
  });
});

it.each([
  ['euc-kr', [0xc8, 0xaf, 0xc0, 0xda, 0xb4, 0xc2, 0x20, 0xb9, 0xdf, 0xbf, 0xad], '환자는 발열'],
  ['gb18030', [0xbb, 0xbc, 0xd5, 0xdf, 0xb3, 0xf6, 0xcf, 0xd6, 0xb7, 0xa2, 0xc8, 0xc8], '患者出现发热'],
  ['euc-jp', [0xb4, 0xb5, 0xbc, 0xd4, 0xa4, 0xcf, 0xc8, 0xaf, 0xc7, 0xae], '患者は発熱'],
  ['windows-1252', [0x47, 0x72, 0xfc, 0xdf, 0x65, 0x2c, 0x20, 0xe9, 0x74, 0xe9], 'Grüße, été'],
])('takes a file without an encoding for one in %s by its letters', async (encoding, bytes, text) => {
  const [before = '', after = ''] = report('<nullificationreason>§</nullificationreason>').split('§');
  const read = await readOne(new Uint8Array([...Buffer.from(before), ...bytes, ...Buffer.from(after)]));
  expect(valueOf(read, 'C.1.11.2')).toBe(text);
  expect(read.notes).toContainEqual(expect.objectContaining({ rule: 'encodingGuessed', after: encoding }));
});

it('asks for the encoding of a file whose letters are Cyrillic, and names the probable one', async () => {
  const [before = '', after = ''] = report('<nullificationreason>§</nullificationreason>').split('§');
  const greeting = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xeb, 0xe8];
  const bytes = new Uint8Array([...Buffer.from(before), ...greeting, ...Buffer.from(after)]);
  await expect(readOne(bytes)).rejects.toThrow(
    /names no encoding, and its letters are probably Cyrillic in windows-1251; save it as UTF-8/,
  );
});

it('reads a batch report by report, each with the header', async () => {
  const one = report('');
  const two = one.replace(
    '</safetyreport>',
    `</safetyreport>${/<safetyreport>.*<\/safetyreport>/s.exec(one)?.[0].replace('KR-1', 'KR-2')}`,
  );
  const read = await readAll(two);
  expect(read.map((message) => [valueOf(message, 'C.1.1'), valueOf(message, 'N.1.2')])).toEqual([
    ['KR-1', 'B-1'],
    ['KR-2', 'B-1'],
  ]);
});

describe('a date', () => {
  it.each([
    ['20200229', '102', '20200229', []],
    ['202002', '610', '202002', []],
    ['2020', '602', '2020', []],
    ['202002', '102', '202002', ['dateFormat']],
    ['20200200', '102', '202002', ['dateFormat']],
    ['2020-02-29', '102', '20200229', ['dateFormat']],
    ['20200230', '102', undefined, []],
    ['about Easter', '102', undefined, []],
  ])('%s with the format %s is %s', async (text, format, expected, rules) => {
    const read = await readOne(
      report(
        '',
        `<patientbirthdateformat>${format}</patientbirthdateformat><patientbirthdate>${text}</patientbirthdate>`,
      ),
    );
    expect(valueOf(read, 'D.2.1')).toBe(expected);
    expect(read.notes.filter(({ itemId }) => itemId === 'D.2.1').map(({ rule }) => rule)).toEqual(rules);
    if (expected === undefined)
      expect(read.residueLines).toContainEqual(expect.objectContaining({ text, why: 'notUnderstood' }));
  });
});

describe('a drug', () => {
  const drug = (dose: string, more = ''): string =>
    `<drug><drugcharacterization>1</drugcharacterization><medicinalproduct>Testmab</medicinalproduct><drugstructuredosagenumb>${dose}</drugstructuredosagenumb><drugstructuredosageunit>003</drugstructuredosageunit>${more}</drug>`;

  it('that is repeated for each dosage is one drug, and is repeated again in R2', async () => {
    const read = await readOne(report('', drug('5') + drug('10')));
    expect([valueOf(read, 'G.k.4.r.1a', 1, 1), valueOf(read, 'G.k.4.r.1a', 1, 2)]).toEqual(['5', '10']);
    expect(read.content.rows.filter(({ group }) => group === 'G.k')).toHaveLength(1);
    const { text } = writeR2([read.content], r2);
    expect(text.match(/<drugstructuredosagenumb>\d+/g)).toEqual([
      '<drugstructuredosagenumb>5',
      '<drugstructuredosagenumb>10',
    ]);
  });

  it('that differs otherwise is another one', async () => {
    const read = await readOne(report('', drug('5') + drug('10', '<actiondrug>1</actiondrug>')));
    expect(read.content.rows.filter(({ group }) => group === 'G.k')).toHaveLength(2);
  });

  it.each(['0', '-1', 'daily'])('is no dose of nothing for %s separate doses', async (times) => {
    const separate = `<drugseparatedosagenumb>${times}</drugseparatedosagenumb>`;
    const read = await readOne(report('', drug('500', separate)));
    expect(valueOf(read, 'G.k.4.r.1a', 1, 1)).toBe('500');
    expect(read.residueLines.map(({ text }) => text)).toContain(times);
  });

  it('has the dose of an interval, and the words of separate doses', async () => {
    const read = await readOne(report('', drug('2.5', '<drugseparatedosagenumb>3</drugseparatedosagenumb>')));
    expect(valueOf(read, 'G.k.4.r.1a', 1, 1)).toBe('7.5');
    expect(valueOf(read, 'G.k.4.r.8', 1, 1)).toBe('3 × 2.5 mg');
  });

  it.each([
    ['810', '{cyclical}'],
    ['812', '{asnecessary}'],
    ['813', '{total}'],
  ])('reads %s as the interval between doses %s', async (code, unit) => {
    const { content, residueLines } = await readOne(
      report('', drug('5', `<drugintervaldosagedefinition>${code}</drugintervaldosagedefinition>`)),
    );
    expect(content.values.find(({ itemId }) => itemId === 'G.k.4.r.3')?.value).toBe(unit);
    expect(residueLines.filter(({ path }) => path.includes('drugintervaldosagedefinition'))).toEqual([]);
  });
});

it('repeats in the narrative what is longer than R2 allows', async () => {
  const long = 'x'.repeat(400);
  const values = [
    { itemId: 'H.2', value: `${long}${long}` },
    { itemId: 'H.1', value: 'Story.' },
    { itemId: 'C.5.3', value: 'N'.repeat(40) },
  ].map((value) => ({ ...value, rowNo: 0, rowNo2: 0, rowNo3: 0, nullFlavor: null, notation: null }));
  const row = { rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: '1', sort: 1, deleted: false };
  const { text, losses } = writeR2([{ values, rows: [{ group: 'C.2.r', ...row }] }], r2);
  expect(text).toContain(
    `<narrativeincludeclinical>Story.\nSPONSOR STUDY NUMBER: ${'N'.repeat(40)}\nREPORTER COMMENTS: ${long}${long}</narrative`,
  );
  expect(text).toContain(`<sponsorstudynumb>${'N'.repeat(32)}...</sponsorstudynumb>`);
  expect(losses[0]?.map(({ rule, itemId }) => [rule, itemId])).toEqual([
    ['cut', 'C.5.3'],
    ['cut', 'H.2'],
  ]);
});

it('writes a text whole that has as many characters as R2 allows, of whatever script', () => {
  const value = '\u{20bb7}'.repeat(35);
  const place = { rowNo: 1, rowNo2: 0, rowNo3: 0 };
  const rows = [{ group: 'C.2.r', ...place, rowId: '1', sort: 1, deleted: false }];
  const written = (text: string) => {
    const values = [{ itemId: 'C.5.3', ...place, rowNo: 0, value: text, nullFlavor: null, notation: null }];
    return writeR2([{ values, rows }], r2).text;
  };
  expect(written(value)).toContain(`<sponsorstudynumb>${value}</sponsorstudynumb>`);
  expect(written(`${value}x`)).toContain(`<sponsorstudynumb>${'\u{20bb7}'.repeat(32)}...</sponsorstudynumb>`);
});

it.each(['F.r.3.3', 'F.r.3.4'])('says of the item %s that its text is cut', (itemId) => {
  const place = { rowNo: 1, rowNo2: 0, rowNo3: 0 };
  const values = [{ itemId, value: 'x'.repeat(80), ...place, nullFlavor: null, notation: null }];
  const rows = [{ group: 'F.r', ...place, rowId: '1', sort: 1, deleted: false }];
  const { losses } = writeR2([{ values, rows }], r2);
  expect(losses[0]?.map((loss) => [loss.rule, loss.itemId])).toEqual([['cut', itemId]]);
});

it.each([
  ['D.4', '175.5', '176', 'rounded'],
  ['D.3', '70.12345', '70.123', 'rounded'],
  ['D.10.2.2a', '34.4', '34', 'rounded'],
  ['D.4', '0.0041', undefined, 'noPlace'],
  ['D.2.2a', '1234567', undefined, 'noPlace'],
])('writes no part of the digits of a number: %s %s', (itemId, value, expected, rule) => {
  const place = { rowNo: 0, rowNo2: 0, rowNo3: 0 };
  const { text, losses } = writeR2(
    [{ values: [{ itemId, value, ...place, nullFlavor: null, notation: null }], rows: [] }],
    r2,
  );
  const [leaf] = [...r2.leaves.values()].filter(({ to }) => to === itemId);
  expect(new RegExp(`<${leaf?.element}>(.*?)<`).exec(text)?.[1]).toBe(expected);
  expect(losses[0]?.map((loss) => [loss.rule, loss.after])).toEqual([[rule, expected ?? '']]);
});

it.each([
  ['02-2194-0400', '0221940400', 'otherSpelling'],
  ['(02) 2194-0400', '0221940400', 'otherSpelling'],
  ['+821012345678', undefined, 'noPlace'],
  ['010-1234-5678', undefined, 'noPlace'],
])('writes no part of the digits of a telephone number: %s', (value, expected, rule) => {
  const place = { rowNo: 0, rowNo2: 0, rowNo3: 0 };
  const { text, losses } = writeR2(
    [{ values: [{ itemId: 'C.3.4.6', value, ...place, nullFlavor: null, notation: null }], rows: [] }],
    r2,
  );
  expect(/<sendertel>(.*?)</.exec(text)?.[1]).toBe(expected);
  expect(losses[0]?.map((loss) => [loss.rule, loss.after])).toEqual([[rule, expected ?? '']]);
});

it('says in words a dose that has too many digits', () => {
  const at = { rowNo: 1, rowNo2: 1, rowNo3: 0, nullFlavor: null, notation: null };
  const row = { rowId: '1', sort: 1, deleted: false, rowNo: 1, rowNo3: 0 };
  const { text } = writeR2(
    [
      {
        values: [
          { itemId: 'G.k.4.r.1a', value: '1234567890', ...at },
          { itemId: 'G.k.4.r.1b', value: 'mg', ...at },
        ],
        rows: [
          { group: 'G.k', rowNo2: 0, ...row },
          { group: 'G.k.4.r', rowNo2: 1, ...row },
        ],
      },
    ],
    r2,
  );
  expect(text).toContain('<drugdosagetext>1234567890 mg</drugdosagetext>');
  expect(text).not.toContain('drugstructuredosage');
});

describe('hostile input', () => {
  it.each([
    [
      'an entity that it declares',
      `<?xml version="1.0"?><!DOCTYPE ichicsr [<!ENTITY x "y">]>${report('&x;')}`,
      /not known/,
    ],
    ['elements without end', `<?xml version="1.0"?><ichicsr>${'<a>'.repeat(100)}`, /more than 64/],
    ['no end of the message', report('').replace('</ichicsr>', ''), /cut off/],
    ['a second message', report('') + report(''), /follows the end|second/],
    ['another root', '<!DOCTYPE ichicsr><other/>', /begins with/],
    [
      'a report within another element',
      report('')
        .replace('<safetyreport>', '<batch><safetyreport>')
        .replace('</ichicsr>', '</batch></ichicsr>'),
      /within <batch>.*directly in <ichicsr>/,
    ],
    ['an acknowledgement', '<ichicsrack lang="en"></ichicsrack>', /acknowledgement/],
  ])('%s is refused with its place', async (_what, text, message) => {
    await expect(readAll(text)).rejects.toThrow(message);
    await expect(readAll(text)).rejects.toMatchObject({ line: expect.any(Number) as number });
  });

  it('around a message, of a web page that failed while it wrote, is refused with its line in the file', async () => {
    const page = '<br />\n<b>Warning</b>: no log file\n';
    await expect(readAll(`${page}<?xml version="1.0"?>\n${report('')}\n${page}`)).rejects.toMatchObject({
      message: expect.stringContaining('follows the end of the message') as string,
      line: 6,
    });
  });

  it('with very many unknown elements is refused', async () => {
    await expect(readAll(report('<b>1</b>'.repeat(11_000)))).rejects.toThrow(/that no item takes/);
  });
});

it('reads the limits of a test with a decimal comma, and leaves those in words as they are', async () => {
  const read = await readOne(
    report(
      '',
      '<test><testname>Potassium</testname><lowtestrange>3,5</lowtestrange><hightestrange>&lt; 5.1</hightestrange></test>',
    ),
  );
  expect([valueOf(read, 'F.r.4', 1), valueOf(read, 'F.r.5', 1)]).toEqual(['3.5', '< 5.1']);
  expect(read.notes).toContainEqual(expect.objectContaining({ rule: 'otherSpelling', before: '3,5' }));
});

it('leaves a number with one comma before three digits as it is, since it may be thousands', async () => {
  const test = (result: string, limit: string): string =>
    `<test><testname>Platelets</testname><testresult>${result}</testresult><testunit>/uL</testunit><hightestrange>${limit}</hightestrange></test>`;
  const read = await readOne(report('', test('150,000', '400,000') + test('0,125', '1234,567')));
  const items = ['F.r.3.2', 'F.r.3.4', 'F.r.5'];
  expect(items.map((itemId) => valueOf(read, itemId, 1))).toEqual([undefined, '150,000 /uL', '400,000']);
  expect(items.map((itemId) => valueOf(read, itemId, 2))).toEqual(['0.125', undefined, '1234.567']);
  expect(read.notes).toContainEqual(expect.objectContaining({ rule: 'toText', before: '150,000 /uL' }));
});

it('keeps a second header, of which nothing is read', async () => {
  const second = '<ichicsrmessageheader><messagenumb>M-2</messagenumb></ichicsrmessageheader><safetyreport>';
  const reader = readReports(report('').replace('<safetyreport>', second), maps, memoryPorts());
  let next = await reader.next();
  while (!next.done) next = await reader.next();
  expect(next.value.residueLines.map(({ text }) => text)).toContain('M-2');
});

it('reads the words of markup in a text in their order, and says so', async () => {
  const marked = 'Fever 38<br class="x"/>5 days later, <b>no</b> rash';
  const summary = `<summary><narrativeincludeclinical>${marked}</narrativeincludeclinical></summary>`;
  const read = await readOne(report('', summary));
  const words = 'Fever 38\n5 days later, no rash';
  expect(valueOf(read, 'H.1')).toBe(words);
  expect(read.residueLines).toEqual([]);
  expect(read.notes).toContainEqual(
    expect.objectContaining({ rule: 'otherSpelling', itemId: 'H.1', after: words }),
  );
  const { text } = writeR2([{ ...read.content, residue: read.residue }], r2, { asReceived: true });
  expect(text).toContain(`>${words}<`);
});

it('takes a unit that may be giga or gram for neither, and thousands for no kelvin', async () => {
  const test = (result: string, unit: string): string =>
    `<test><testname>Platelets</testname><testresult>${result}</testresult><testunit>${unit}</testunit></test>`;
  const read = await readOne(
    report('', test('250', 'G/L') + test('250', 'K/µL') + test('13', 'g/L') + test('5', 'G')),
  );
  const items = ['F.r.3.2', 'F.r.3.3', 'F.r.3.4'];
  expect([1, 2, 3, 4].map((row) => items.map((itemId) => valueOf(read, itemId, row)))).toEqual([
    [undefined, undefined, '250 G/L'],
    ['250', '10*3/uL', undefined],
    ['13', 'g/L', undefined],
    ['5', 'g', undefined],
  ]);
});

it.each([
  ['Mg/dL', 'mg/dL'],
  ['Mmol/L', 'mmol/L'],
  ['ML', 'mL'],
  ['U/ML', 'U/mL'],
  ['10*3/Ml', '10*3/ml'],
  ['Gm/dL', 'g/dL'],
  ['Mosm/kg', 'mosm/kg'],
  ['Meq/kg', 'meq/kg'],
  ['MBq', 'MBq'],
  ['MPa', 'MPa'],
])('takes the capital of the unit %s for no million: %s', async (written, unit) => {
  const test = `<test><testname>X</testname><testresult>5</testresult><testunit>${written}</testunit></test>`;
  const read = await readOne(report('', test));
  expect([valueOf(read, 'F.r.3.2', 1), valueOf(read, 'F.r.3.3', 1)]).toEqual(['5', unit]);
  const notes = read.notes.filter(({ itemId }) => itemId === 'F.r.3.3');
  expect(notes.map(({ rule, before }) => [rule, before])).toEqual(
    written === unit ? [] : [['otherSpelling', written]],
  );
});

it('knows no codes that JavaScript has names for', async () => {
  const drug = `<drug><medicinalproduct>A</medicinalproduct><drugadministrationroute>constructor</drugadministrationroute><drugtreatmentduration>2</drugtreatmentduration><drugtreatmentdurationunit>constructor</drugtreatmentdurationunit></drug>`;
  const read = await readOne(report('', drug));
  expect(valueOf(read, 'G.k.4.r.10.1', 1, 1)).toBe('constructor');
  expect(read.content.values.filter(({ itemId }) => itemId === 'G.k.4.r.6b')).toEqual([]);
  expect(read.residueLines.map(({ text }) => text)).toEqual(['constructor']);
});

describe('a code that its sender spells in words', () => {
  const spelled = (inner: string, patient: string): Promise<ReadMessage> =>
    readOne(
      report(inner, `${patient}<reaction><primarysourcereaction>rash</primarysourcereaction></reaction>`),
    );

  it.each([
    ['<patientsex>F</patientsex>', 'D.5', '2'],
    ['<patientsex>male</patientsex>', 'D.5', '1'],
    ['<patientweight>70,5 kg</patientweight>', 'D.3', '70.5'],
    ['<patientweight>900 G</patientweight>', 'D.3', '0.9'],
    ['<patientheight>1.7m</patientheight>', 'D.4', '170'],
  ])('is read where it means one thing, and noted: %s', async (patient, itemId, value) => {
    const read = await spelled('', patient);
    expect(valueOf(read, itemId)).toBe(value);
    expect(read.residueLines).toEqual([]);
    expect(read.notes).toContainEqual(
      expect.objectContaining({ rule: 'otherSpelling', itemId, after: value }),
    );
  });

  it('is read of every event', async () => {
    const read = await spelled('<seriousnessdeath>Yes</seriousnessdeath><occurcountry>kr</occurcountry>', '');
    expect(valueOf(read, 'E.i.3.2a', 1)).toBe('true');
    expect(valueOf(read, 'E.i.9', 1)).toBe('KR');
    expect(read.notes.map(({ itemId, before, after }) => [itemId, before, after])).toEqual(
      expect.arrayContaining([
        ['E.i.3.2a', 'Yes', 'true'],
        ['E.i.9', 'kr', 'KR'],
      ]),
    );
  });

  it('tells the first reporter, in capitals or not', async () => {
    const read = await readOne(
      report('<primarysourcecountry>us</primarysourcecountry>').replace(
        '<primarysource/>',
        ['KR', 'US']
          .map((country) => `<primarysource><reportercountry>${country}</reportercountry></primarysource>`)
          .join(''),
      ),
    );
    expect(valueOf(read, 'C.2.r.5', 2)).toBe('1');
    expect(read.residueLines).toEqual([]);
  });

  it.each([
    '<patientweight>154 lb</patientweight>',
    '<patientsex>x</patientsex>',
    '<patientheight>1,700 m</patientheight>',
  ])('is kept as it came where it does not: %s', async (patient) => {
    const read = await spelled('', patient);
    expect(read.residueLines).toMatchObject([{ why: 'notUnderstood' }]);
  });

  it.each([
    ['en-GB', 'eng'],
    ['KOR', 'kor'],
    // not Spanish, and not Slovenian
    ['est', 'est'],
    ['slo', 'slo'],
  ])('is one of a language: %s', async (lang, language) => {
    const event = `<reaction><primarysourcereaction lang="${lang}">rash</primarysourcereaction></reaction>`;
    expect(valueOf(await readOne(report('', event)), 'E.i.1.1b', 1)).toBe(language);
  });
});
