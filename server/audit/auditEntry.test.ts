import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, saveHash, type NewEntry, type SaveHeader } from './auditEntry.ts';

const save: SaveHeader = {
  sponsorKey: 1,
  scope: 'case',
  scopeKey: 2,
  saveNo: 3,
  caseKey: 4,
  at: new Date('2025-01-01T00:00:00.000Z'),
  userKey: 5,
  userId: 'editor',
  userName: 'Editor',
  page: 'DM',
  reason: 'New Data',
  source: 'screen',
  requestId: 'r',
  catalogueVersion: 'v',
};
const entry: NewEntry = {
  page: 'DM',
  itemId: 'D.1',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  action: 'change',
  before: { value: 'A', nullFlavor: null, notation: null },
  after: { value: 'B', nullFlavor: null, notation: 'b', properties: { fileName: 'f', size: 1 } },
};
const hash = saveHash(CHAIN_START, save, [entry]);

describe('the hash of a save', () => {
  it.each(Object.keys(save) as (keyof SaveHeader)[])('changes with its %s', (part) => {
    const value = save[part];
    const other = value instanceof Date ? new Date(0) : typeof value === 'number' ? value + 1 : `${value}x`;
    expect(saveHash(CHAIN_START, { ...save, [part]: other } as SaveHeader, [entry])).not.toBe(hash);
  });

  it('changes with the save before it', () => {
    expect(saveHash('f'.repeat(64), save, [entry])).not.toBe(hash);
  });

  it('changes with any part of an entry, and with what is missing or added', () => {
    const others: NewEntry[] = [
      ...(['page', 'itemId', 'action'] as const).map((part) => ({ ...entry, [part]: 'x' }) as NewEntry),
      ...(['rowNo', 'rowNo2', 'rowNo3'] as const).map((part) => ({ ...entry, [part]: 9 })),
      ...(['before', 'after'] as const).flatMap((side) =>
        (['value', 'nullFlavor', 'notation'] as const).map((part) => ({
          ...entry,
          [side]: { ...entry[side], [part]: 'x' },
        })),
      ),
      { ...entry, after: { ...entry.after, properties: { fileName: 'g', size: 1 } } },
    ];
    const hashes = [[], [entry, entry], ...others.map((other) => [other])].map((entries) =>
      saveHash(CHAIN_START, save, entries),
    );
    expect(new Set([hash, ...hashes]).size).toBe(hashes.length + 1);
  });

  it('does not mind the order in which a database keeps the parts of an object, nor null for none', () => {
    const turned = { ...entry.after, properties: { size: 1, fileName: 'f' } };
    expect(
      saveHash(CHAIN_START, save, [
        { ...entry, before: { ...entry.before, properties: null }, after: turned },
      ]),
    ).toBe(hash);
  });

  it('tells apart texts that only together read the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        const of = (value: string, notation: string) =>
          saveHash(CHAIN_START, save, [{ ...entry, after: { value, nullFlavor: null, notation } }]);
        expect(of(a, b)).not.toBe(of(c, d));
      }),
    );
  });
});
