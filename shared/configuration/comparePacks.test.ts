import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePacks, differencesOf } from './comparePacks.ts';
import { canonicalText } from '../text/canonicalText.ts';

const role = (name: string, content: unknown) => ({ part: 'roles' as const, name, content });

describe('two configurations', () => {
  it('are compared element by element', () => {
    const before = [role('Editor', { privileges: ['A'] }), role('Reader', {}), role('Old', {})];
    const after = [role('Editor', { privileges: ['A', 'B'] }), role('Reader', {}), role('New', { x: 1 })];
    expect(comparePacks(before, after).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Editor changed',
      'Reader same',
      'New new',
      'Old missing',
    ]);
  });

  it('do not differ by the order of properties', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (content) => {
        const reversed = Object.fromEntries(Object.entries(content).toReversed());
        expect(canonicalText(reversed)).toBe(canonicalText(content));
        expect(comparePacks([role('R', content)], [role('R', reversed)])[0]?.state).toBe('same');
      }),
    );
  });
});

describe('the differences of a content', () => {
  it('name the way to each value, by the names of entries', () => {
    const before = { steps: [{ name: { en: 'Saved' }, dueDays: 1 }], routes: [{ from: 'A', to: 'B' }] };
    const after = { steps: [{ name: { en: 'New' } }, { name: { en: 'Saved' }, dueDays: 2 }], routes: [] };
    expect(differencesOf(before, after)).toEqual([
      { path: 'steps > Saved > dueDays', was: '1', is: '2' },
      { path: 'routes > A → B > from', was: 'A', is: null },
      { path: 'routes > A → B > to', was: 'B', is: null },
      { path: 'steps > New > name > en', was: null, is: 'New' },
    ]);
  });

  it('of a list of plain values are those that come and go', () => {
    expect(differencesOf({ privileges: ['A', 'B'] }, { privileges: ['B', 'C'] })).toEqual([
      { path: 'privileges > A', was: 'A', is: null },
      { path: 'privileges > C', was: null, is: 'C' },
    ]);
  });

  it('of a schema file are those of its values', () => {
    const file = (label: string) => ({ text: JSON.stringify({ items: [{ itemId: 'X.1', label }] }) });
    expect(differencesOf(file('Sex'), file('Gender'))).toEqual([
      { path: 'text > items > X.1 > label', was: 'Sex', is: 'Gender' },
    ]);
  });

  it('are none for the same content, and some for another', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (content) => {
        expect(differencesOf(content, content)).toEqual([]);
        expect(differencesOf(content, { ...content, another: 'x' })).toHaveLength(1);
      }),
    );
  });
});
