/** A list in each of its states, over the case list: nothing of it belongs to cases but the sample rows. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  cancelListExport,
  listCases,
  readColumns,
  readListExport,
  readListExports,
  startListExport,
} from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent, type FakeCall } from './app/fakeCalls.ts';
import { caseRows } from './app/sampleCase.ts';
import { chosen, listCalls, VIEW, type SampleList } from './app/sampleLists.ts';
import { soon } from './app/soon.ts';
import { word } from './app/word.ts';

const meta = { title: 'Lists' } satisfies Meta;
export default meta;

const LIST = 'case/list';
const PATIENCE = { timeout: 15_000 };
const EN = { appendix: 'KR', language: 'en', readOnly: false } as const;

const listStory = (sample: SampleList = {}, calls: readonly FakeCall[] = [], path = LIST) =>
  appStory(path, { calls: [...listCalls(EN, sample), ...calls] });

const grid = () => screen.findByRole('grid', { name: 'Cases' }, PATIENCE);
const rowOf = async (caseNo: string) =>
  (await screen.findByRole('link', { name: caseNo }, PATIENCE)).closest('tr');
const headOf = (column: RegExp) => screen.findByRole('columnheader', { name: column }, PATIENCE);
/** Opens the filter of a column; the form it asks with. */
const filterOf = async (column: RegExp) => {
  const button = within(await headOf(column)).getByRole('button', { name: /^Filter/ });
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Done' });
  return within(dialog);
};
const chips = () => screen.findByRole('group', { name: 'Filters' });

/** Columns of the list and items of the case, with the filters that are set above, in words. */
export const CaseList = {
  ...listStory(),
  play: async () => {
    await headOf(/Case number/);
    await soon(async () => expect(await chips()).toHaveTextContent('Country: Korea, Republic of'));
    const table = await grid();
    await expect(table).toHaveAttribute('aria-rowcount', '6');
    await expect(within(table).getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '2');
    await expect(screen.getByRole('link', { name: 'KR-ACME-2026-0012' })).toHaveAttribute(
      'href',
      '/1/2/en/KR/case/12/detail',
    );
  },
};

export const Loading = {
  ...listStory({}, [silent(listCases)]),
  play: async () => {
    await soon(() => expect(screen.getByText('Loading…')).toBeVisible());
  },
};

export const Empty = {
  ...listStory({ rows: [], filters: {} }),
  play: async () => {
    await soon(() => expect(screen.getByText(/^There are no cases yet/)).toBeVisible());
  },
};

/** The heads stay, so that the filter that keeps everything away can be taken away there too. */
export const NoMatch = {
  ...listStory({ rows: [] }),
  play: async () => {
    await soon(() => expect(screen.getByText(/^No matching entries/)).toBeVisible());
    await userEvent.click(within(await chips()).getByRole('button', { name: /^Remove the filter/ }));
    await soon(() => expect(screen.getByText(/^There are no cases yet/)).toBeVisible());
  },
};

