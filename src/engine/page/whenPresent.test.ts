// @vitest-environment happy-dom
/** The focus follows what is drawn, and is not taken from a user who has gone on. */
import { beforeEach, expect, it, vi } from 'vitest';
import { focusInstead } from './fallbackFocus.ts';
import { whenPresent } from './whenPresent.ts';

const drawn = () => document.querySelector<HTMLElement>('[data-row] input');
const draw = () => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p data-row><input></p>');
const button = (name: string) => document.querySelector<HTMLElement>(`[name=${name}]`);
const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key }));

function givesBack(to: HTMLElement) {
  document.activeElement?.remove();
  to.focus();
}

beforeEach(() => {
  document.body.innerHTML = '<main><button name="add"></button><button name="next"></button></main>';
  button('add')?.focus();
});

it('takes what is there at once', () => {
  draw();
  const then = vi.fn();
  whenPresent(drawn, then);
  expect(then).toHaveBeenCalledExactlyOnceWith(drawn());
});

it('takes what is drawn later before the next key can arrive', async () => {
  const frame = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const then = vi.fn();
  whenPresent(drawn, then);
  expect(then).not.toHaveBeenCalled();
  draw();
  await Promise.resolve();
  expect(then).toHaveBeenCalledExactlyOnceWith(drawn());
  draw();
  await Promise.resolve();
  expect(then).toHaveBeenCalledOnce();
  frame.mockRestore();
});

it('leaves the focus where the user has moved it, however soon', async () => {
  const then = vi.fn();
  whenPresent(drawn, then);
  press('Tab');
  button('next')?.focus();
  draw();
  await Promise.resolve();
  expect(then).not.toHaveBeenCalled();
});

it('goes on while the user types, and while the page moves the focus', async () => {
  const then = vi.fn();
  whenPresent(drawn, then);
  press('a');
  button('next')?.focus();
  draw();
  await Promise.resolve();
  expect(then).toHaveBeenCalledOnce();
});

it.each([
  ['goes on where the focus fell to another element', (to: HTMLElement) => focusInstead(to), 1],
  ['gives up where the focus was led to another element', (to: HTMLElement) => to.focus(), 0],
  ['goes on where a dialog that is gone gave the focus back', givesBack, 1],
])('%s after a while', async (_, move, calls) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const then = vi.fn();
  whenPresent(drawn, then);
  now.mockReturnValue(5000);
  const next = button('next');
  if (next) move(next);
  draw();
  await Promise.resolve();
  expect(then).toHaveBeenCalledTimes(calls);
  now.mockRestore();
});
