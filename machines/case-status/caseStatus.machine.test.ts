import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  CASE_STATUS_EVENTS,
  allows,
  caseStatusMachine,
  caseStatusOf,
  flagsAfter,
  needsSignature,
  statusEvent,
  whyNot,
  type CaseFlags,
  type CaseStatusEvent,
} from './caseStatus.machine.ts';

const OPEN: CaseFlags = {
  reviewed: false,
  locked: false,
  deleted: false,
  superseded: false,
  nullified: false,
  stepClosed: false,
};
const allowedIn = (flags: Partial<CaseFlags>, mayEdit = true) =>
  CASE_STATUS_EVENTS.filter((type) => allows({ ...OPEN, ...flags }, mayEdit, type)).map((type) =>
    type.slice(5),
  );

it.each<[string, Partial<CaseFlags>, string[]]>([
  ['an open case', {}, ['review', 'lock', 'delete', 'followUp', 'edit']],
  ['a reviewed case', { reviewed: true }, ['unreview', 'lock', 'delete', 'followUp', 'edit']],
  ['a locked case', { locked: true }, ['unlock', 'followUp']],
  ['a reviewed and locked case', { reviewed: true, locked: true }, ['unlock', 'followUp']],
  ['a deleted case', { deleted: true }, ['restore']],
  ['a deleted and reviewed case', { deleted: true, reviewed: true }, ['restore']],
  ['a deleted and locked case', { deleted: true, locked: true }, ['restore']],
  ['a nullified case', { nullified: true }, ['review', 'lock', 'delete', 'edit']],
  ['a case whose step is closed', { stepClosed: true }, ['review', 'lock', 'delete', 'followUp']],
  ['a superseded version', { superseded: true }, []],
  ['a superseded and locked version', { superseded: true, locked: true }, []],
])('allows in %s only valid events', (_what, flags, allowed) => {
  expect(allowedIn(flags)).toEqual(allowed);
});

it.each<[CaseStatusEvent['type'], Partial<CaseFlags>, string]>([
  ['case.edit', { locked: true }, 'locked'],
  ['case.edit', { locked: true, deleted: true }, 'deleted'],
  ['case.edit', { locked: true, deleted: true, superseded: true }, 'superseded'],
  ['case.edit', { stepClosed: true }, 'stepClosed'],
  ['case.edit', { stepClosed: true, locked: true }, 'locked'],
  ['case.review', { reviewed: true }, 'unchanged'],
  ['case.review', { reviewed: true, locked: true }, 'locked'],
  ['case.unreview', { locked: true, reviewed: true }, 'locked'],
  ['case.lock', { locked: true }, 'unchanged'],
  ['case.lock', { deleted: true, locked: true }, 'deleted'],
  ['case.unlock', {}, 'unchanged'],
  ['case.unlock', { locked: true, deleted: true }, 'deleted'],
  ['case.delete', { locked: true }, 'locked'],
  ['case.delete', { deleted: true }, 'unchanged'],
  ['case.restore', { deleted: true, superseded: true }, 'superseded'],
  ['case.followUp', { nullified: true }, 'nullified'],
  ['case.followUp', { nullified: true, deleted: true }, 'deleted'],
  ['case.followUp', { superseded: true, nullified: true }, 'superseded'],
])('explains that %s in %j is %s', (type, flags, why) => {
  expect(whyNot({ ...OPEN, ...flags }, true, type)).toBe(why);
});

const anyFlags = fc.record({
  reviewed: fc.boolean(),
  locked: fc.boolean(),
  deleted: fc.boolean(),
  superseded: fc.boolean(),
  nullified: fc.boolean(),
  stepClosed: fc.boolean(),
});
const anyEvent = fc.constantFrom(...CASE_STATUS_EVENTS);

it('gives a reason exactly for refused events, and the reason applies to the case', () => {
  fc.assert(
    fc.property(anyFlags, fc.boolean(), anyEvent, (flags, mayEdit, type) => {
      const why = whyNot(flags, mayEdit, type);
      expect(why === null).toBe(allows(flags, mayEdit, type));
      if (why === 'noPrivilege') expect(mayEdit).toBe(false);
      else if (why !== null && why !== 'unchanged') expect(flags[why]).toBe(true);
    }),
  );
});

it('allows nothing without the edit privilege, and says so', () => {
  fc.assert(
    fc.property(anyFlags, anyEvent, (flags, type) => {
      expect(allows(flags, false, type)).toBe(false);
      expect(whyNot(flags, false, type)).toBe('noPrivilege');
    }),
  );
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

it('reverts every change by its opposite', () => {
  for (const statusId of ['REVIEW', 'LOCK', 'DELETE'] as const) {
    const there = flagsAfter(OPEN, true, statusEvent(statusId, 'Y'));
    expect(there).not.toEqual(OPEN);
    expect(flagsAfter(there, true, statusEvent(statusId, 'N'))).toEqual(OPEN);
  }
});

it('maps each status call to its event, and knows which are signed', () => {
  expect(flagsAfter(OPEN, true, statusEvent('LOCK', 'Y'))).toEqual({ ...OPEN, locked: true });
  expect(flagsAfter({ ...OPEN, deleted: true }, true, statusEvent('DELETE', 'N'))).toEqual(OPEN);
  expect(flagsAfter(OPEN, true, statusEvent('REVIEW', 'Y'))).toEqual({ ...OPEN, reviewed: true });
  expect(needsSignature('LOCK', 'Y') && needsSignature('REVIEW', 'Y')).toBe(true);
  expect(needsSignature('LOCK', 'N') || needsSignature('REVIEW', 'N') || needsSignature('DELETE', 'Y')).toBe(
    false,
  );
});

const watch = watchTransitions(caseStatusMachine);
it('takes every transition', () => {
  for (const [flags, type] of [
    [{}, 'case.review'],
    [{ reviewed: true }, 'case.unreview'],
    [{}, 'case.lock'],
    [{ locked: true }, 'case.unlock'],
    [{}, 'case.delete'],
    [{ deleted: true }, 'case.restore'],
    [{ locked: true }, 'case.followUp'],
    [{}, 'case.edit'],
  ] satisfies [Partial<CaseFlags>, CaseStatusEvent['type']][]) {
    const actor = createActor(caseStatusMachine, {
      input: { mayEdit: true, nullified: false, stepClosed: false },
      snapshot: caseStatusOf({ ...OPEN, ...flags }, true),
      inspect: watch.inspect,
    }).start();
    actor.send({ type });
    actor.stop();
  }
});
afterAll(() => expect(watch.untaken()).toEqual([]));
