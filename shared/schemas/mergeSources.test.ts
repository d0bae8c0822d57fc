import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSource } from './formatSource.ts';
import { mergeSources, type Side, type Versions } from './mergeSources.ts';

const FILE = 'pages/AE.page.json';
const laidOut = (value: unknown): string =>
  formatSource({ file: FILE, text: JSON.stringify(value, null, 2) }) ?? '';
const merged = (values: Versions<unknown>, winner: Side = 'mine') => {
  const { base, theirs, mine } = values;
  return mergeSources(FILE, { base: laidOut(base), theirs: laidOut(theirs), mine: laidOut(mine) }, winner);
};
const item = (itemId: string, more: object = {}) => ({ itemId, label: { en: itemId, ko: itemId }, ...more });
const page = (...content: object[]) => ({ page: 'AE', content });

describe('two changes of one file', () => {
  it('are both in the text where they do not touch', () => {
    const base = page(item('a'), item('b'));
    const theirs = page(item('a', { span: 4 }), item('b'), item('c'));
    const mine = page(item('new'), item('a'), item('b', { label: { en: 'B', ko: 'b' } }));
    expect(merged({ base, theirs, mine })).toEqual({
      text: laidOut(
        page(item('new'), item('a', { span: 4 }), item('b', { label: { en: 'B', ko: 'b' } }), item('c')),
      ),
      contested: [],
    });
  });

  it('take out what one of them took out', () => {
    const base = page(item('a'), item('b'));
    expect(merged({ base, theirs: page(item('b')), mine: page(item('a'), item('b', { span: 4 })) })).toEqual({
      text: laidOut(page(item('b', { span: 4 }))),
      contested: [],
    });
  });

  it('contest a value that both changed, or one took out: the winner has it', () => {
    const base = page(item('a', { span: 1 }), item('b'));
    const theirs = page(item('a', { span: 2 }));
    const mine = page(item('a', { span: 3 }), item('b', { span: 4 }));
    const { text, contested } = merged({ base, theirs, mine }, 'theirs') ?? {};
    expect(text).toBe(laidOut(theirs));
    expect(contested).toEqual([
      { path: 'content > a > span', base: '1', theirs: '2', mine: '3' },
      expect.objectContaining({ path: 'content > b', theirs: null }),
    ]);
    expect(merged({ base, theirs, mine }, 'mine')?.text).toBe(laidOut(mine));
  });

  it('contest an array without names, and one that both ordered anew, as a whole', () => {
    const numbers = (...some: number[]) => ({ numbers: some });
    expect(merged({ base: numbers(1), theirs: numbers(1, 2), mine: numbers(1, 3) })?.contested).toHaveLength(
      1,
    );
    const [a, b, c] = [item('a'), item('b'), item('c')];
    const orders = { base: page(a, b, c), theirs: page(b, a, c), mine: page(a, c, b) };
    expect(merged(orders)?.contested.map(({ path }) => path)).toEqual(['content']);
  });

  it('are not merged where one of them is no JSON', () => {
    const text = laidOut(page(item('a')));
    expect(mergeSources(FILE, { base: text, theirs: text, mine: `${text}}` }, 'mine')).toBeNull();
  });
});

describe('the laws of merging', () => {
  const leaf = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 3 }),
  );
  const { page: anyPage } = fc.letrec((tie) => ({
    entry: fc.record({ itemId: fc.constantFrom('a', 'b', 'c', 'd'), more: tie('node') }),
    node: fc.oneof({ maxDepth: 3 }, leaf, fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('node'))),
    page: fc.record({
      page: leaf,
      content: fc.uniqueArray(tie('entry'), {
        selector: (entry) => (entry as { itemId: string }).itemId,
        maxLength: 4,
      }),
    }),
  }));

  it('hold: what one side left alone is what the other made of it, and sides may be exchanged', () => {
    fc.assert(
      fc.property(anyPage, anyPage, anyPage, (base, theirs, mine) => {
        const value = (values: Versions<unknown>, winner?: Side): unknown =>
          JSON.parse(merged(values, winner)?.text ?? 'null');
        expect(value({ base, theirs, mine: base })).toEqual(value({ base: theirs, theirs, mine: theirs }));
        expect(value({ base, theirs: base, mine })).toEqual(value({ base: mine, theirs: mine, mine }));
        const there = merged({ base, theirs, mine }, 'mine');
        const back = merged({ base, theirs: mine, mine: theirs }, 'theirs');
        const sorted = (paths: typeof there) => paths?.contested.map(({ path }) => path).toSorted();
        expect(sorted(there)).toEqual(sorted(back));
      }),
      { numRuns: 200 },
    );
  });
});

it('does not merge a text that is deeper than any file', () => {
  const deep = `{ "a": ${'['.repeat(20_000)}${']'.repeat(20_000)} }`;
  expect(mergeSources('x.json', { base: '{}', theirs: '{ "b": 1 }', mine: deep }, 'mine')).toBeNull();
});
