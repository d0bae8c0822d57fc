// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { FileDrop } from './FileDrop.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

const named = (...names: string[]): File[] => names.map((name) => new File(['x'], name));

async function drawn(multiple: boolean) {
  const taken: string[][] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <FileDrop
        label="Answer"
        multiple={multiple}
        onFiles={(files) => void taken.push(files.map(({ name }) => name))}
      />,
    ),
  );
  return {
    taken,
    drop: (files: File[]) =>
      act(async () => {
        const event = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files } });
        place.querySelector('label')?.dispatchEvent(event);
      }),
    warns: () => place.querySelector('[role="alert"]') !== null,
    leave: () => act(async () => root.unmount()),
  };
}

it('takes none of several files where one is asked for, and says so, so that none is left out unseen', async () => {
  const { taken, drop, warns, leave } = await drawn(false);
  await drop(named('ack-1.xml', 'ack-2.xml'));
  expect([taken, warns()]).toEqual([[], true]);
  await drop(named('ack-1.xml'));
  expect([taken, warns()]).toEqual([[['ack-1.xml']], false]);
  await leave();
});

it('takes all of several files where they are asked for', async () => {
  const { taken, drop, warns, leave } = await drawn(true);
  await drop(named('a.xml', 'b.xml'));
  expect([taken, warns()]).toEqual([[['a.xml', 'b.xml']], false]);
  await leave();
});
