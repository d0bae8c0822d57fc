// @vitest-environment happy-dom
/** What a dialog that asks for a reason shows of its attempts, and when it can be closed. */
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, useState } from 'react';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { CallFailure } from '../api/index.ts';
import { ReasonDialog } from '../components/index.ts';
import { queryClient } from './queryClient.ts';
import { attemptProps } from './reasonProps.ts';
import { fill, render, startWithEmptyDocument } from '../testing/render.tsx';

afterAll(() => queryClient.clear());
startWithEmptyDocument();

let answers: { refuse: (why: string) => void; agree: () => void }[];
beforeEach(() => {
  answers = [];
});

function Page({ known = null }: { known?: string | null }) {
  const [opened, setOpened] = useState(false);
  const remove = useMutation({
    mutationFn: (_: string) =>
      new Promise<void>((resolve, reject) => {
        const refuse = (errMsg: string) =>
          reject(new CallFailure({ status: 409, errCode: 'STALE', errMsg }, undefined));
        answers.push({ refuse, agree: resolve });
      }),
    meta: { ownFailure: true },
    onSuccess: () => setOpened(false),
  });
  const attempt = attemptProps(remove, () => setOpened(false));
  return (
    <>
      <button type="button" id="open" onClick={() => setOpened(true)}>
        Delete
      </button>
      <ReasonDialog {...attempt} opened={opened} title="Delete" problem={known ?? attempt.problem} />
    </>
  );
}

const draw = (known?: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Page known={known} />
    </QueryClientProvider>,
  );
const click = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click());
const escape = () =>
  act(
    async () =>
      void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
const confirm = async (reason: string) => {
  await fill(document.querySelector('textarea'), reason);
  await click('[type="submit"]');
};
const isOpen = () => document.querySelector('[role="dialog"]') !== null;
const problem = () => document.querySelector('[role="dialog"] [role="alert"]')?.textContent ?? null;
const cancel = '[role="dialog"] form button:not([type="submit"])';

it('shows why an attempt failed until the dialog is closed, and begins without it when it is opened again', async () => {
  await draw();
  await click('#open');
  await confirm('Entered twice');
  await act(async () => answers[0]?.refuse('Changed by Kim'));
  await expect.poll(problem).toBe('Changed by Kim');
  await click(cancel);
  await click('#open');
  expect(problem()).toBeNull();
  await confirm('Entered twice');
  await act(async () => answers[1]?.refuse('Changed by Lee'));
  await expect.poll(problem).toBe('Changed by Lee');
});

it('shows at once what is known to be in the way', async () => {
  await draw('Nothing is left to delete');
  await click('#open');
  expect(problem()).toBe('Nothing is left to delete');
});

it('stays open while the attempt is under way, so that its failure is seen', async () => {
  await draw();
  await click('#open');
  await confirm('Entered twice');
  await expect.poll(() => document.querySelector<HTMLButtonElement>(cancel)?.disabled).toBe(true);
  for (let times = 0; times < 2; times++) await escape();
  await click(cancel);
  expect([isOpen(), answers.length]).toEqual([true, 1]);
  await act(async () => answers[0]?.refuse('Changed by Kim'));
  await expect.poll(problem).toBe('Changed by Kim');
  await confirm('Entered twice');
  await act(async () => answers[1]?.agree());
  await expect.poll(isOpen).toBe(false);
});

it('gives every dialog that shows a problem what it shows of its attempts', () => {
  const root = join(import.meta.dirname, '../..');
  const showing = globSync('src/**/*.tsx', { cwd: root })
    .filter((file) => !file.endsWith('.test.tsx') && file !== 'src/components/ReasonDialog.tsx')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => text.includes('<ReasonDialog') && /\bproblem=/.test(text));
  expect(showing.length).toBeGreaterThan(1);
  expect(showing.filter(({ text }) => !/\.\.\.(attempt|reason)/.test(text)).map(({ file }) => file)).toEqual(
    [],
  );
});

it('holds every dialog whose failure is shown nowhere else while it does what was confirmed', () => {
  const root = join(import.meta.dirname, '../..');
  const acting = globSync('src/**/*.tsx', { cwd: root })
    .filter((file) => !file.endsWith('.test.tsx'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(
      ({ text }) =>
        text.includes('<Dialog') &&
        /use(Mutation|BatchCommand)\(/.test(text) &&
        text.includes('ownFailure: true'),
    );
  expect(acting.length).toBeGreaterThan(10);
  const holds = /\bbusy=|useHeldDialog\(|\.\.\.(attempt|reason)Props/;
  expect(acting.filter(({ text }) => !holds.test(text)).map(({ file }) => file)).toEqual([]);
});
