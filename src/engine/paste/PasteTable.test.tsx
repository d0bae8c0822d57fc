// @vitest-environment happy-dom
/** A table is pasted into the rows it was pasted for, whatever number the row around them has by then. */
import { Provider } from 'jotai';
import { act } from 'react';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { ALL_ITEMS } from '../../../shared/access/userItemRights.ts';
import { EngineContext, type Engine } from '../page/context.ts';
import { createFormState } from '../page/formState.ts';
import { createPageSession } from '../session/pageSession.ts';
import { PasteTable } from './PasteTable.tsx';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const GROUP = 'G.k.9.i.2.r';

startWithEmptyDocument();

it('is pasted into the row around it after that has got another number', async () => {
  const content = { values: [], rows: [] };
  const session = createPageSession({ content, catalogue, page: 'DG', rowNo: 1, readOnly: false });
  const around = session.addRow('G.k.9.i', [1]);
  const form = createFormState(session.store, catalogue);
  const services = { codes: async () => ({ codes: [], open: true }) };
  const rights = ALL_ITEMS;
  // all that the dialog reads of it
  const engine = {
    session,
    catalogue,
    form,
    services,
    rights,
    language: 'en',
    t: (key: string) => key,
  } as unknown as Engine;
  session.store.set(form.paste, {
    group: GROUP,
    parent: [1, around.rowNo2],
    table: [['Source'], ['Reporter'], ['Sponsor']],
  });
  // the dialog is drawn at once
  await import('./PasteDialog.tsx');
  await render(
    <Provider store={session.store}>
      <EngineContext value={engine}>
        <PasteTable />
      </EngineContext>
    </Provider>,
  );
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')];
  expect(buttons().length).toBeGreaterThan(0);
  await act(async () =>
    session.receiveRemote({ values: [], rows: [{ ...around, rowId: 'of another user' }] }),
  );
  await act(async () => buttons().at(-1)?.click());
  const written = session.changes().rows.filter(({ group }) => group === GROUP);
  expect(written.length).toBeGreaterThan(0);
  expect(new Set(written.map(({ rowNo2 }) => rowNo2))).toEqual(new Set([2]));
});