const refused = (): never => {
  throw new Refusal(500, 'UNEXPECTED', 'The list could not be read.');
};
export const Failure = {
  ...listStory({}, [fake(listCases, refused)]),
  play: async () => {
    await soon(() => expect(screen.getByRole('alert')).toHaveTextContent('could not be read'));
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** The address names a view that is gone, or not shared with this user. */
export const NoSuchView = {
  ...listStory(
    {},
    [
      fake(readColumns, () => {
        throw new Refusal(404, 'VIEW_NOT_FOUND', 'There is no view 99.');
      }),
    ],
    `${LIST}?view=99`,
  ),
  play: async () => {
    await soon(() => expect(screen.getByRole('alert')).toHaveTextContent('cannot be shown'));
    await expect(screen.getByRole('button', { name: 'My own list' })).toBeVisible();
  },
};

export const HundredRows = {
  ...listStory({ rows: caseRows(230), filters: {} }, [], `${LIST}/2/100`),
  play: async () => {
    const first = await rowOf('KR-ACME-2026-0112');
    await expect(within(await grid()).getAllByRole('row')).toHaveLength(101);
    await expect(first).toHaveAttribute('aria-rowindex', '102');
    // 230 in all: the first of the second page counts down to 130
    await expect(first).toHaveTextContent(/^130/);
    // as large as it must be to be hit beside another one (WCAG 2.5.8)
    const { width, height } = screen.getByRole('button', { name: 'Page 1' }).getBoundingClientRect();
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  },
};

const long = caseRows(3).map((row) => ({
  ...row,
  cells: {
    ...row.cells,
    productName: 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3),
    aeTerm: 'A reaction that takes many words to be described, more than fit into a line of a list. '.repeat(
      4,
    ),
  },
}));
export const LongWords = { ...listStory({ rows: long }) };
export const LongWordsInFull = { ...listStory({ rows: long, fullText: 'Y' }) };

export const Deleted = {
  ...listStory({ rows: caseRows().filter(({ delFlag }) => delFlag === 'Y') }, [], `${LIST}?deleted=Y`),
  play: async () => {
    await soon(async () => expect(await rowOf('KR-ACME-2026-0016')).toHaveAttribute('data-struck', 'true'));
  },
};

/** Walked through by keys alone. */
export const Keyboard = {
  ...listStory(),
  play: async () => {
    const table = await grid();
    const row = await rowOf('KR-ACME-2026-0014');
    within(table).getByRole('checkbox', { name: 'Select row 1' }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect(screen.getByRole('link', { name: 'KR-ACME-2026-0012' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(screen.getByRole('link', { name: 'KR-ACME-2026-0013' })).toHaveFocus();
    // the second, and with Shift the third
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await soon(() => expect(screen.getByText('2 selected')).toBeVisible());
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect(document.activeElement).toHaveTextContent('2026-01-31');
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowRight}{ArrowRight}');
    await expect(screen.getByRole('button', { name: 'Case number' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Filter Case number' });
    await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Filter Case number' })).toHaveFocus());
    await expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  },
};

/** LIKE */
export const FilterByText = {
  ...listStory({ filters: { caseNo: [chosen('LIKE', '2026')] } }),
  play: async () => {
    const form = await filterOf(/Case number/);
    await expect(form.getByRole('textbox')).toHaveValue('2026');
    await expect(form.getByRole('textbox')).toHaveAttribute('maxlength', '1000');
    await expect(form.queryByRole('checkbox')).toBeNull();
  },
};

/** LIKE_ALL: contained, or any at all. */
export const FilterByAnyText = {
  ...listStory({
    filters: {},
    visible: ['caseNo', 'comment'],
    columns: [
      {
        column: 'comment',
        label: { en: 'Comment', ko: '의견', ja: 'コメント', zh: '备注' },
        filterType: 'LIKE_ALL',
      },
    ],
  }),
  play: async () => {
    const form = await filterOf(/Comment/);
    await userEvent.click(form.getByRole('checkbox', { name: 'Any value' }));
    await expect(form.getByRole('textbox')).toBeDisabled();
  },
};

/** CHECK: the chosen ones are marked; all of them is no filter. */
export const FilterByCodes = {
  ...listStory(),
  play: async () => {
    const form = await filterOf(/Country/);
    await expect(form.getByRole('checkbox', { name: 'Korea, Republic of' })).toBeChecked();
    await userEvent.type(form.getByRole('textbox', { name: 'Find an option' }), 'jap');
    await expect(form.getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(form.getByRole('checkbox', { name: 'Japan' }));
    await userEvent.click(form.getByRole('button', { name: 'Done' }));
    await waitFor(async () => expect(await chips()).toHaveTextContent('Country: Korea, Republic of, Japan'));
  },
};

/** LIKE_CHECK: values that occur, or a text. */
export const FilterByValues = {
  ...listStory({
    filters: { productName: [chosen('LIKE_CHECK', '', 'mg'), chosen('LIKE_CHECK', 'Aspirin 100 mg')] },
  }),
  play: async () => {
    const form = await filterOf(/Product/);
    await expect(form.getByRole('textbox', { name: 'Contains' })).toHaveValue('mg');
    await expect(form.getByRole('checkbox', { name: 'Aspirin 100 mg' })).toBeChecked();
  },
};

/** BETWEEN_DATE: also of a year or a month; what is no date is said at its field. */
export const FilterByDates = {
  ...listStory({ filters: { firstReceived: [chosen('BETWEEN_DATE', '2025', '202603')] } }),
  play: async () => {
    const form = await filterOf(/First received/);
    const from = form.getByRole('textbox', { name: 'From' });
    await expect(from).toHaveValue('2025');
    await expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('2026-03');
    await userEvent.clear(from);
    await userEvent.type(from, '2026-05');
    await userEvent.click(form.getByRole('button', { name: 'Done' }));
    const to = form.getByRole('textbox', { name: 'To' });
    await waitFor(() => expect(to).toHaveFocus());
    await expect(to).toHaveAccessibleDescription('The end is before the start.');
  },
};

/** BETWEEN_DATE_TIME: a day of the calendar begins at noon. */
export const FilterByTimes = {
  ...listStory({ filters: { updatedAt: [chosen('BETWEEN_DATE_TIME', '20260105120000', '')] } }),
  play: async () => {
    const form = await filterOf(/^Changed( |$)/);
    await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('2026-01-05 12:00:00');
    await userEvent.click(form.getByRole('button', { name: 'Calendar: From' }));
    await userEvent.click(await form.findByRole('button', { name: /^9 January 2026/ }));
    await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('2026-01-09 12:00:00');
  },
};

/** BETWEEN_NUMERIC: whole numbers. */
export const FilterByNumbers = {
  ...listStory({ filters: { daysLeft: [chosen('BETWEEN_NUMERIC', '-3', '15')] } }),
  play: async () => {
    const form = await filterOf(/Days left/);
    const to = form.getByRole('textbox', { name: 'To' });
    await userEvent.clear(to);
    await userEvent.type(to, 'ten');
    await userEvent.click(form.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(to).toHaveAccessibleDescription('Type a whole number, such as 12.'));
  },
};

/** Any item of the case may be a column; lines are moved by keys too. */
export const Columns = {
  ...listStory(),
  play: async () => {
    await headOf(/Case number/);
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Find a column' }), 'dose');
    await userEvent.click(
      (await dialog.findAllByRole('button', { name: /^Show .*G\.k/ }))[0] ?? document.body,
    );
    const shown = dialog.getByRole('region', { name: /^Selected/ });
    await expect(shown).toHaveTextContent(/dose/i);
    const up = within(shown).getByRole('button', { name: 'Move Due date up' });
    up.focus();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    await waitFor(() => expect(within(shown).getAllByRole('listitem')[0]).toHaveTextContent('Due date'));
    await expect(dialog.getByText(/^Due date is now 1 of/)).toBeInTheDocument();
    // the first line has no way up any more
    const down = within(shown).getByRole('button', { name: 'Move Due date down' });
    await expect(down).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(within(shown).getAllByRole('listitem')[1]).toHaveTextContent('Due date'));
    await expect(down).toHaveFocus();
  },
};

const shared = {
  ...VIEW,
  viewKey: 2,
  name: 'Overdue',
  shared: 'Y',
  own: 'N',
  ownerName: 'Lee Lead',
} as const;
const views = {
  views: [VIEW, { ...shared, leftOut: [{ columnId: 'D.1', part: 'filter' as const }] }],
} satisfies SampleList;

/** Another user's view, without columns that this user may not see. */
export const SharedView = {
  ...listStory(views, [], `${LIST}?view=2`),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'View: Overdue' }, PATIENCE));
    const menu = within(await screen.findByRole('menu'));
    await expect(menu.getByRole('menuitem', { name: 'Overdue, by Lee Lead' })).toBeVisible();
    await expect(menu.queryByRole('menuitem', { name: /^Delete/ })).toBeNull();
    await soon(() =>
      expect(screen.getByText(/^Parts of this view are not shown/)).toHaveTextContent('filter by'),
    );
  },
};

/** A filter set in a view makes it the user's own list; the view is unchanged until it is saved. */
export const ChangedView = {
  ...listStory(views, [], `${LIST}?view=1`),
  play: async () => {
    await screen.findByRole('button', { name: 'View: Korean cases' }, PATIENCE);
    await userEvent.click(within(await chips()).getByRole('button', { name: /^Remove the filter/ }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'View: Korean cases (changed)' }, PATIENCE),
    );
    const menu = within(await screen.findByRole('menu'));
    await expect(menu.getByRole('menuitem', { name: 'Save changes to Korean cases' })).toBeVisible();
  },
};

export const SaveAsView = {
  ...listStory(views),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'View: My own list' }, PATIENCE));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Save as/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription('Give the view a name.');
    await userEvent.type(dialog.getByRole('textbox'), 'Late in Korea{Enter}');
    await screen.findByRole('button', { name: 'View: Late in Korea' }, PATIENCE);
  },
};

