/** The audit trail of a case, below the tabs of the case; and what a case is warned of, in the list of cases. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { verifyCaseAudit } from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake } from './app/fakeCalls.ts';
import { auditCalls } from './app/sampleAudit.ts';
import { caseRows } from './app/sampleCase.ts';
import { listCalls } from './app/sampleLists.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'AuditTrail' } satisfies Meta;
export default meta;

const WAIT = { timeout: 20_000 };
const EN = { appendix: 'KR', language: 'en', readOnly: false } as const;
const TRAIL = 'case/12/detail/AT';
const calls = [...listCalls(EN, { filters: {} }), ...auditCalls()];

const grid = () => screen.findByRole('grid', { name: word('editor:audit.title') }, WAIT);

/** Old values are crossed out, emptied ones are marked; an entry links to its item. */
export const Trail = {
  ...appStory(TRAIL, { calls }),
  play: async () => {
    const table = within(await grid());
    await soon(() => expect(table.getByText('J.D.')).toBeVisible());
    await expect(table.getAllByText('김OO')[0]?.closest('del')).not.toBeNull();
    await expect(table.getByText(word('editor:audit.emptied'))).toBeVisible();
    await expect(table.getAllByRole('link')).toHaveLength(3);
    await soon(() => expect(screen.getByText(/3 saves/)).toBeVisible());
  },
};

/** Found by a text. */
export const Found = {
  ...appStory(TRAIL, { calls }),
  play: async () => {
    await grid();
    await userEvent.type(
      screen.getByRole('textbox', { name: word('editor:audit.search') }),
      'Initial{Enter}',
    );
    const table = within(await grid());
    await soon(() => expect(table.getByText('Initial Data')).toBeVisible());
    // the rows before are shown until the found ones are there
    await waitFor(() => expect(table.queryByText('J.D.')).toBeNull(), WAIT);
  },
};

/** The audit trail was altered. */
export const Broken = {
  ...appStory(TRAIL, {
    calls: [
      ...calls,
      fake(verifyCaseAudit, () => ({
        whole: false,
        problem: 'save' as const,
        saves: 1,
        brokenAt: 2,
        head: null,
        differences: [],
      })),
    ],
  }),
  play: async () => {
    await soon(() => expect(screen.getByRole('alert')).toHaveTextContent('save 2'));
  },
};

const WARNED = caseRows(2).map((row, at) =>
  at > 0
    ? row
    : {
        ...row,
        cells: { ...row.cells, warnings: 'Overdue, Term not coded ×2' },
        codes: { ...row.codes, warnings: ['overdue', 'uncoded'] },
        words: { warnings: ['Overdue', 'Term not coded ×2'] },
      },
);

/** The worst in words, and how many kinds besides; leads to the warnings of that case. */
export const WarningsOfCases = {
  ...appStory('case/list', {
    calls: listCalls(EN, { rows: WARNED, filters: {}, visible: ['caseNo', 'warnings', 'dueDate'] }),
  }),
  play: async () => {
    const link = await screen.findByRole('link', { name: /Overdue, Term not coded ×2$/ }, WAIT);
    await expect(link).toHaveTextContent('Overdue');
    await expect(link.querySelector('[data-more]')).toHaveAttribute('data-more', '+1');
    await expect(link).toHaveAttribute('href', '/1/2/en/KR/case/warning/case/12');
  },
};
