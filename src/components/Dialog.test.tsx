// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { isTextHeld } from './heldTexts.ts';
import { fill, press, render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

it('is gone as soon as it is closed, and the focus is back where it was opened', async () => {
  const draw = (opened: boolean) =>
    render(
      <>
        <button type="button">Lock</button>
        <Dialog opened={opened} title="Lock the case" onClose={() => {}}>
          <button type="button" data-autofocus>
            Cancel
          </button>
        </Dialog>
      </>,
    );
  await draw(false);
  const opener = document.querySelector('button') as HTMLButtonElement;
  opener.focus();
  await draw(true);
  expect(document.activeElement?.textContent).toBe('Cancel');
  const dialog = document.activeElement?.closest('[role="dialog"][aria-modal="true"]');
  expect(dialog?.isConnected).toBe(true);
  await draw(false);
  expect(dialog?.isConnected).toBe(false);
  expect(document.activeElement).toBe(opener);
});

it.each([
  ['what it begins with', true, 'Cancel'],
  ['its first button', false, 'close'],
])(
  'focuses %s once, and leaves the focus where the user moves it before a task is over',
  async (_, hasFirst, first) => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider>
          <Dialog title="Reason for change" onClose={() => {}}>
            <textarea aria-label="Reason" />
            <button type="button" data-autofocus={hasFirst || undefined}>
              Cancel
            </button>
          </Dialog>
        </MantineProvider>,
      ),
    );
    const { activeElement } = document;
    expect(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent).toBe(first);
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    field.focus();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement).toBe(field);
    await act(async () => root.unmount());
  },
);

it.each([
  ['the user has gone nowhere', false, 'Report'],
  ['the user is in another field', true, 'Find'],
])('focuses what it begins with once that is loaded, where %s', async (_, hasMoved, focused) => {
  const draw = (isLoaded: boolean) =>
    render(
      <Dialog title="E-mail report" onClose={() => {}}>
        <input aria-label="Find" />
        {isLoaded && <input aria-label="Report" data-autofocus />}
      </Dialog>,
    );
  await draw(false);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('close');
  if (hasMoved) document.querySelector<HTMLInputElement>('[aria-label="Find"]')?.focus();
  await draw(true);
  expect(document.activeElement?.getAttribute('aria-label')).toBe(focused);
});

it('asks before Escape discards a text, and is open anew without one', async () => {
  const close = vi.fn();
  const draw = (opened: boolean) =>
    render(
      <Dialog opened={opened} title="Questions" onClose={close}>
        <textarea aria-label="Question" data-autofocus />
      </Dialog>,
    );
  const field = () => document.querySelector('textarea') as HTMLTextAreaElement;
  const type = (text: string) => fill(field(), text);
  const escape = () => press('Escape');
  const warnings = () => document.querySelectorAll('[role=dialog] [role=alert]').length;
  await draw(true);
  await type('When did it begin?');
  await escape();
  expect([close.mock.calls.length, warnings()]).toEqual([0, 1]);
  expect(document.activeElement).toBe(field());
  // who goes on typing has seen it
  await type('When did it begin? And');
  expect(warnings()).toBe(0);
  await escape();
  await escape();
  expect(close).toHaveBeenCalledTimes(1);

  await draw(false);
  await draw(true);
  await escape();
  expect(close).toHaveBeenCalledTimes(2);
});

it('stays open when the click that opened it was the first of two', async () => {
  const [close, sign] = [vi.fn(), vi.fn()];
  await render(
    <Dialog title="Lock the case" onClose={close}>
      <button type="button" onClick={sign}>
        Sign
      </button>
    </Dialog>,
  );
  const click = (target: string, detail: number) =>
    act(
      async () =>
        void document
          .querySelector(target)
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })),
    );
  const calls = () => [close, sign].map(({ mock }) => mock.calls.length);
  const [beside, button] = ['.mantine-Modal-overlay', '.mantine-Modal-body button'];
  for (const target of [beside, '.mantine-Modal-close', button]) await click(target, 2);
  expect(calls()).toEqual([0, 0]);
  await click(button, 1);
  await click(beside, 2);
  expect(calls()).toEqual([1, 1]);
});

