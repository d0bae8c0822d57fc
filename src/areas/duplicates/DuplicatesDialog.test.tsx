// @vitest-environment happy-dom
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallFailure } from '../../api/index.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import type { Duplicates } from './duplicates.queries.ts';
import { DuplicatesDialog, type DuplicatesDialogProps } from './DuplicatesDialog.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

beforeEach(() => {
  signedIn({ userKey: 1, sponsorKey: 1, token: 't', timeZone: 'UTC', privList: [] } as unknown as Session);
});
afterEach(async () => {
  forgetSession();
});
startWithEmptyDocument();

const row = {
  caseKey: 1,
  caseNo: 'A-1',
  versionNo: 1,
  recentDateTime: '2026-01-20T03:04:05.000Z',
  score: 30,
};
const found = {
  caseKey: 2,
  caseNo: 'A-2',
  trial: false,
  hasEmptyItemCases: false,
  isTooLittle: false,
  emptyItems: [],
  bands: { likely: 15, possible: 8 },
  listInfo: [{ ...row, band: 'certain', evidence: [], toldApart: null }],
} as unknown as Duplicates;

const draw = (props: Partial<DuplicatesDialogProps>) => {
  const Component = () => (
    <DuplicatesDialog
      found={found}
      dismissed={new Map()}
      busy={false}
      confirmLabel="Add"
      onClose={() => {}}
      onCancel={() => {}}
      onConfirm={() => {}}
      {...props}
    />
  );
  const path = '/:sponsorKey/:sessionSenderKey/:language/:appendix';
  const router = createMemoryRouter([{ path, Component }], { initialEntries: ['/1/-1/en/FDA'] });
  return render(<RouterProvider router={router} />);
};
const click = (name: string, detail = 1) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].findLast(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    );
    if (!button) throw new Error(`no button ${name}`);
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  });

it('stays with the reason where a dismissal is refused', async () => {
  const refusal = new CallFailure({ status: 409, errCode: 'STALE', errMsg: 'Changed by Kim' });
  const onDismiss = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce(null);
  await draw({ onDismiss });
  await click('actions.tellOf');
  const field = () => document.querySelector('textarea');
  await expect.poll(field).not.toBeNull();
  await fill(field(), 'Twins');
  await click('tell.confirm');
  await expect.poll(() => document.body.textContent).toContain('Changed by Kim');
  expect(field()?.value).toBe('Twins');
  await click('tell.confirm');
  await expect.poll(field).toBeNull();
  expect(onDismiss.mock.calls).toEqual([
    [1, 'Twins'],
    [1, 'Twins'],
  ]);
});

it('does what is confirmed once where its button is clicked twice', async () => {
  const onConfirm = vi.fn();
  await draw({ onConfirm });
  for (const detail of [1, 2]) await click('Add', detail);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
