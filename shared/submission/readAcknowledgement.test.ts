/** What receivers write otherwise than the standard, and mean all the same. */
import { describe, expect, it } from 'vitest';
import { decodeWhole } from '../e2b/decodeWhole.ts';
import { readAcknowledgement } from './readAcknowledgement.ts';

const answer = (detail: string, code = 'CR', report = 'US-1'): string =>
  `<acknowledgement typeCode="${code}"><targetMessage><id extension="${report}"/></targetMessage>${detail}</acknowledgement>`;
const message = (answers: string): string =>
  `<MCCI_IN000002UV01><id extension="L-1"/>${answers}</MCCI_IN000002UV01>`;
const batch = (messages: string): string =>
  `<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3"><id extension="A-1"/>${messages}
<acknowledgement typeCode="ae"><targetBatch><id extension="B-1"/></targetBatch></acknowledgement></MCCI_IN200101UV01>`;
const remarkOn = (detail: string) =>
  readAcknowledgement(batch(message(answer(`<acknowledgementDetail>${detail}</acknowledgementDetail>`))))
    .messages[0]?.text;

describe('a remark of R3', () => {
  it.each([
    ['<text>E.i.7 is <b>missing</b> here</text>', 'E.i.7 is missing here'],
    ['<text><![CDATA[E.i.7 < 1]]></text>', 'E.i.7 < 1'],
    ['<code code="E12" displayName="Mandatory item"/>', 'Mandatory item'],
    ['<code code="E12"/>', 'E12'],
    ['<code code="E12"/><text>missing</text><location>/a/b</location>', 'missing (/a/b)'],
    ['<location>/a/b</location>', '(/a/b)'],
  ])('%s says %s', (detail, text) => {
    expect(remarkOn(detail)).toBe(text);
  });

  it('that is too long ends with an ellipsis', () => {
    expect(remarkOn(`<text>${'x'.repeat(5000)}</text>`)).toBe(`${'x'.repeat(3999)}…`);
  });
});

it('answers of several reports in one message are all read, with codes in any letters', () => {
  const read = readAcknowledgement(batch(message(answer('', 'ca', 'US-1') + answer('', 'CR', 'US-2'))));
  expect(read.code).toBe('AE');
  expect(read.messages.map(({ messageNumber, code }) => [messageNumber, code])).toEqual([
    ['US-1', 'CA'],
    ['US-2', 'CR'],
  ]);
});

it('R2 in capitals is read', () => {
  const xml = `<ichicsrack><ichicsrmessageheader><messagenumb>A</messagenumb></ichicsrmessageheader><acknowledgment>
<messageacknowledgment><icsrmessagenumb>B</icsrmessagenumb><transmissionacknowledgmentcode>01</transmissionacknowledgmentcode>
</messageacknowledgment></acknowledgment></ichicsrack>`;
  expect(readAcknowledgement(xml.replaceAll(/<\/?\w+/g, (tag) => tag.toUpperCase()))).toEqual(
    readAcknowledgement(xml),
  );
});

it('R2 with the spellings that programs take for those of the standard is read', () => {
  const xml = `<ichicsrack><ichicsrmessageheader><messagenumb>A</messagenumb></ichicsrmessageheader><acknowledgment>
<messageacknowledgment><icsrmessagenumb>B</icsrmessagenumb><transmissionacknowledgmentcode>02</transmissionacknowledgmentcode>
</messageacknowledgment><reportacknowledgment><safetyreportid>US-1</safetyreportid><localreportnumb>L</localreportnumb>
<reportacknowledgmentcode>02</reportacknowledgmentcode></reportacknowledgment></acknowledgment></ichicsrack>`;
  const spelled = xml.replaceAll('acknowledgment', 'acknowledgement').replaceAll('numb>', 'number>');
  expect(readAcknowledgement(spelled)).toEqual(readAcknowledgement(xml));
});

it('an empty file is called so', () => {
  expect(() => readAcknowledgement(' \n')).toThrow('the file is empty');
});

