// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { FileDrop } from './FileDrop.tsx';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

const named = (...names: string[]): File[] => names.map((name) => new File(['x'], name));

async function drawn(multiple: boolean) {
  const taken: string[][] = [];
  await render(
    <FileDrop
      label="Answer"
      multiple={multiple}
      onFiles={(files) => void taken.push(files.map(({ name }) => name))}
    />,
  );
  return {
    taken,
    drop: (files: File[]) =>
      act(async () => {
        const event = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files } });
        document.querySelector('label')?.dispatchEvent(event);
      }),
    warns: () => document.querySelector('[role="alert"]') !== null,
  };
}

it('takes none of several files where one is asked for, and says so, so that none is left out unseen', async () => {
  const { taken, drop, warns } = await drawn(false);
  await drop(named('ack-1.xml', 'ack-2.xml'));
  expect([taken, warns()]).toEqual([[], true]);
  await drop(named('ack-1.xml'));
  expect([taken, warns()]).toEqual([[['ack-1.xml']], false]);
});

it('takes all of several files where they are asked for', async () => {
  const { taken, drop, warns } = await drawn(true);
  await drop(named('a.xml', 'b.xml'));
  expect([taken, warns()]).toEqual([[['a.xml', 'b.xml']], false]);
});
