// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { isEntryOpen, watchInputMethod, whenEntered } from './entering.ts';

let field: HTMLInputElement;
beforeAll(() => watchInputMethod(window));
beforeEach(() => {
  document.body.innerHTML = '<input><button type="button">Next</button>';
  field = document.querySelector('input') as HTMLInputElement;
  field.focus();
});

/** Whether nothing is being entered any more, as `whenEntered` says it. */
function watched(): () => Promise<boolean> {
  let isOver = false;
  void whenEntered().then(() => void (isOver = true));
  return async () => {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    return isOver;
  };
}
const compose = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));

it('is over at once where nothing is half typed', async () => {
  expect(isEntryOpen()).toBe(false);
  expect(await watched()()).toBe(true);
});

it('lasts until a half-typed entry is left, and the next one, too', async () => {
  field.dataset.draft = '';
  const isOver = watched();
  expect(await isOver()).toBe(false);
  field.blur();
  delete field.dataset.draft;
  field.focus();
  field.dataset.draft = '';
  expect(await isOver()).toBe(false);
  document.querySelector('button')?.focus();
  expect(await isOver()).toBe(true);
});

it('lasts until an input method has composed', async () => {
  compose('compositionstart');
  expect(isEntryOpen()).toBe(true);
  const isOver = watched();
  expect(await isOver()).toBe(false);
  compose('compositionend');
  expect(await isOver()).toBe(true);
  expect(isEntryOpen()).toBe(false);
});

it('is over where the composition was left', async () => {
  compose('compositionstart');
  const isOver = watched();
  document.querySelector('button')?.focus();
  expect(await isOver()).toBe(true);
});
