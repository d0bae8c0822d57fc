// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { createPageSession } from '../../engine/index.ts';
import { startJournal, stopJournal } from '../../journal/index.ts';
import { takeReceived } from './handOver.ts';
import type { RestoreOffer } from './restoreOffer.ts';
import { usePageJournal } from './usePageJournal.ts';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

const kinds = Object.values(compileCatalogue(realSources).records);

startWithEmptyDocument();
beforeEach(() => {
  // the browser has no encryption here
  vi.stubGlobal('isSecureContext', false);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

it.each(kinds)('offers what was typed while a $kind was stored that opens read-only', async (kind) => {
  const { catalogue } = kind;
  const item = Object.values(catalogue.items).find(
    ({ groups, computed, page }) =>
      groups.length === 0 && computed === null && page === catalogue.pageOrder[0],
  );
  if (!item) return expect(catalogue.pageOrder).toEqual([]);
  const opened = (readOnly: boolean) =>
    createPageSession({
      content: { values: [], rows: [] },
      catalogue,
      page: item.page,
      rowNo: 0,
      readOnly,
    });
  const before = opened(false);
  before.setValue(addressAt(item.itemId, []), 'typed meanwhile');
  const typed = before.changes().items.map(({ value }) => value);
  const session = opened(true);
  const misfits = takeReceived(session, before.snapshotEdits());

  await startJournal(7, () => Promise.reject(new Error('no key')));
  const drawn: (readonly RestoreOffer[])[] = [];
  const offers = () => drawn.at(-1) ?? [];
  function Page() {
    const { restoreOffers } = usePageJournal({
      session,
      catalogue,
      place: `record/${kind.kind}`,
      page: item?.page ?? '',
      title: 'Record',
      misfits,
    });
    drawn.push(restoreOffers);
    return null;
  }
  await render(<Page />);
  await expect
    .poll(async () => {
      await act(async () => {});
      return offers();
    })
    .toHaveLength(1);
  const [{ edits, unfit } = { edits: null, unfit: null }] = offers();
  const shown = [...(edits?.changes.items ?? []), ...(unfit?.items ?? [])];
  expect(shown.map(({ value }) => value)).toEqual(typed);
  await stopJournal();
});
