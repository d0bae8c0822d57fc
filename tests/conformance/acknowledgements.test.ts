/** Acknowledgements that the product writes, against the schema and the document type of ICH. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaCheckIn } from '../../server/messages/schemaCheck.ts';
import type { Acknowledgement, BatchCode } from '../../shared/submission/acknowledgement.types.ts';
import { writeAcknowledgement } from '../../shared/submission/writeAcknowledgement.ts';
import { writeR2Acknowledgement } from '../../shared/submission/writeR2Acknowledgement.ts';
import { elementOf, type Element } from './r2Report.ts';
import { referenceDir } from './reference.ts';

const validate = schemaCheckIn(
  process.env['CASEWRIGHT_XSD_DIR'] ?? join(referenceDir, 'schemas-xsd'),
  'MCCI_IN200101UV01',
);
const dtdFile = join(referenceDir, 'samples/dtd/icsrack-v1.1.dtd');

const acknowledgement = (code: BatchCode): Acknowledgement => ({
  number: 'ACK-1-1',
  sender: 'ACME',
  receiver: 'PARTNER',
  sentAt: '20260102030405+0000',
  batchNumber: 'B1',
  batchSentAt: '20260101',
  code,
  text: 'Not all reports of the batch are stored & <more>.',
  messages:
    code === 'AR'
      ? []
      : [
          {
            messageNumber: 'US-1',
            localNumber: 'CASE-2026-00001',
            code: 'CA',
            text: null,
            createdAt: '20260101120000+0000',
          },
          { messageNumber: 'US-2', localNumber: null, code: 'CR', text: 'already imported', createdAt: null },
        ],
});
const CODES: BatchCode[] = ['AA', 'AE', 'AR'];

describe.skipIf(!validate)('an acknowledgement of E2B(R3)', () => {
  it.each(CODES)('is valid by the schema: %s', (code) => {
    expect(validate?.(writeAcknowledgement(acknowledgement(code)))).toEqual([]);
  });

  const message = { messageNumber: 'US-1', localNumber: null, code: 'CA', text: null } as const;
  it.each<[string, Partial<Acknowledgement>]>([
    ['names no sender', { receiver: '' }],
    ['names no receiver', { sender: '' }],
    ['has a time that is none', { batchSentAt: '1 January' }],
    ['has an empty time', { batchSentAt: '' }],
    ['has a message without a number', { messages: [{ ...message, messageNumber: '' }] }],
    ['has a message with a time that is none', { messages: [{ ...message, createdAt: '20260101T12' }] }],
  ])('is valid where the batch %s', (_name, odd) => {
    const text = writeAcknowledgement({ ...acknowledgement('AE'), ...odd });
    expect(validate?.(text)).toEqual([]);
    expect(text).not.toMatch(/="(|1 January|20260101T12)"/);
  });
});

/** The children that each element may have, as a pattern over their names with a blank behind each. */
function contentModels(dtd: string): Map<string, RegExp> {
  const declared = dtd.replaceAll(/<!--[^]*?-->/g, '').matchAll(/<!ELEMENT (\w+) \(([^)]*)\)>/g);
  return new Map(
    [...declared].map(([, name = '', content = '']) => [
      name,
      new RegExp(
        `^${content
          .replace('#PCDATA', '')
          .replaceAll(/(\w+)([?*]?)/g, '(?:$1 )$2')
          .replaceAll(/\s*,\s*/g, '')}$`,
      ),
    ]),
  );
}

function faultsIn({ name, children }: Element, models: ReadonlyMap<string, RegExp>): string[] {
  const content = children.map((child) => `${child.name} `).join('');
  const own = models.get(name)?.test(content) ? [] : [`${name}: ${content}`];
  return [...own, ...children.flatMap((child) => faultsIn(child, models))];
}

describe.skipIf(!existsSync(dtdFile))('an acknowledgement of E2B(R2)', () => {
  const models = contentModels(existsSync(dtdFile) ? readFileSync(dtdFile, 'utf8') : '');

  it.each(CODES)('is valid by the document type: %s', (code) => {
    const text = writeR2Acknowledgement(acknowledgement(code));
    expect(faultsIn(elementOf(text), models)).toEqual([]);
  });

  it('has no time of a text that is none', () => {
    const text = writeR2Acknowledgement({ ...acknowledgement('AA'), batchSentAt: '1 January' });
    expect(text).toContain('<icsrmessagedate>00000101000000</icsrmessagedate>');
  });

  it('is refused by it with an element in another place', () => {
    const text = writeR2Acknowledgement(acknowledgement('AA'));
    const wrong = text.replace('<messagetype>ichicsrack</messagetype>', '');
    expect(faultsIn(elementOf(wrong), models)).toHaveLength(1);
  });
});