const openExport = async () => {
  await headOf(/Case number/);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expect(dialog.getByText(/^5 rows,/)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: /CSV/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
  return dialog;
};

export const ExportRunning = {
  ...listStory({}, [silent(startListExport)]),
  play: async () => {
    const dialog = await openExport();
    await soon(() => expect(dialog.getByRole('progressbar')).toBeInTheDocument());
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel export' }));
    await soon(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible());
  },
};

export const ExportFailed = {
  ...listStory({}, [fake(startListExport, refused)]),
  play: async () => {
    const dialog = await openExport();
    await soon(() => expect(dialog.getByRole('alert')).toHaveTextContent('could not be created'));
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const UNDER_WAY = { rows: 2, totalCount: 5, state: 'running' } as const;
const MADE = { rows: 5, totalCount: 5, state: 'done', fileName: 'Cases 20260301.xlsx' } as const;
const exportedAt = (hour: number) => ({
  exportKey: `00000000-0000-4000-8000-00000000000${hour}`,
  at: `2026-03-01T0${hour}:00:00.000Z`,
});

/** Begun before the page was left, beside one that was made. */
const foundAgain = (): FakeCall[] => {
  let isStopped = false;
  return [
    fake(readListExports, () => ({
      exports: [...(isStopped ? [] : [{ ...exportedAt(9), ...UNDER_WAY }]), { ...exportedAt(8), ...MADE }],
    })),
    fake(readListExport, () => UNDER_WAY),
    fake(cancelListExport, () => {
      isStopped = true;
      return { ...UNDER_WAY, state: 'stopped' as const };
    }),
  ];
};

export const ExportFoundAgain = {
  ...listStory({}, foundAgain()),
  play: async () => {
    await headOf(/Case number/);
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await soon(() => expect(dialog.getByText('2 of 5 rows')).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel export' }));
    await soon(() =>
      expect(dialog.getByRole('button', { name: /^Cases 20260301.xlsx: 5 rows/ })).toBeVisible(),
    );
  },
};

/** Particles fit the values before them. */
export const Korean = {
  ...appStory(LIST),
  globals: { language: 'ko' },
  play: async () => {
    await soon(() => expect(document.documentElement).toHaveAttribute('lang', 'ko'));
    const why = (caseNo: string) => word('home:due.whyOf', { caseNo, receiver: 'NMPA' });
    await expect(why('CASE-2026-00017')).toBe('CASE-2026-00017을 NMPA에 보고할 기한의 이유');
    await expect(why('CASE-2026-00029')).toBe('CASE-2026-00029를 NMPA에 보고할 기한의 이유');
  },
};
export const Japanese = { ...appStory(LIST), globals: { language: 'ja' } };
export const Chinese = { ...appStory(LIST), globals: { language: 'zh' } };
export const Dark = { ...appStory(LIST), globals: { scheme: 'dark' } };
