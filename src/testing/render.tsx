/** Tests of components in happy-dom: what React and Mantine need of the document, and a tree that ends with its test. */
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

let root: Root | null = null;

/**
 * Of a test file: each of its tests begins with an empty document, and puts the globals back that it replaced. After the hooks of
 * the file, so that the tree ends before what it reads.
 */
export function startWithEmptyDocument(): void {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // files of a worker share it
    document.body.replaceChildren();
    // happy-dom has none, and a text area that grows waits for them
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  });
  afterEach(async () => {
    await unmount();
    vi.unstubAllGlobals();
  });
}

/** Draws the tree of the test in `main`, beside the styles of Mantine, or draws it again, and waits for the effects. */
export async function render(node: ReactNode): Promise<void> {
  const tree = (root ??= createRoot(document.body.appendChild(document.createElement('div'))));
  await act(async () =>
    tree.render(
      <MantineProvider>
        <main>{node}</main>
      </MantineProvider>,
    ),
  );
}

/** Ends the tree, as at the end of the test. */
export async function unmount(): Promise<void> {
  const tree = root;
  root = null;
  await act(async () => tree?.unmount());
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Types a text into a field, or chooses an option of a list. Throws where there is no field. */
export async function fill(field: Element | null | undefined, text: string): Promise<void> {
  if (!isField(field)) throw new Error(`there is no field to fill with ${text}`);
  await act(async () => {
    // past the setter by which React knows what it has written itself
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}

const isField = (element: Element | null | undefined): element is Field =>
  element?.tagName === 'INPUT' || element?.tagName === 'TEXTAREA' || element?.tagName === 'SELECT';

/** Presses a key at a place of the document. */
export const press = (
  key: string,
  at: EventTarget = document.body,
  how: KeyboardEventInit = {},
): Promise<void> =>
  act(async () => void at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...how })));
