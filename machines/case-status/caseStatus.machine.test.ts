import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allows,
  flagsAfter,
  statusEvent,
  type CaseFlags,
  type CaseStatusEvent,
} from './caseStatus.machine.ts';

const OPEN: CaseFlags = { reviewed: false, locked: false, deleted: false };
const EVENTS: CaseStatusEvent['type'][] = [
  'case.review',
  'case.unreview',
  'case.lock',
  'case.unlock',
  'case.delete',
  'case.restore',
  'case.edit',
];
const allowedIn = (flags: Partial<CaseFlags>, mayEdit = true) =>
  EVENTS.filter((type) => allows({ ...OPEN, ...flags }, mayEdit, type)).map((type) => type.slice(5));

it.each<[string, Partial<CaseFlags>, string[]]>([
  ['an open case', {}, ['review', 'lock', 'delete', 'edit']],
  ['a reviewed case', { reviewed: true }, ['unreview', 'lock', 'delete', 'edit']],
  ['a locked case', { locked: true }, ['unlock']],
  ['a reviewed and locked case', { reviewed: true, locked: true }, ['unlock']],
  ['a deleted case', { deleted: true }, ['restore']],
  ['a deleted and reviewed case', { deleted: true, reviewed: true }, ['restore']],
  ['a deleted and locked case', { deleted: true, locked: true }, ['restore']],
  ['a case with all flags', { deleted: true, locked: true, reviewed: true }, ['restore']],
])('allows in %s only what fits', (_what, flags, allowed) => {
  expect(allowedIn(flags)).toEqual(allowed);
});

const anyFlags = fc.record({ reviewed: fc.boolean(), locked: fc.boolean(), deleted: fc.boolean() });
const anyEvent = fc.constantFrom(...EVENTS);

it('allows nothing without the edit privilege', () => {
  fc.assert(fc.property(anyFlags, (flags) => void expect(allowedIn(flags, false)).toEqual([])));
});

it('changes exactly the flag of an allowed event, and none by a refused one', () => {
  fc.assert(
    fc.property(anyFlags, anyEvent, (flags, type) => {
      const after = flagsAfter(flags, true, type);
      const changed = (Object.keys(flags) as (keyof CaseFlags)[]).filter(
        (flag) => flags[flag] !== after[flag],
      );
      expect(changed).toHaveLength(allows(flags, true, type) && type !== 'case.edit' ? 1 : 0);
    }),
  );
});

it('takes every change back by its opposite', () => {
  const opposite: Partial<Record<CaseStatusEvent['type'], CaseStatusEvent['type']>> = {
    'case.review': 'case.unreview',
    'case.lock': 'case.unlock',
    'case.delete': 'case.restore',
  };
  for (const [there, back] of Object.entries(opposite) as [
    CaseStatusEvent['type'],
    CaseStatusEvent['type'],
  ][]) {
    expect(flagsAfter(flagsAfter(OPEN, true, there), true, back)).toEqual(OPEN);
  }
});

it('knows the event behind each status call', () => {
  expect(flagsAfter(OPEN, true, statusEvent('LOCK', 'Y'))).toEqual({ ...OPEN, locked: true });
  expect(flagsAfter({ ...OPEN, deleted: true }, true, statusEvent('DELETE', 'N'))).toEqual(OPEN);
  expect(flagsAfter(OPEN, true, statusEvent('REVIEW', 'Y'))).toEqual({ ...OPEN, reviewed: true });
});
