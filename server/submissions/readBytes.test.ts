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
])('an acknowledgement in %s is read', (_encoding, comment, bytes) => {
  expect(readBytes(bytes)).toMatchObject({ ack: { code: 'AR', text: comment }, problem: null });
});

it('an acknowledgement in no encoding that is known is kept with the reason', () => {
  const bytes = Buffer.from(acknowledgement('UTF-8', 'é'), 'latin1');
  expect(readBytes(bytes)).toMatchObject({
    ack: null,
    problem: expect.stringMatching(/^unreadable: a character that is none of utf-8/) as string,
  });
});
