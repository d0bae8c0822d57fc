// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { useComputed } from './useComputed.ts';
import { render, startWithEmptyDocument } from '../../../testing/render.tsx';

startWithEmptyDocument();

it('gives the same object until an edit changes the result', async () => {
  let value = 1;
  let announce = () => {};
  const subscribe = (listener: () => void) => {
    announce = listener;
    return () => {};
  };
  const compute = () => [{ value }];
  const drawn: { value: number }[][] = [];
  function Page() {
    drawn.push(useComputed(subscribe, compute));
    return null;
  }
  await render(<Page />);
  await act(async () => announce());
  expect(drawn).toEqual([[{ value: 1 }]]);

  value = 2;
  await act(async () => announce());
  expect(drawn).toEqual([[{ value: 1 }], [{ value: 2 }]]);

  await render(<Page />);
  expect(drawn[2]).toBe(drawn[1]);
});
