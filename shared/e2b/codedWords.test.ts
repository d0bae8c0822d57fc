/** Texts of items that a sender writes as attachments are written. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const WORDS = '한국어 fièvre\nand rash '.repeat(4000).trim();

async function narrative(attributes: string, body: string) {
  const xml = `<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV><controlActProcess><subject>
<investigationEvent><text ${attributes}>${body}</text></investigationEvent>
</subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>`;
  const { value: message } = await readIcsrs(xml, map, ports).next();
  if (!message || !('content' in message)) throw new Error('no message was read');
  const { content, residue, residueLines, notes } = message;
  return {
    value: content.values.find(({ itemId }) => itemId === 'H.1')?.value,
    residue: residueLines.map(({ path, text }) => `${path.split('/').at(-1)} ${text}`),
    notes: notes.map(({ rule, itemId }) => `${rule} ${itemId}`),
    written: /<text[^>]*>/.exec(await writeIcsrText([{ ...content, residue }], map, ports))?.[0],
  };
}

const B64 = 'mediaType="text/plain" representation="B64"';
const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\n');

it.each([
  ['as it is', B64, base64(Buffer.from(WORDS))],
  ['deflated', `${B64} compression="DF"`, base64(deflateRawSync(WORDS))],
  ['as GZIP', `${B64} compression="GZ"`, base64(gzipSync(WORDS))],
])('a narrative in base64, %s, is read as its words, and written as such', async (_how, attributes, body) => {
  expect(await narrative(attributes, body)).toEqual({
    value: WORDS,
    residue: [],
    notes: ['otherSpelling H.1'],
    written: '<text mediaType="text/plain">',
  });
});

it.each([
  ['is damaged', B64, 'QUJ*DRA'],
  ['is no text', B64, base64(Uint8Array.of(0xff, 0xd8, 0xff))],
  ['cannot be unpacked', `${B64} compression="Z"`, base64(Buffer.from('fever'))],
])('one that %s stays as it came', async (_why, attributes, body) => {
  const { value, residue, written } = await narrative(attributes, body);
  expect(value).toBe(body);
  expect(residue).toContain('@representation B64');
  expect(written).toContain('representation="B64"');
});
