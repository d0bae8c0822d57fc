/** Files that are no E2B at all, and files in another encoding than they declare, are refused in words for people. */
import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import type { ReadMessage } from './e2b.types.ts';
import { readReports } from './readReports.ts';

const { maps } = e2bCatalogue();

/** Where and why it is refused; null: it is read. Pieces are small: a file may come in such. */
async function refusalOf(content: string | Uint8Array): Promise<string | null> {
  const bytes = new Uint8Array(Buffer.from(content));
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 50) yield await Promise.resolve(bytes.subarray(at, at + 50));
  }
  try {
    for await (const _ of readReports(pieces, maps, memoryPorts()));
    return null;
  } catch (error) {
    const { line, column, message } = error as { line: number; column: number; message: string };
    return `${line}:${column} ${message}`;
  }
}

async function messagesIn(bytes: Uint8Array): Promise<ReadMessage[]> {
  const messages: ReadMessage[] = [];
  for await (const message of readReports(bytes, maps, memoryPorts())) messages.push(message);
  return messages;
}

const R2 = (initials: string, declared = 'UTF-8'): string => `<?xml version="1.0" encoding="${declared}"?>
<ichicsr lang="en"><ichicsrmessageheader/>
<safetyreport><safetyreportid>JP-1</safetyreportid>
<patient><patientinitial>${initials}</patientinitial></patient></safetyreport></ichicsr>`;

describe('a file that is no E2B', () => {
  it.each([
    ['a table', 'Case,Patient\r\n1,AB\r\n'.repeat(20)],
    ['JSON', '{"case": 1}'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')],
  ])('is told what can be sent: %s', async (_what, content) => {
    expect(await refusalOf(content)).toMatch(/^0:0 this is no E2B file .*template/);
  });

  it('is told to be saved as a spreadsheet if an old office program made it, or a password locks it', async () => {
    const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)]);
    expect(await refusalOf(locked)).toMatch(/without a password/);
  });

  it.each(['', ' \n '])('is empty: %j', async (content) => {
    expect(await refusalOf(content)).toBe('0:0 the file is empty');
  });
});

