// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeyHandlers } from './followKey.ts';
import { useKeys } from './useKeys.ts';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

beforeEach(() => {
  document.body.innerHTML = '<input>';
});
afterEach(() => void vi.restoreAllMocks());

function Part({ handlers }: { handlers: KeyHandlers }) {
  useKeys(handlers);
  return null;
}
const draw = (...all: KeyHandlers[]) =>
  render(all.map((handlers, at) => <Part key={at} handlers={handlers} />));

/** Presses a key in the field; answers whether the browser may have it. */
const press = (key: string, more: KeyboardEventInit = {}): boolean => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  return document.querySelector('input')?.dispatchEvent(event) ?? false;
};
const openDialog = () =>
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>');

it('searches the document only for a key that has a handler, and once', async () => {
  await draw({ save: () => {} }, { nextPage: () => {} }, { nextFinding: () => {} });
  const field = document.querySelector('input');
  const searches = vi.spyOn(document, 'querySelector');
  for (const key of ['a', 'ㅁ', ' ', 'Backspace', 'ArrowLeft', 'Enter', 'Tab'])
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect(searches).not.toHaveBeenCalled();
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', bubbles: true, cancelable: true }));
  expect(searches).toHaveBeenCalledTimes(1);
});

it('gives a key to the first that does something, with the handlers of the last drawing', async () => {
  const first = vi.fn(() => false);
  const second = vi.fn();
  const third = vi.fn();
  await draw({ save: vi.fn() }, {}, {});
  await draw({ save: first }, { save: second }, { save: third });
  expect(press('s', { ctrlKey: true })).toBe(false);
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

it('saves what an input method composes, unless that has taken the key', async () => {
  const save = vi.fn();
  const undo = vi.fn();
  await draw({ save, undo });
  const composing = { code: 'KeyS', ctrlKey: true, isComposing: true };
  expect(press('Process', composing)).toBe(true);
  expect(press('z', { ...composing, code: 'KeyZ' })).toBe(true);
  expect(press('ㄴ', composing)).toBe(false);
  expect([save, undo].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it('leaves a key to the browser where nobody has it or does anything', async () => {
  await draw({ save: () => false });
  expect(press('s', { ctrlKey: true })).toBe(true);
  expect(press('F8')).toBe(true);
  await draw();
  expect(press('s', { ctrlKey: true })).toBe(true);
});

it('follows no key behind an open dialog, nor lets the browser save the page there', async () => {
  const save = vi.fn();
  const nextFinding = vi.fn();
  await draw({ save, nextFinding });
  openDialog();
  expect(press('s', { ctrlKey: true })).toBe(false);
  expect(press('F8')).toBe(true);
  expect([save, nextFinding].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
