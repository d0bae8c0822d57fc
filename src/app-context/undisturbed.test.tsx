// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useUndisturbed } from './undisturbed.ts';
import { leaveWithoutAsking, useUnsavedChanges } from './unsavedChanges.ts';
import { fill, render, startWithEmptyDocument } from '../testing/render.tsx';

// files of a worker share the changes of its pages
beforeEach(() => leaveWithoutAsking());
startWithEmptyDocument();

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
  const read = (setAt: string, text: string) => render(<Page data={{ setAt, text }} />);
  const field = () => document.querySelector('input') as HTMLInputElement;
  const shown = () => [field().title, field().value];
  await read('1', 'first');
  await read('2', 'of another user');
  expect(shown()).toEqual(['2', 'of another user']);
  await fill(field(), 'typed');
  await read('3', 'of another user again');
  // with the time of what it was typed over
  expect(shown()).toEqual(['2', 'typed']);
  await act(async () => leaveWithoutAsking());
  expect(shown()).toEqual(['3', 'of another user again']);
});
