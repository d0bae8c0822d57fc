import { describe, expect, it } from 'vitest';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';
import { readEnvelope } from './readEnvelope.ts';

const { maps } = e2bCatalogue();

const envelopeOf = async (text: string) => {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 50) yield await Promise.resolve(bytes.slice(at, at + 50));
  }
  const read = await readEnvelope(() => pieces(), maps, memoryPorts());
  return read && [read.form, ...read.values.map(({ itemId, value }) => `${itemId} ${value}`)];
};

const id = (root: string, extension: string): string =>
  `<id root="2.16.840.1.113883.3.989.2.1.3.${root}" extension="${extension}"/>`;
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">${id('22', 'B-1')}<creationTime value="20250101"/>`;
const party = (name: string, root: string, extension: string): string =>
  `<${name}><device>${id(root, extension)}</device></${name}>`;
const END = `${party('receiver', '14', 'ACME')}${party('sender', '13', 'PARTNER')}</MCCI_IN200100UV01>`;
const message = (inner: string): string => `<PORR_IN049016UV>${inner}</PORR_IN049016UV>`;

describe('the envelope of a damaged batch of E2B(R3)', () => {
  it('is read whole where a message is damaged', async () => {
    expect(await envelopeOf(HEAD + message('<id') + END)).toEqual([
      'R3',
      'N.1.2 B-1',
      'N.1.5 20250101',
      'N.1.4 ACME',
      'N.1.3 PARTNER',
    ]);
  });

  it.each([
    ['in its first message', '<PORR_IN049016UV><id'],
    ['behind a message', `${message('')}${party('receiver', '14', 'ACME').slice(0, -20)}`],
  ])('is read up to its messages where the file ends %s', async (_where, rest) => {
    expect(await envelopeOf(HEAD + rest)).toEqual(['R3', 'N.1.2 B-1', 'N.1.5 20250101']);
  });
});

const R2 =
  '<ichicsr lang="en"><ichicsrmessageheader><messagetype>ichicsr</messagetype><messagenumb>B-2</messagenumb><messagesenderidentifier>PARTNER</messagesenderidentifier></ichicsrmessageheader><safetyreport>';

it.each(['<?xml version="1.0"?>\n', ''])(
  'the header of a damaged batch of E2B(R2) is read: %j',
  async (declaration) => {
    const broken = `${declaration}${R2}<patient></safetyreport`;
    expect(await envelopeOf(broken)).toEqual(['R2', 'N.1.1 1', 'N.1.2 B-2', 'N.1.3 PARTNER']);
  },
);

it.each([
  '',
  '<html><p>504</p></html>',
  '<MCCI_IN200100UV01',
  '<ichicsrack></ichicsrack>',
  '<ichicsr><ichicsrmess',
])('there is none that can be read: %j', async (text) => {
  const read = await envelopeOf(text);
  expect(read?.slice(1) ?? []).toEqual([]);
});
