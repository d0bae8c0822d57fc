import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, headSeal, saveHash, type Head, type NewEntry, type SaveHeader } from './auditEntry.ts';
import { auditKeyOf } from './auditKeys.ts';

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

describe.each([
  ['without a key', null],
  ['under a key', auditKeyOf('a secret of an operator, long enough')],
])('the hash of a save %s', (_how, key) => {
  const hash = saveHash(key, CHAIN_START, save, [entry]);

  it.each(Object.keys(save) as (keyof SaveHeader)[])('changes with its %s', (part) => {
    const value = save[part];
    const other = value instanceof Date ? new Date(0) : typeof value === 'number' ? value + 1 : `${value}x`;
    expect(saveHash(key, CHAIN_START, { ...save, [part]: other } as SaveHeader, [entry])).not.toBe(hash);
  });

  it('changes with the save before it', () => {
    expect(saveHash(key, 'f'.repeat(64), save, [entry])).not.toBe(hash);
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
      saveHash(key, CHAIN_START, save, entries),
    );
    expect(new Set([hash, ...hashes]).size).toBe(hashes.length + 1);
  });

  it('does not mind the order in which a database keeps the parts of an object, nor null for none', () => {
    const turned = { ...entry.after, properties: { size: 1, fileName: 'f' } };
    expect(
      saveHash(key, CHAIN_START, save, [
        { ...entry, before: { ...entry.before, properties: null }, after: turned },
      ]),
    ).toBe(hash);
  });

  it('tells apart texts that only together read the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        const of = (value: string, notation: string) =>
          saveHash(key, CHAIN_START, save, [{ ...entry, after: { value, nullFlavor: null, notation } }]);
        expect(of(a, b)).not.toBe(of(c, d));
      }),
    );
  });
});

describe('under a key', () => {
  const [key, other] = ['a secret', 'another secret'].map(auditKeyOf) as [
    ReturnType<typeof auditKeyOf>,
    ReturnType<typeof auditKeyOf>,
  ];
  const head: Head = {
    sponsorKey: 1,
    scope: 'case',
    scopeKey: 2,
    saveNo: 3,
    hash: CHAIN_START,
    adoptedTo: 1,
  };

  it('a hash and a seal are those of the key', () => {
    const hashes = [key, other, null].map((one) => saveHash(one, CHAIN_START, save, [entry]));
    expect(new Set(hashes).size).toBe(3);
    expect(headSeal(key, head)).not.toBe(headSeal(other, head));
    expect(key.id).not.toBe(other.id);
  });

  it.each(Object.keys(head) as (keyof Head)[])('a seal changes with its %s', (part) => {
    const value = head[part];
    const changed = { ...head, [part]: typeof value === 'number' ? value + 1 : `${value}x` } as Head;
    expect(headSeal(key, changed)).not.toBe(headSeal(key, head));
  });
});