describe('a sign of markup that a program wrote as it is', () => {
  const R3 = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV><controlActProcess><subject><investigationEvent>
<text>${text}</text></investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>`;
  it.each([
    ['R2', R2('AT & T'), /^4:29 an ampersand that begins no entity; it is written &amp;/],
    ['R2', R2('5 < 6'), /^4:30 .*a sign < that begins none.*&lt;/],
    ['R3', R3('AT & T'), /^3:10 an ampersand/],
    ['R3', R3('5 < 6'), /^3:11 .*a sign < that begins none.*&lt;/],
    ['R3', R3('a <b and c'), /^3:\d+ .*a sign < that begins none.*&lt;/],
  ])('is named with its place, and nothing else is: %s %#', async (_form, xml, expected) => {
    expect(await refusalOf(xml)).toMatch(expected);
  });
});

describe('a file in another encoding than it declares', () => {
  const withTokyo = (text: string) =>
    Buffer.concat(
      text
        .split('@')
        .flatMap((part, index) => [
          ...(index > 0 ? [Buffer.from([0x93, 0x8c, 0x8b, 0x9e])] : []),
          Buffer.from(part),
        ]),
    );

  it('is told where its first wrong character is, and what to do', async () => {
    expect(await refusalOf(withTokyo(R2('@')))).toMatch(/^4:\d+ a character that is none of utf-8; save/);
  });

  it('is told what its letters probably are', async () => {
    // Привет ли in windows-1251
    const greeting = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xeb, 0xe8]);
    const [before = '', after = ''] = R2('@').split('@');
    expect(await refusalOf(Buffer.concat([Buffer.from(before), greeting, Buffer.from(after)]))).toMatch(
      /none of utf-8 \(the letters are probably Cyrillic in windows-1251\); save/,
    );
  });

  it.each([
    ['R2', R2('é 한', 'ISO-8859-1'), 'é 한'],
    ['R2 with the euro sign', R2('größer, 5 €', 'ISO-8859-15'), 'größer, 5 €'],
    ['R2 of Central Europe', R2('žlutý kůň', 'windows-1250'), 'žlutý kůň'],
    ['R2 of Japan', R2('東京', 'Shift_JIS'), '東京'],
    ['R2 of Korea', R2('김철수', 'EUC-KR'), '김철수'],
    ['R2 of China', R2('发热', 'GB2312'), '发热'],
    ['R2 of a program in China', R2('größer, übel', 'GBK'), 'größer, übel'],
    [
      'R3',
      `<?xml version="1.0" encoding="ISO-8859-1"?><MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV>
<controlActProcess><subject><investigationEvent><text>é 한</text></investigationEvent></subject></controlActProcess>
</PORR_IN049016UV></MCCI_IN200100UV01>`,
      'é 한',
    ],
  ])(
    'is read as UTF-8 if all of it is, whatever else it declares, and says so: %s',
    async (_form, xml, text) => {
      const bytes = new Uint8Array(Buffer.from(xml));
      const [message] = await messagesIn(bytes);
      expect(message?.content.values).toContainEqual(expect.objectContaining({ value: text }));
      expect(message?.notes).toContainEqual(
        expect.objectContaining({ rule: 'encodingGuessed', after: 'utf-8' }),
      );
      const plain = new Uint8Array(Buffer.from(xml.replace(text, 'AB')));
      expect((await messagesIn(plain))[0]?.notes.map(({ rule }) => rule)).not.toContain('encodingGuessed');
    },
  );

  it('is believed where its few letters are UTF-8 by chance alone', async () => {
    // two letters of GB2312, which are Ղի in UTF-8
    const bytes = Buffer.from(R2('@', 'GB2312').replace('@', '\u00d5\u0082\u00d5\u00ab'), 'latin1');
    const [message] = await messagesIn(new Uint8Array(bytes));
    expect(message?.content.values.map(({ value }) => value)).not.toContain('Ղի');
    expect(message?.notes.map(({ rule }) => rule)).not.toContain('encodingGuessed');
  });

  it('is read where it declares the right one, also after lines of a mail', async () => {
    expect(await refusalOf(withTokyo(R2('@', 'Shift_JIS')))).toBeNull();
    expect(
      await refusalOf(`${'From: a@example.com\n'.repeat(10)}${R2('AB').replace(/^.*\n/, '')}`),
    ).toBeNull();
  });
});

describe('lines before a batch of R3', () => {
  const XML = `<?xml version="1.0" encoding="UTF-8"?>
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV>
<controlActProcess><subject><investigationEvent><text>한</text></investigationEvent></subject></controlActProcess>
</PORR_IN049016UV></MCCI_IN200100UV01>`;
  const HEADER = `Message-ID: <1@gateway.example.com>\r
Subject: ICSR\r
Content-Type: application/xml;\r
\tcharset=utf-8\r
\r
`;

  it.each([
    ['with a declaration', XML],
    ['without one', XML.replace(/^.*\n/, '')],
  ])('are skipped if a mail has such, and said: %s', async (_what, xml) => {
    const [message] = await messagesIn(new Uint8Array(Buffer.from(HEADER + xml)));
    expect(message?.content.values).toContainEqual(expect.objectContaining({ value: '한' }));
    expect(message?.notes).toContainEqual(
      expect.objectContaining({ rule: 'linesSkipped', before: HEADER.trim() }),
    );
    expect(message?.line).toBe(HEADER.split('\n').length + (xml === XML ? 1 : 0));
    expect(await refusalOf(HEADER + xml)).toBeNull();
    const [plain] = await messagesIn(new Uint8Array(Buffer.from(xml)));
    expect(plain?.notes).toEqual([]);
  });

  it('are refused if they are any other text, or around an envelope', async () => {
    expect(await refusalOf(`Dear colleagues,\n\n${XML}`)).toMatch(/^3:\d+ text before/);
    expect(await refusalOf(`${HEADER}<?xml version="1.0"?>\n<Envelope>${XML.slice(39)}</Envelope>`)).toMatch(
      /^7:\d+ not an E2B\(R3\) file: it starts with <Envelope>/,
    );
  });

  it('keep the positions of faults', async () => {
    expect(await refusalOf(HEADER + XML.replace('</text>', '</txt>'))).toMatch(/^8:/);
  });
});
