import { expect, it, vi } from 'vitest';
import { makeListeners } from './listeners.ts';

it('tells all who listen, until they stop', () => {
  const { add, notify: tell } = makeListeners<[string, number]>();
  const [one, other] = [vi.fn(), vi.fn()];
  const stop = add(one);
  add(other);
  tell('first', 1);
  stop();
  tell('second', 2);
  expect(one.mock.calls).toEqual([['first', 1]]);
  expect(other.mock.calls).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
});

it('tells a listener once, however often it was added, and lets it stop while it is told', () => {
  const { add, notify: tell } = makeListeners();
  const listener = vi.fn(() => stop());
  const stop = add(listener);
  add(listener);
  tell();
  tell();
  expect(listener).toHaveBeenCalledOnce();
});