it('does not take a double click beside it, or a held Escape, for two attempts to discard a text', async () => {
  const close = vi.fn();
  await render(
    <Dialog title="Questions" onClose={close}>
      <textarea aria-label="Question" data-autofocus />
    </Dialog>,
  );
  const field = document.querySelector('textarea') as HTMLTextAreaElement;
  const type = (text: string) => fill(field, text);
  const click = (detail: number) =>
    act(
      async () =>
        void document
          .querySelector('.mantine-Modal-overlay')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })),
    );
  const escape = (repeat: boolean) => press('Escape', document.body, { repeat });
  await type('When did it begin?');
  for (const detail of [1, 2, 3]) await click(detail);
  expect(close).not.toHaveBeenCalled();
  await type('When did it end?');
  for (const repeat of [false, true, true]) await escape(repeat);
  expect(close).not.toHaveBeenCalled();
  await click(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it('has the browser ask before a reload while it holds a text that nothing else has', async () => {
  const draw = (opened: boolean, keepsTexts = false) =>
    render(
      <Dialog key={String(keepsTexts)} {...{ opened, keepsTexts }} title="Questions" onClose={() => {}}>
        <textarea aria-label="Question" />
      </Dialog>,
    );
  const type = (text: string) => fill(document.querySelector('textarea'), text);
  /** Whether the document may go without a question, and whether the product takes it for clean. */
  const goes = () => [window.dispatchEvent(new Event('beforeunload', { cancelable: true })), !isTextHeld()];
  await draw(true);
  expect(goes()).toEqual([true, true]);
  await type('When did it begin?');
  expect(goes()).toEqual([false, false]);
  await type(' ');
  expect(goes()).toEqual([true, true]);
  await type('When did it begin?');
  await draw(false);
  expect(goes()).toEqual([true, true]);
  await draw(true, true);
  await type('Translated at once');
  expect(goes()).toEqual([true, true]);
});

it('warns before a link is followed over a text, whichever field holds it', async () => {
  const close = vi.fn();
  const follow = vi.fn((event: MouseEvent) => event.preventDefault());
  const draw = (hasSecond: boolean) =>
    render(
      <Dialog title="Questions" onClose={close}>
        <a href="/case/list" onClick={(event) => follow(event.nativeEvent)}>
          To the list
        </a>
        <textarea id="first" aria-label="Question" />
        {hasSecond && <textarea id="second" aria-label="Answer" />}
      </Dialog>,
    );
  const type = (id: string, text: string) => fill(document.getElementById(id), text);
  const click = (how: MouseEventInit = {}) =>
    act(
      async () =>
        void document
          .querySelector('[role="dialog"] a')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...how })),
    );
  await draw(true);
  await type('first', 'When did it begin?');
  await type('second', 'On Monday');
  // the field that was typed into last is gone, as one that is cancelled
  await draw(false);
  await click({ ctrlKey: true });
  await click();
  await click({ detail: 2 });
  expect(follow).not.toHaveBeenCalled();
  expect(document.querySelector('[role="alert"]')).not.toBeNull();
  expect(document.activeElement?.id).toBe('first');
  await click();
  expect(follow).toHaveBeenCalledTimes(1);
  await type('first', ' ');
  await click();
  expect(follow).toHaveBeenCalledTimes(2);
});

it('warns before a link is followed over a text of the dialog below', async () => {
  const [close, follow] = [vi.fn(), vi.fn((event: MouseEvent) => event.preventDefault())];
  await render(
    <>
      <Dialog title="Questions" onClose={() => {}}>
        <textarea aria-label="Question" />
      </Dialog>
      <Dialog title="Why" onClose={close}>
        <a href="/case/list" onClick={(event) => follow(event.nativeEvent)}>
          To the list
        </a>
      </Dialog>
    </>,
  );
  const click = () =>
    act(
      async () =>
        void document
          .querySelector('[role="dialog"] a')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })),
    );
  await click();
  expect(follow).toHaveBeenCalledTimes(1);
  await fill(document.querySelector('textarea'), 'When did it begin?');
  await click();
  expect([follow.mock.calls.length, document.querySelectorAll('[role=dialog] [role=alert]').length]).toEqual([
    1, 1,
  ]);
  await click();
  expect([follow.mock.calls.length, close.mock.calls.length]).toEqual([2, 0]);
});
