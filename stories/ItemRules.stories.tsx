/** The rules that the specification states about items, each shown by what the engine does on a real page. */
import { useState } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { stopForRefusedEntry } from '../src/engine/index.ts';
import { filesChanged } from '../shared/case/fileList.ts';
import { dayAt } from '../shared/dates/zonedDay.ts';
import { setUserTimeZone, userNow } from '../src/clock/index.ts';
import { FileListInput, type FormFile } from '../src/components/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { PageStory, underHelpLine } from './PageStory.tsx';
import { pageStories } from './pageStories.ts';
import { sampleContent } from './sampleContent.ts';
import { ITEM_MISSING } from '../shared/rules/findingCodes.ts';

const meta = {
  title: 'Item rules',
  component: PageStory,
  parameters: underHelpLine,
  beforeEach: () => localStorage.clear(),
} satisfies Meta<typeof PageStory>;
export default meta;

type Story = StoryObj<typeof PageStory>;

const EMPTY: CaseContent = { values: [], rows: [] };
const { on, session } = pageStories();
const valueAt = (itemId: string, what: Partial<CaseContent['values'][number]>, path: number[] = []) => ({
  ...addressAt(itemId, path),
  value: null,
  nullFlavor: null,
  notation: null,
  ...what,
});
const fieldOf = (itemId: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-item="${itemId}"]`);
  if (!found) throw new Error(`no field of ${itemId}`);
  return found;
};
const input = (itemId: string): HTMLElement => {
  const found = fieldOf(itemId).querySelector<HTMLElement>(':is(input, textarea)');
  if (!found) throw new Error(`no input of ${itemId}`);
  return found;
};
const spoken = () => document.querySelector('[data-form] > [role="status"]')?.textContent;
const value = (itemId: string, path: number[] = []) => session().get(addressAt(itemId, path)).value;

/** Text over the limit is marked, announced and reported; nothing of it is lost while typing or pasting. */
export const OverTheLimit: Story = {
  ...on('DM', EMPTY),
  play: async () => {
    const initials = input('D.1');
    await userEvent.click(initials);
    await userEvent.paste('x'.repeat(61));
    await expect(value('D.1')).toHaveLength(61);
    await expect(initials).toHaveAccessibleDescription(/61/);
    await expect(initials).toBeInvalid();
    await expect(spoken()).toMatch(/exceeds the 60 characters/);
    await userEvent.keyboard('{Backspace}');
    await expect(initials).toBeValid();
    await expect(fieldOf('D.1')).not.toHaveTextContent('61');
  },
};

/** A notation is cut on focus like a text, no character of two units is split; undo gives it back to be shortened by hand. */
export const NotationCutOnFocus: Story = {
  ...on('AE', {
    values: [valueAt('E.i.1.1a', { value: 'rash', notation: '😀'.repeat(251) }, [1])],
    rows: [],
  }),
  play: async ({ canvas }) => {
    const notation = await canvas.findByRole('textbox', { name: /, second language$/ });
    await userEvent.click(notation);
    const address = addressAt('E.i.1.1a', [1]);
    await expect(session().get(address).notation).toBe('😀'.repeat(250));
    await expect(spoken()).toMatch(/Cut to the 250 characters/);
    await userEvent.click(within(fieldOf('E.i.1.1a')).getByRole('button', { name: 'Undo' }));
    await expect(notation).toHaveFocus();
    await expect(session().get(address).notation).toBe('😀'.repeat(251));
    await expect(session().changes().items).toEqual([]);
  },
};

/** A date may stop at the year or the month; a badge says that this is meant. What people type is understood. */
export const PartialDates: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const start = input('E.i.4');
    const type = async (text: string) => {
      await userEvent.clear(start);
      await userEvent.type(start, text);
      await userEvent.tab();
      return value('E.i.4', [1]);
    };
    await expect(await type('2024UKUK')).toBe('2024');
    await expect(fieldOf('E.i.4')).toHaveTextContent('year only');
    await expect(await type('mar 2024')).toBe('202403');
    await expect(fieldOf('E.i.4')).toHaveTextContent('year and month');
    await expect(await type('5 mar 24')).toBe('20240305');
    await expect(fieldOf('E.i.4')).not.toHaveTextContent('year');
    await expect(await type('2024-03-05 14:30')).toBe('202403051430');
    await expect(await type('t')).toMatch(/^\d{8}$/);
    await expect(await type('ASKU')).toBeNull();
    await expect(session().get(addressAt('E.i.4', [1])).nullFlavor).toBe('ASKU');
    await expect(await type('1799')).toBeNull();
    await expect(fieldOf('E.i.4')).toHaveTextContent(/too early/);
    await expect(await type('t+3')).toBeNull();
    await expect(spoken()).toMatch(/future/);
  },
};

/** Where the day must be known, an unknown part is refused. */
export const WholeDates: Story = {
  ...on('DM', EMPTY),
  play: async () => {
    await userEvent.type(input('D.2.1'), '2024-03-UK');
    await userEvent.tab();
    await expect(value('D.2.1')).toBeNull();
    await expect(fieldOf('D.2.1')).toHaveTextContent(/a more precise date is required/);
  },
};

/** From east to west: at any time it is another day in one of them than on the computer. */
const ENDS_OF_THE_DAY = ['Pacific/Kiritimati', 'Etc/GMT+12'];

/**
 * Later days, later months of this year and later years cannot be chosen where the future is refused. Today is the day
 * of the user, which is not that of the computer here.
 */
export const NoFutureInCalendar: Story = {
  ...on('AE', EMPTY),
  beforeEach: () => {
    const { at, timeZone } = userNow();
    const dayIn = (zone?: string) =>
      dayAt(at.getTime(), zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
    setUserTimeZone(ENDS_OF_THE_DAY.find((zone) => dayIn(zone) !== dayIn()) ?? timeZone);
    return () => setUserTimeZone(timeZone);
  },
  play: async () => {
    await userEvent.click(within(fieldOf('E.i.4')).getByRole('button', { name: 'Calendar' }));
    const today = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.mantine-DatePicker-day[aria-current="date"]');
      if (!found) throw new Error('no calendar yet');
      return found;
    });
    await expect(document.querySelectorAll('.mantine-DatePicker-day[aria-current="date"]')).toHaveLength(1);
    await expect(today).toBeEnabled();
    const days = [...document.querySelectorAll<HTMLButtonElement>('.mantine-DatePicker-day')];
    for (const later of days.slice(days.indexOf(today as HTMLButtonElement) + 1))
      await expect(later).toBeDisabled();
    const level = () =>
      document.querySelector<HTMLElement>('.mantine-DatePicker-calendarHeaderLevel') ?? document.body;
    const { at, timeZone } = userNow();
    const thisMonth = dayAt(at.getTime(), timeZone).slice(0, 6);
    await userEvent.click(level());
    const months = [...document.querySelectorAll<HTMLButtonElement>('.mantine-DatePicker-monthsListControl')];
    await expect(months.map(({ disabled }) => disabled)).toEqual(
      Array.from({ length: 12 }, (_, month) => month + 1 > Number(thisMonth.slice(4))),
    );
    await userEvent.click(level());
    const years = [...document.querySelectorAll<HTMLButtonElement>('.mantine-DatePicker-yearsListControl')];
    await expect(years.map(({ disabled }) => disabled)).toEqual(
      years.map(({ textContent }) => Number(textContent) > Number(thisMonth.slice(0, 4))),
    );
  },
};

/** An action pressed while the field holds no date stops once, says which, and gives the field the focus. */
const acted = fn();
export const DateErrorFlag: Story = {
  ...on('AE', { values: [valueAt('E.i.4', { value: '20240305' }, [1])], rows: [] }),
  render: (args) => (
    <>
      <PageStory {...args} />
      <button type="button" onClick={() => acted(stopForRefusedEntry(session()))}>
        Act
      </button>
    </>
  ),
  play: async () => {
    const start = input('E.i.4');
    const act = screen.getByRole('button', { name: 'Act' });
    acted.mockClear();
    await userEvent.clear(start);
    await userEvent.type(start, '2024-02-30');
    await userEvent.click(act);
    await expect(acted).toHaveBeenLastCalledWith(expect.stringMatching(/"2024-02-30" was cleared/));
    await waitFor(() => expect(start).toHaveFocus());
    await userEvent.click(act);
    await expect(acted).toHaveBeenLastCalledWith(null);
    // undone: what was typed comes back to be corrected, and the old value with it
    await userEvent.click(within(fieldOf('E.i.4')).getByRole('button', { name: 'Undo' }));
    await expect(start).toHaveValue('2024-02-30');
    await expect(value('E.i.4', [1])).toBe('20240305');
    await userEvent.click(act);
    await expect(acted).toHaveBeenLastCalledWith(expect.stringMatching(/was cleared/));
    await userEvent.type(start, '2024');
    // the notice is gone before the field is left, so that the focus does not go with it
    await expect(fieldOf('E.i.4')).not.toHaveTextContent(/was cleared/);
    await userEvent.click(act);
    await expect(acted).toHaveBeenLastCalledWith(null);
  },
};

/** Space, Delete or a click on the selected radio button clears it, which is announced. */
export const CancelableRadio: Story = {
  ...on('CI', EMPTY),
  play: async ({ canvas }) => {
    const other = await canvas.findByRole('radio', { name: 'Other' });
    for (const key of [' ', '{Delete}', '{Backspace}']) {
      await userEvent.click(other);
      await expect(value('C.1.8.2')).toBe('2');
      await userEvent.keyboard(key);
      await expect(value('C.1.8.2')).toBeNull();
      await expect(spoken()).toMatch(/Other: selection cleared/);
      await expect(other).toHaveFocus();
    }
  },
};

/** The checks of a value show at once, without the server; half a number is not held against anybody. */
export const LiveChecks: Story = {
  ...on('DM', EMPTY, {
    findings: [
      {
        ...addressAt('D.2.2a', []),
        ruleId: ITEM_MISSING,
        severity: 'error',
        message: { en: 'must be said', ko: '필수', ja: '必須', zh: '必填' },
      },
      {
        ...addressAt('D.2.2a', []),
        ruleId: 'OTHER-1',
        severity: 'warning',
        message: { en: 'seen by the server', ko: '서버', ja: 'サーバー', zh: '服务器' },
      },
    ],
  }),
  play: async () => {
    const age = input('D.2.2a');
    await expect(age).toHaveAccessibleDescription(/must be said/);
    await userEvent.type(age, '123456');
    await expect(age).toHaveAccessibleDescription(/must be said/);
    await userEvent.tab();
    await expect(age).toHaveAccessibleDescription(/seen by the server/);
    await expect(age).not.toHaveAccessibleDescription(/must be said/);
    await expect(age).toHaveAccessibleDescription(/6/);
    await userEvent.clear(age);
    await userEvent.tab();
    await expect(age).toHaveAccessibleDescription(/must be said/);
  },
};

/** What is typed for a code is seen whole, also letters that are wider than digits: it is words until the term is looked up. */
export const TypedCode: Story = {
  ...on('AE', EMPTY),
  play: async () => {
    const code = await waitFor(() => input('E.i.2.1b'));
    await userEvent.type(code, '편두통과 오심');
    await expect(code.scrollWidth).toBeLessThanOrEqual(code.clientWidth);
  },
};

/** A sentence beside an input with little room keeps its words whole: its button is below it. */
export const NarrowMessage: Story = {
  ...on('DG', sampleContent(catalogueOf('US'), 'DG'), {
    services: { ...fakeServices('en'), showWhy: fn() },
    findings: [
      {
        ...addressAt('G.k.4.r.9.2a', [1, 1]),
        ruleId: 'OTHER-1',
        severity: 'warning',
        message: { en: 'Enter the dictionary version', ko: '버전', ja: '版', zh: '版本' },
      },
    ],
  }),
  play: async () => {
    const row = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-list^="G.k.4.r|"] [data-row-toggle]');
      if (!found) throw new Error('no row yet');
      return found;
    });
    if (row.ariaExpanded !== 'true') await userEvent.click(row);
    await waitFor(() => expect(input('G.k.4.r.9.2a')).toHaveAccessibleDescription(/dictionary version/));
    const [sentence] = [...document.querySelectorAll('[data-item="G.k.4.r.9.2a"] span')].flatMap((span) =>
      [...span.childNodes].filter((node) => node.textContent?.startsWith('Enter the')),
    );
    if (!sentence) throw new Error('the sentence is not drawn as one text');
    const word = document.createRange();
    const from = 'Enter the '.length;
    word.setStart(sentence, from);
    word.setEnd(sentence, from + 'dictionary'.length);
    await expect(word.getClientRects()).toHaveLength(1);
  },
};

/** A user without the unblind privilege sees that there is an item, but neither sees nor edits its value. */
export const Blinded: Story = {
  ...on('DG', sampleContent(catalogueOf('US'), 'DG'), { appendix: 'US', unblind: false }),
  play: async () => {
    const field = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-blinded]');
      if (!found) throw new Error('no blinded field yet');
      return found;
    });
    await expect(field).toHaveTextContent('Blinded');
    await expect(field.querySelector('input, textarea, select, button')).toBeNull();
  },
};

/** Notations show where they are, are opened and closed one by one, or all at once. */
export const Notations: Story = {
  ...on('AE', { values: [valueAt('E.i.1.1a', { value: 'rash', notation: '발진' }, [1])], rows: [] }),
  play: async ({ canvas }) => {
    const count = () => canvas.queryAllByRole('textbox', { name: /, second language$/ }).length;
    await waitFor(() => expect(count()).toBe(1));
    await userEvent.click(input('E.i.1.1a'));
    await userEvent.keyboard('{Alt>}o{/Alt}');
    await expect(count()).toBe(0);
    const all = canvas.getByRole('button', { name: 'Second languages' });
    await userEvent.click(all);
    await expect(count()).toBeGreaterThan(1);
    await userEvent.click(all);
    await expect(count()).toBe(0);
  },
};

/** A translation is asked for by a press, is a step to undo, and says that it comes from a machine; a failure is said. */
const translating = { ...fakeServices('en'), translate: fn(async (text: string) => `번역: ${text}`) };
export const Translation: Story = {
  ...on(
    'AE',
    { values: [valueAt('E.i.1.1a', { value: 'rash', notation: '옛 글' }, [1])], rows: [] },
    { services: translating },
  ),
  play: async ({ canvas }) => {
    const address = addressAt('E.i.1.1a', [1]);
    translating.translate.mockClear();
    const button = await canvas.findByRole('button', { name: 'Translate' });
    await expect(translating.translate).not.toHaveBeenCalled();
    await userEvent.click(button);
    await waitFor(() => expect(session().get(address).notation).toBe('번역: rash'));
    await expect(button).toHaveFocus();
    await userEvent.click(within(fieldOf('E.i.1.1a')).getByRole('button', { name: 'Undo' }));
    await expect(session().get(address).notation).toBe('옛 글');
    translating.translate.mockRejectedValueOnce(new Error('the service is away'));
    await userEvent.click(button);
    await waitFor(() => expect(spoken()).toMatch(/Nothing was translated: the service is away/));
    await expect(session().get(address).notation).toBe('옛 글');
  },
};

/** Where no translator is set up the button says what to set, and who can. */
export const NoTranslator: Story = {
  ...on(
    'AE',
    { values: [valueAt('E.i.1.1a', { value: 'rash', notation: '발진' }, [1])], rows: [] },
    {
      services: { ...fakeServices('en'), translate: undefined },
    },
  ),
  play: async ({ canvas }) => {
    const button = await canvas.findByRole('button', { name: 'Translate' });
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    await expect(fieldOf('E.i.1.1a')).toHaveTextContent(/Ask your system administrator/);
    await expect(fieldOf('E.i.1.1a')).toHaveTextContent('CASEWRIGHT_TRANSLATOR_URL');
    await expect(session().get(addressAt('E.i.1.1a', [1])).notation).toBe('발진');
    await userEvent.click(button);
    await expect(fieldOf('E.i.1.1a')).not.toHaveTextContent('CASEWRIGHT_TRANSLATOR_URL');
  },
};

/** Help beside the field: opened by F1, remembered, and never over a field. */
export const HelpBeside: Story = {
  ...on('AE', sampleContent(catalogueOf('KR'), 'AE')),
  play: async ({ canvas }) => {
    await userEvent.click(input('E.i.4'));
    await userEvent.keyboard('{F1}');
    const help = await canvas.findByRole('complementary', { name: 'Help for the field' });
    await expect(help).toHaveTextContent('E.i.4');
    await expect(help).toHaveTextContent(/MSK masked/);
    await expect(input('E.i.4')).toHaveFocus();
    if (getComputedStyle(help).display !== 'none') {
      const left = help.getBoundingClientRect().left;
      for (const field of document.querySelectorAll('[data-item]'))
        await expect(field.getBoundingClientRect().right).toBeLessThanOrEqual(left);
    }
  },
};

/** An uncached list is requested again each time it opens; an open one accepts other codes. */
const asking = fn(async () => ({ codes: [{ code: 'kg', label: 'Kilogram' }], open: true, cached: false }));
export const UncachedOpenList: Story = {
  ...on('LB', EMPTY, { services: { ...fakeServices('en'), codes: asking } }),
  play: async () => {
    const unit = input('F.r.3.3');
    await userEvent.click(unit);
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Escape}');
    const before = asking.mock.calls.length;
    await userEvent.keyboard('{ArrowDown}');
    await expect(asking.mock.calls.length).toBe(before + 1);
    await userEvent.keyboard('{Escape}');
    await userEvent.type(unit, '{{tbl}');
    await userEvent.tab();
    await expect(value('F.r.3.3', [1])).toBe('{tbl}');
  },
};

/** Several files at once become a row each; over the limit the oldest makes room, is named, and can be restored. */
const FILE_GROUP = 'C.1.6.1.r';
const CI = catalogueOf('KR');
const documents = CI.groups[FILE_GROUP];
const upToThree = {
  ...CI,
  groups: { ...CI.groups, ...(documents && { [FILE_GROUP]: { ...documents, max: 3 } }) },
};
export const SeveralFiles: Story = {
  ...on('CI', EMPTY, { catalogue: upToThree }),
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: /^Choose files/, hidden: true });
    const chooser = document.querySelector<HTMLInputElement>(
      `[data-group="${FILE_GROUP}"] input[type="file"][multiple]`,
    );
    if (!chooser) throw new Error('no chooser');
    const files = ['a', 'b', 'c', 'd'].map(
      (name) => new File([name], `${name}.pdf`, { type: 'application/pdf' }),
    );
    await userEvent.upload(chooser, files);
    const rows = () => session().store.get(session().rows(FILE_GROUP, []));
    await waitFor(() => expect(rows()).toHaveLength(4));
    await waitFor(() => expect(spoken()).toMatch(/4 files added.*oldest, a.pdf, was removed/));
    await expect(rows().map(({ deleted }) => deleted)).toEqual([true, false, false, false]);
    // a file that was only appended is dropped: nothing of it is saved
    await expect(session().changes().rows).toHaveLength(3);
    await expect(
      session()
        .changes()
        .items.map(({ properties }) => properties?.fileName),
    ).toEqual(['b.pdf', 'c.pdf', 'd.pdf']);
    session().undo();
    await expect(rows().map(({ deleted }) => deleted)).toEqual([false, false, false]);
  },
};

/** The files of a form outside of the case: removed and restored, and over the limit the oldest goes. */
const STORED: readonly FormFile[] = [{ fileId: '1', fileName: 'stored.pdf', delFlag: 'N', appended: false }];
function FormFiles() {
  const [files, setFiles] = useState(STORED);
  return (
    <>
      <FileListInput label="Attachments" limit={2} value={files} onChange={setFiles} />
      <output>{filesChanged(files, STORED) ? 'changed' : 'as it was'}</output>
    </>
  );
}
export const FilesOfAForm: Story = {
  render: () => <FormFiles />,
  play: async ({ canvas }) => {
    const add = (...names: string[]) =>
      userEvent.upload(
        canvas.getByLabelText(/Attachments/),
        names.map((name) => new File([name], name)),
      );
    await add('a.pdf');
    await expect(canvas.getByText('changed')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Remove a.pdf' }));
    await expect(canvas.getByText('as it was')).toBeVisible();
    await add('b.pdf', 'c.pdf');
    await expect(canvas.getByText(/The oldest, stored.pdf, was removed/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Remove b.pdf' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Remove c.pdf' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Restore stored.pdf' }));
    await expect(canvas.getByText('as it was')).toBeVisible();
  },
};