describe('what several elements say', () => {
  const r2 = (inner: string, more = '') =>
    `<ichicsrack><ichicsrmessageheader/><acknowledgment><messageacknowledgment><icsrmessagenumb>B</icsrmessagenumb>
<transmissionacknowledgmentcode>02</transmissionacknowledgmentcode></messageacknowledgment>${inner}</acknowledgment>${more}</ichicsrack>`;

  it('is read of all remarks on a report of R2', () => {
    const remarks = ['E.i.7', '', 'D.1'].map((one) => `<errormessagecomment>${one}</errormessagecomment>`);
    const report = `<reportacknowledgment><safetyreportid>US-1</safetyreportid>
<reportacknowledgmentcode>02</reportacknowledgmentcode>${remarks.join('')}</reportacknowledgment>`;
    expect(readAcknowledgement(r2(report)).messages[0]?.text).toBe('E.i.7\nD.1');
  });

  it.each([
    ['R3', batch('').replace('</MCCI', '<acknowledgement typeCode="AA"/></MCCI')],
    ['R2', r2('', '<acknowledgment/>')],
    ['R2', r2('<messageacknowledgment/>')],
  ])('about several batches is refused: %s', (_form, xml) => {
    expect(() => readAcknowledgement(xml)).toThrow(/answers several batches/);
  });
});

it('is read behind the lines of a mail, in the encoding that it declares', async () => {
  const mail = 'From: "PMDA" <ack@example.com>\nSubject: ack\nContent-Type: text/xml\n\n';
  const xml = batch(message(answer('<acknowledgementDetail><text>@@</text></acknowledgementDetail>')));
  // 東 in Shift_JIS
  const bytes = Buffer.from(`${mail}<?xml version="1.0" encoding="Shift_JIS"?>\n${xml}`);
  bytes.set([0x93, 0x8c], bytes.indexOf('@@'));
  expect(readAcknowledgement(await decodeWhole(new Uint8Array(bytes))).messages[0]?.text).toBe('東');
});

describe('R2 in SGML', () => {
  const SGML = `<!DOCTYPE ICHICSRACK SYSTEM "ich-icsrack-v1_1.dtd" [<!ENTITY co "Sample">]>
<ICHICSRACK lang=en>
<ICHICSRMESSAGEHEADER><MESSAGETYPE>ichicsrack<MESSAGENUMB>A-1<MESSAGESENDERIDENTIFIER>PMDA
<MESSAGEDATE>20260102030405
<ACKNOWLEDGMENT><MESSAGEACKNOWLEDGMENT><ICSRMESSAGENUMB>B-1<TRANSMISSIONACKNOWLEDGMENTCODE>02<PARSINGERRORMESSAGE>A & B, value <5
<REPORTACKNOWLEDGMENT><SAFETYREPORTID>US-1<REPORTACKNOWLEDGMENTCODE>01
<REPORTACKNOWLEDGEMENT><SAFETYREPORTID>US-2<LOCALREPORTNUMBER>L-2<REPORTACKNOWLEDGMENTCODE>02<ERRORMESSAGECOMMENT>B.2.i.1 &eacute;
`;
  const answersOf = (text: string) =>
    readAcknowledgement(text).messages.map((one) => [one.messageNumber, one.localNumber, one.code, one.text]);
  const ANSWERS = [
    ['US-1', null, 'CA', null],
    ['US-2', 'L-2', 'CR', 'B.2.i.1 é'],
  ];

  it('is read without end tags, with a declaration, in capitals', () => {
    expect(readAcknowledgement(SGML)).toMatchObject({
      number: 'A-1',
      sender: 'PMDA',
      batchNumber: 'B-1',
      code: 'AE',
      text: 'A & B, value <5',
    });
    expect(answersOf(SGML)).toEqual(ANSWERS);
  });

  it.each([
    ['lines of EDI', "UNA:+.? 'UNB+UNOB:1+PMDA'\n", "UNZ+1'\n"],
    ['lines of a mail', 'From: gateway@example.com\nSubject: ack\n\n', '-- \nthe gateway\n'],
    ['a comment', '<!-- <ichicsrack> -->\n', ''],
  ])('is read between %s', (_name, before, after) => {
    expect(answersOf(`${before}${SGML}</ICHICSRACK>\n${after}`)).toEqual(ANSWERS);
  });

  it('that breaks off is refused with its line', () => {
    const whole = SGML.replace('<ACKNOWLEDGMENT>', '</ICHICSRMESSAGEHEADER><ACKNOWLEDGMENT>');
    expect(() => readAcknowledgement(whole)).toThrow(/seems to be cut off/);
    expect(() => readAcknowledgement(`<?xml version="1.0"?>\n${SGML}`)).toThrow(/line|tag|attribute/);
  });
});
