/** What a message says of an attached file goes with that file. */
import { expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import type { CaseValue } from '../case/caseContent.ts';
import { readIcsrs } from './readIcsrs.ts';
import { writeIcsrText } from './writeIcsrs.ts';

const { map } = e2bCatalogue();
const ports = memoryPorts();
const SENT = Buffer.from('a file that only its sender can unpack').toString('base64');
const CHECKED = 'mediaType="image/png" compression="Z" integrityCheck="q83v" integrityCheckAlgorithm="SHA-1"';

const message = async () => {
  const xml = `<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV><controlActProcess><subject>
<investigationEvent><reference><document><code code="1" codeSystem="2.16.840.1.113883.3.989.2.1.1.27"/>
<title>t</title><text representation="B64" ${CHECKED}><thumbnail mediaType="image/png"/>${SENT}</text>
</document></reference></investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>`;
  const { value } = await readIcsrs(xml, map, ports).next();
  if (!value || !('content' in value)) throw new Error('no message was read');
  return value;
};

const isFile = ({ itemId }: CaseValue): boolean => itemId === 'C.1.6.1.r.2';

async function writtenWith(change: (value: CaseValue) => CaseValue | []): Promise<string> {
  const { content, residue } = await message();
  const values = content.values.flatMap((value) => (isFile(value) ? change(value) : value));
  const xml = await writeIcsrText([{ ...content, values, residue }], map, ports);
  const lines = xml.slice(xml.indexOf('<document'), xml.indexOf('</document>'));
  return lines.replace(/[^]*<\/title>\s*/, '').trim();
}

it('as long as the case has it', async () => {
  const written = await writtenWith((value) => value);
  for (const part of [...CHECKED.split(' '), '<thumbnail mediaType="image/png"/>', SENT])
    expect(written).toContain(part);
});

it('and not with another one', async () => {
  const fileKey = await ports.files.put(Buffer.from('readable'));
  const written = await writtenWith((value) => ({
    ...value,
    value: fileKey,
    properties: { fileKey, mediaType: 'text/plain', size: 8 },
  }));
  expect(written).toBe('<text mediaType="text/plain" representation="B64">cmVhZGFibGU=</text>');
});

it('nor without any', async () => {
  expect(await writtenWith(() => [])).toBe('');
});
