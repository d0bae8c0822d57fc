// @vitest-environment happy-dom
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, Profiler } from 'react';
import { expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../../shared/case/itemValue.ts';
import { createCheckWorld } from '../../../../shared/rules/caseFindings.ts';
import { createPageSession } from '../../../engine/index.ts';
import { createLiveCase } from '../findings/liveCase.ts';
import { calculatedRevisionAtom, useCalculated } from './useCalculated.tsx';
import { render, startWithEmptyDocument } from '../../../testing/render.tsx';

const pages = join(import.meta.dirname, '../../../../schemas/pages');
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(join(pages, file), 'utf8') })),
);
const EMPTY = { values: [], rows: [] };

startWithEmptyDocument();

it('tells the offers of a change of the case without drawing the page again', async () => {
  const item = Object.values(catalogue.items).find(
    ({ control, groups }) => control === 'text' && groups.length === 0,
  );
  if (!item) throw new Error('the catalogue has no text item of a single page');
  const session = createPageSession({
    catalogue,
    page: item.page,
    rowNo: 0,
    readOnly: false,
    content: EMPTY,
  });
  const live = createLiveCase({
    world: createCheckWorld(catalogue, { rules: [], profiles: [] }, {}),
    content: EMPTY,
    edits: { items: [], rows: [] },
    may: () => true,
    now: () => new Date(0),
    whenIdle: () => () => {},
  });
  const drawn = vi.fn();
  const others = () => [];
  function Page() {
    useCalculated({ session, live, others });
    return null;
  }
  await render(
    <Profiler id="page" onRender={drawn}>
      <Page />
    </Profiler>,
  );
  const before = session.store.get(calculatedRevisionAtom);
  drawn.mockClear();
  const change = { ...addressAt(item.itemId, []), ...EMPTY_VALUE, value: 'typed' };
  await act(async () => live.edit({ items: [change], rows: [] }));
  expect(session.store.get(calculatedRevisionAtom)).toBe(before + 1);
  expect(drawn).not.toHaveBeenCalled();
});
