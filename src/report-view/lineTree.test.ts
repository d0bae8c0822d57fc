import { describe, expect, it } from 'vitest';
import { foldableElements, unfoldedAround, visibleLines, type TreeLine } from './lineTree.ts';

const line = (depth: number, text: string, ...values: string[]): TreeLine => ({ depth, text, values });
const LINES = [
  line(0, '<?xml?>'),
  line(1, '<a>'),
  line(2, '<b>'),
  line(3, '<c/>', 'X|0|0|0'),
  line(2, '</b>'),
  line(2, '<b>'),
  line(3, '<c/>', 'Y|0|0|0'),
  line(2, '</b>'),
  line(1, '</a>'),
];
const elements = foldableElements(LINES.slice(1));
const keyAt = (index: number): string => elements.get(index)?.key ?? '';
const visible = (folded: Iterable<string>, shown: 'raw' | 'values' = 'raw') =>
  visibleLines(LINES.slice(1), elements, { shown, folded: new Set(folded) });

describe('the elements of a message', () => {
  it('end with their end tag, and know the element around them', () => {
    expect([...elements.values()].map(({ index, end, parent }) => [index, end, parent])).toEqual([
      [0, 7, -1],
      [1, 3, 0],
      [4, 6, 0],
    ]);
  });

  it('with the same name have keys of their own', () => {
    expect(new Set([...elements.values()].map(({ key }) => key)).size).toBe(3);
  });

  it('hide what is in them while folded', () => {
    expect(visible([keyAt(1)])).toEqual([0, 1, 4, 5, 6, 7]);
    expect(visible([keyAt(0)])).toEqual([0]);
  });

  it('open for the line in focus', () => {
    const folded = unfoldedAround(new Set([0, 1, 4].map(keyAt)), elements, 2);
    expect(visible(folded)).toEqual([0, 1, 2, 3, 4, 7]);
  });

  it('are left out where only values are shown', () => {
    expect(visible([keyAt(0)], 'values')).toEqual([2, 5]);
  });
});
