import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessIn } from './jsonLimits.ts';

interface Extent {
  levels: number;
  /** of the object that has most */
  properties: number;
}

function extentOf(value: unknown): Extent {
  if (typeof value !== 'object' || value === null) return { levels: 0, properties: 0 };
  const inner = Object.values(value).map((one: unknown) => extentOf(one));
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    properties: Math.max(
      Array.isArray(value) ? 0 : Object.keys(value).length,
      ...inner.map(({ properties }) => properties),
    ),
  };
}

const NONE = { levels: Infinity, parts: Infinity, properties: Infinity };

describe('a JSON text', () => {
  it('is refused exactly where its value has more levels or properties', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 6 }), (text, max) => {
        const { levels, properties } = extentOf(JSON.parse(text));
        expect(excessIn(text, { ...NONE, levels: max }) !== null).toBe(levels > max);
        expect(excessIn(text, { ...NONE, properties: max }) !== null).toBe(properties > max);
      }),
    );
  });

  it('has brackets and commas in texts that are no parts', () => {
    expect(
      excessIn(JSON.stringify({ a: '[[,,\\",[[[[,"{{{,' }), { levels: 1, parts: 1, properties: 2 }),
    ).toBe(null);
  });

  it.each([
    ['levels', '['.repeat(4_000_000)],
    ['parts', `[${'{},'.repeat(2_000_000)}`],
    ['properties', `{${'"a":0,'.repeat(1_000_000)}`],
  ])('is refused with too many %s, also if it has no end', (what, text) => {
    expect(excessIn(text)).toContain(what);
  });

  it('is taken as large as a save of 60,000 values', () => {
    const change = {
      itemId: 'H.1',
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      value: 'v',
      nullFlavor: null,
      notation: null,
    };
    expect(excessIn(JSON.stringify({ changes: Array.from({ length: 60_000 }, () => change) }))).toBe(null);
  });
});
