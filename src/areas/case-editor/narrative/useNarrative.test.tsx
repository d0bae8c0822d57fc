// @vitest-environment happy-dom
/** A text that is typed in while its sentences are compared is renewed as it is by then. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import type { Sentence } from '../../../../shared/narratives/sentence.types.ts';
import { sentencesText } from '../../../../shared/narratives/storedSentences.ts';
import { createPageSession } from '../../../engine/index.ts';
import { createCaseEdits } from '../unsaved/caseEdits.ts';
import { useNarrative, type ComparedNarrative } from './useNarrative.ts';
import { render, startWithEmptyDocument } from '../../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const NARRATIVE = addressAt(catalogue.roles['narrative'] ?? '', []);
const PAGE = catalogue.items[NARRATIVE.itemId]?.page ?? '';
const sentences = (rash: string): Sentence[] => [
  { key: 'rash', text: `The patient had ${rash}.`, gap: ' ', reads: [] },
  { key: 'outcome', text: 'The patient recovered.', gap: '', reads: [] },
];

startWithEmptyDocument();
beforeEach(() => {
  const texts = { text: { text: '', sentences: sentences('an urticaria'), notation: null } };
  const answer = {
    success: true,
    errCode: '',
    errMsg: '',
    data: { name: 'Short', newest: 1, version: 1, texts },
  };
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer), { headers })));
});

it('renews the sentences where they stand by then, and leaves what was typed', async () => {
  const value = 'The patient had a rash. The patient recovered.';
  const written = { recordKey: 1, version: 1, column: 'text', sentences: sentences('a rash') };
  const properties = { sentences: sentencesText(written) };
  const session = createPageSession({
    content: { values: [{ ...NARRATIVE, value, nullFlavor: null, notation: null, properties }], rows: [] },
    catalogue,
    page: PAGE,
    rowNo: 0,
    readOnly: false,
  });
  const edits = createCaseEdits(1);
  const shown: { narrative?: ComparedNarrative | null } = {};
  function Page() {
    const narrative = useNarrative({ caseKey: 1, session, address: NARRATIVE, part: 'value', edits });
    useEffect(() => {
      shown.narrative = narrative;
    });
    return null;
  }
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/1/-1/en/ICH/case/1/detail/${PAGE}`]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(() => expect.poll(() => shown.narrative?.now?.name).toBe('Short'));
  // the comparison follows when typing pauses
  session.setValue(NARRATIVE, `Seen on Monday. ${value}`);
  expect(shown.narrative?.now?.renew(session.get(NARRATIVE).value ?? '').text).toBe(
    'Seen on Monday. The patient had an urticaria. The patient recovered.',
  );
});
