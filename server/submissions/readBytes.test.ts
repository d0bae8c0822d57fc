/** Acknowledgements in the encodings of their receivers. */
import { expect, it } from 'vitest';
import { readBytes } from './readBytes.ts';

const acknowledgement = (encoding: string, comment: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>
<!DOCTYPE ichicsrack SYSTEM "icsrack11xml.dtd">
<ichicsrack lang="en"><ichicsrmessageheader><messagenumb>A2</messagenumb></ichicsrmessageheader>
<acknowledgment><messageacknowledgment><icsrmessagenumb>B1</icsrmessagenumb>
<transmissionacknowledgmentcode>03</transmissionacknowledgmentcode>
<parsingerrormessage>${comment}</parsingerrormessage></messageacknowledgment></acknowledgment></ichicsrack>`;

/** 환자는 발열 in EUC-KR */
const KOREAN = [0xc8, 0xaf, 0xc0, 0xda, 0xb4, 0xc2, 0x20, 0xb9, 0xdf, 0xbf, 0xad];

it.each<[string, string, Buffer]>([
  ['UTF-16 with a mark', 'é', Buffer.from(`\uFEFF${acknowledgement('UTF-16', 'é')}`, 'utf16le')],
  ['ISO-8859-1', 'é', Buffer.from(acknowledgement('ISO-8859-1', 'é'), 'latin1')],
  ['UTF-8 that is declared as ISO-8859-1', '발열', Buffer.from(acknowledgement('ISO-8859-1', '발열'))],
  ['letters that the document type names', 'é', Buffer.from(acknowledgement('UTF-8', '&eacute;'))],
  [
    'Shift_JIS',
    '東京',
    Buffer.concat(
      acknowledgement('Shift_JIS', '§')
        .split('§')
        .flatMap((part, at) => [Buffer.from(part), Buffer.from(at === 0 ? [0x93, 0x8c, 0x8b, 0x9e] : [])]),
    ),
  ],
  [
    'EUC-KR that is declared as ISO-8859-1',
    '환자는 발열',
    Buffer.concat(
      acknowledgement('ISO-8859-1', '§')
        .split('§')
        .flatMap((part, at) => [Buffer.from(part), Buffer.from(at === 0 ? KOREAN : [])]),
    ),
  ],
])('an acknowledgement in %s is read', async (_encoding, comment, bytes) => {
  expect(await readBytes(bytes)).toMatchObject({ ack: { code: 'AR', text: comment }, problem: null });
});

it('an acknowledgement in no encoding that is known is kept with the reason', async () => {
  const bytes = Buffer.from(acknowledgement('UTF-8', 'é'), 'latin1');
  expect(await readBytes(bytes)).toMatchObject({
    ack: null,
    problem: expect.stringMatching(/^unreadable: a character that is none of utf-8/) as string,
  });
});

it('an acknowledgement whose letters are probably of another script names it', async () => {
  // Больной жалуется на боль, as KOI8-R
  const russian = Buffer.from('e2cfccd8cecfca20d6c1ccd5c5d4d3d120cec120c2cfccd8', 'hex');
  const [before = '', after = ''] = acknowledgement('ISO-8859-1', '§').split('§');
  expect(await readBytes(Buffer.concat([Buffer.from(before), russian, Buffer.from(after)]))).toMatchObject({
    ack: null,
    problem: expect.stringMatching(
      /declares ISO-8859-1, and its letters are probably Cyrillic in koi8-r/,
    ) as string,
  });
});
