// @vitest-environment happy-dom
/** What is typed into an open page is recorded as long as the page is open. */
import { expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { createPageSession } from '../../../engine/index.ts';
import { createCaseEdits, type EditedPage } from './caseEdits.ts';
import { useOpenEdits } from './useOpenEdits.ts';
import { render, startWithEmptyDocument, unmount } from '../../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const initials = addressAt(catalogue.roles['patientInitials'] ?? '', []);

startWithEmptyDocument();

it('goes on with its recorder after its content was read again, and ends it when it is left', async () => {
  const edits = createCaseEdits(1);
  const session = createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: 'DM',
    rowNo: 0,
    readOnly: false,
  });
  const pageAddress = { caseKey: 1, page: 'DM', rowNo: null };
  const readAt = (retrievedAt: string): EditedPage => {
    return { key: 'DM', pageAddress, content: { retrievedAt }, session, catalogue };
  };
  function Page({ page }: { page: EditedPage }) {
    useOpenEdits(edits, page);
    return null;
  }
  const draw = (page: EditedPage) => render(<Page page={page} />);

  const recorder = { touch: vi.fn(), flush: vi.fn(), stop: vi.fn(), discard: vi.fn() };
  await draw(readAt('2026-01-01T00:00:00.000Z'));
  edits.record('DM', {}, () => recorder);
  await draw(readAt('2026-01-01T00:01:00.000Z'));
  expect(edits.find('DM')?.content.retrievedAt).toBe('2026-01-01T00:01:00.000Z');
  session.setValue(initials, 'A.B.');
  expect(recorder.touch).toHaveBeenCalledTimes(1);
  expect(recorder.stop).not.toHaveBeenCalled();
  await unmount();
  expect(recorder.stop).toHaveBeenCalledTimes(1);
  expect(edits.find('DM')).toBe(null);
});
