// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { useUndisturbed } from './undisturbed.ts';
import { leaveWithoutAsking, useUnsavedChanges } from './unsavedChanges.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // files of a worker share the changes of its pages
  leaveWithoutAsking();
});

interface Stored {
  setAt: string;
  text: string;
}

function Form({ stored }: { stored: Stored }) {
  const [text, setText] = useState(stored.text);
  useUnsavedChanges(text !== stored.text, () => {});
  return (
    <input title={stored.setAt} value={text} onChange={({ currentTarget: { value } }) => setText(value)} />
  );
}

function Page({ data }: { data: Stored }) {
  const stored = useUndisturbed(data);
  return <Form key={stored.setAt} stored={stored} />;
}

it('fills a form again with what was read in the background, but not one that is edited before it was stored', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const read = (setAt: string, text: string) => act(async () => root.render(<Page data={{ setAt, text }} />));
  const field = () => host.querySelector('input') as HTMLInputElement;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
      field().dispatchEvent(new Event('input', { bubbles: true }));
    });
  const shown = () => [field().title, field().value];
  await read('1', 'first');
  await read('2', 'of another user');
  expect(shown()).toEqual(['2', 'of another user']);
  await type('typed');
  await read('3', 'of another user again');
  // with the time of what it was typed over
  expect(shown()).toEqual(['2', 'typed']);
  await act(async () => leaveWithoutAsking());
  expect(shown()).toEqual(['3', 'of another user again']);
  await act(async () => root.unmount());
});
