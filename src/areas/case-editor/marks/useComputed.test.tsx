// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { useComputed } from './useComputed.ts';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

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
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Page />));
  await act(async () => announce());
  expect(drawn).toEqual([[{ value: 1 }]]);

  value = 2;
  await act(async () => announce());
  expect(drawn).toEqual([[{ value: 1 }], [{ value: 2 }]]);

  await act(async () => root.render(<Page />));
  expect(drawn[2]).toBe(drawn[1]);
  await act(async () => root.unmount());
});
