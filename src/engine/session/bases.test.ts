import { describe, expect, it } from 'vitest';
import { createBases } from './bases.ts';

const FIRST = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';

describe('the basis of a change', () => {
  it('is the page as it was read, unless another one is known', () => {
    const bases = createBases<string>(FIRST);
    expect(bases.of('a', 'original')).toEqual({ at: FIRST, value: 'original' });
    bases.set('a', { at: LATER, value: 'theirs' });
    expect(bases.of('a', 'original')).toEqual({ at: LATER, value: 'theirs' });
    expect(createBases<string>(null).of('a', 'original')).toBeNull();
  });

  it('is forgotten with the change where the page is as new, and kept where it is newer', () => {
    const bases = createBases<string>(FIRST);
    bases.set('old', { at: FIRST, value: 'x' });
    bases.set('newer', { at: LATER, value: 'x' });
    bases.forget('old');
    bases.forget('newer');
    expect([bases.get('old'), bases.get('newer')]).toEqual([undefined, { at: LATER, value: 'x' }]);
  });

  it('stays with the changes given when the page is read again, and with no other', () => {
    const bases = createBases<string>(FIRST);
    bases.set('settled', { at: FIRST, value: 'x' });
    bases.readAgain(LATER, new Map([['mine', { at: FIRST, value: 'began' }]]));
    expect([bases.get('mine'), bases.get('settled')]).toEqual([{ at: FIRST, value: 'began' }, undefined]);
    expect(bases.of('other', 'fresh')).toEqual({ at: LATER, value: 'fresh' });
  });

  it('is old when the page was read later', () => {
    const bases = createBases<string>(LATER);
    expect([bases.isOld(FIRST), bases.isOld(LATER), bases.isOld(null)]).toEqual([true, false, false]);
    expect(createBases<string>(null).isOld(FIRST)).toBe(false);
  });
});
