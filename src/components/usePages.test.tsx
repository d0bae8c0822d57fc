// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { usePages, type Pages } from './usePages.ts';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

/** A component with a list in pages, drawn; `now()` is what the hook gave it last. */
async function draw(count: number) {
  const seen: Pages<number>[] = [];
  function Rows({ rows }: { rows: readonly number[] }) {
    seen.push(usePages(rows));
    return null;
  }
  const redraw = (rows: number) => render(<Rows rows={Array.from({ length: rows }, (_, at) => at)} />);
  await redraw(count);
  const now = (): Pages<number> => {
    const last = seen.at(-1);
    if (!last) throw new Error('nothing was drawn');
    return last;
  };
  return { now, redraw };
}

it('shows a short list whole, without the way to other pages', async () => {
  const { now } = await draw(20);
  expect(now().shown).toHaveLength(20);
  expect(now().paging).toBeUndefined();
});

it('turns pages, and stays on the last one when rows go', async () => {
  const { now, redraw } = await draw(45);
  await act(async () => now().onPaging({ pageNo: 3, rowCount: 20 }));
  expect(now().shown).toEqual([40, 41, 42, 43, 44]);
  expect(now().paging).toEqual({ pageNo: 3, rowCount: 20, totalCount: 45, totalPage: 3 });
  await redraw(22);
  expect(now().shown).toEqual([20, 21]);
  await act(async () => now().toFirst());
  expect(now().shown[0]).toBe(0);
});
