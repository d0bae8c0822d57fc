import { expect, it } from 'vitest';
import { listedReceivers, MAX_LISTED } from './listedReceivers.ts';
import type { CaseReceiver } from './receivers.queries.ts';

const partners = (count: number): CaseReceiver[] =>
  Array.from({ length: count }, (_, at) => ({
    receiver: `Partner ${at}`,
    type: 'partner',
    region: 'KR',
    state: at === 1 ? 'proposed' : 'none',
    format: 'XML',
    chosen: null,
    language: null,
    reasons: [],
    due: null,
    met: null,
    daysLeft: null,
  }));
const namesOf = (rows: readonly CaseReceiver[]) => rows.map(({ receiver }) => receiver);

it('lists all of a few', () => {
  const { listed, others } = listedReceivers(partners(MAX_LISTED), new Set());
  expect([listed.length, others]).toEqual([MAX_LISTED, []]);
});

it('lists of many those that the case concerns, or that are selected', () => {
  const { listed, others } = listedReceivers(partners(MAX_LISTED + 1), new Set(['Partner 5']));
  expect(namesOf(listed)).toEqual(['Partner 1', 'Partner 5']);
  expect(others).toHaveLength(MAX_LISTED - 1);
});
