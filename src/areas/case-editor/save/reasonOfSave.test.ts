/** Whether a page was saved before is one fact, whichever save it was: of the page alone, or of the case. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { createPageSession } from '../../../engine/index.ts';
import { createSaveWorld } from '../../../page-editor/save/saveWorld.ts';
import { createCaseEdits, type EditedPage } from '../unsaved/caseEdits.ts';
import { createCaseSaveWorld } from './caseSaveWorld.ts';

const catalogue = compileCatalogue(realSources);
const initials = addressAt(catalogue.roles['patientInitials'] ?? '', []);
const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';

function openNewPage() {
  const edits = createCaseEdits(1);
  edits.setKeeps(true);
  const session = createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: 'DM',
    rowNo: 0,
    readOnly: false,
    retrievedAt: AT,
  });
  const content = { rowNo: 0, retrievedAt: AT };
  const page: EditedPage = {
    key: 'DM',
    pageAddress: { caseKey: 1, page: 'DM', rowNo: null },
    content,
    session,
    catalogue,
  };
  edits.open(page);
  const stored = {
    isNew: false,
    save: () => Promise.resolve({ rowNo: 0, retrievedAt: LATER, rows: [] }),
    invalidate: () => Promise.resolve(),
    readAgain: () => Promise.resolve({ ...session.changes(), values: [], rows: [] }),
  };
  const world = createSaveWorld({ content, session, catalogue, stored });
  const caseWorld = createCaseSaveWorld({
    caseKey: 1,
    appendix: 'ICH',
    edits,
    queries: new QueryClient(),
    openPage: () => null,
    storedRow: (_, rowNo) => ({ key: String(rowNo), path: '', rowNo }),
    send: () => Promise.resolve({ retrievedAt: LATER, pages: [{ rowNo: 0, rows: [], changed: 1 }] }),
  });
  return { session, world, caseWorld };
}

it('a page that was saved with the case is asked for its reason when it is saved alone', async () => {
  const { session, world, caseWorld } = openNewPage();
  session.setValue(initials, 'A.B.');
  expect(caseWorld.request(null)).toMatchObject({ savedBefore: false });
  await caseWorld.submit('Initial Data');
  caseWorld.clearChanges();
  session.setValue(initials, 'X.Y.');
  expect(world.request(null)).toMatchObject({ savedBefore: true });
});

it('a page that was saved alone, and typed into meanwhile, is asked for its reason when the case is saved', async () => {
  const { session, world, caseWorld } = openNewPage();
  session.setValue(initials, 'A.B.');
  await world.submit('Initial Data');
  session.setValue(initials, 'A.B.C.');
  world.clearChanges();
  expect(caseWorld.request(null)).toMatchObject({ savedBefore: true });
});

it('a page that another user has saved meanwhile is asked for its reason', () => {
  const { session, world, caseWorld } = openNewPage();
  session.setValue(initials, 'A.B.');
  session.receiveRemote({ values: [], rows: [], saved: 'Y', retrievedAt: LATER });
  for (const one of [world, caseWorld]) expect(one.request(null)).toMatchObject({ savedBefore: true });
});
