import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { composeAcknowledgement } from './acknowledgement.ts';
import type { StoredBatch, StoredMessage } from './importRun.store.ts';
import words from './refusals.json' with { type: 'json' };

const catalogue = openCatalogue();
const batch: StoredBatch = {
  sponsor_key: 1,
  run_key: 'run',
  batch_no: 1,
  file_no: 1,
  file_name: 'a.xml',
  form: 'R3',
  batch_number: 'B-1',
  sender: 'PARTNER',
  receiver: 'ACME',
  sent_at: '20250101',
  residue: [],
  acknowledged_at: null,
  acknowledged_name: null,
};

const answerTo = (message: Partial<StoredMessage>): string | null | undefined => {
  const messages = [
    {
      message_no: 1,
      message_number: 'M-1',
      outcome: 'refused',
      why: null,
      why_items: [],
      fault: null,
      reason: null,
      details: {},
      ...message,
    } as unknown as StoredMessage,
  ];
  const at = new Date('2026-01-01T00:00:00Z');
  return composeAcknowledgement(catalogue, { batch, messages, number: 'ACK-1', at }).messages[0]?.text;
};

describe('the answer to a report that is not stored', () => {
  it.each(Object.keys(words))('tells its sender nothing that is for our users: %s', (why) => {
    expect(answerTo({ why })).not.toMatch(/\byou|compare both|decide about|server log|again|restore|first$/i);
  });

  it('names the items that disagree, but none that is blinded', () => {
    const blinded = Object.values(catalogue.whole.items).find((item) => item.blinded)?.itemId ?? '';
    const initials = catalogue.whole.roles['patientInitials'] ?? '';
    expect(answerTo({ why: 'otherPatient', why_items: [initials, blinded] })).toBe(
      `It disagrees with the report of the receiver with its number, which seems to be of another patient: ${catalogue.whole.items[initials]?.label.en}`,
    );
  });

  it('says so where its reason is of an earlier release', () => {
    expect(answerTo({ why: 'Ein alter Grund' })).toBe('The receiver has not imported the report');
  });

  it('has the words of who skipped it', () => {
    expect(answerTo({ why: 'skipped', outcome: 'skipped', reason: 'Sent twice' })).toBe(
      'The receiver has decided not to import the report: Sent twice',
    );
  });
});
