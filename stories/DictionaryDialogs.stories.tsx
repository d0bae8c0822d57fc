/** The look-up dialog of every dictionary, as its descriptor makes it, over invented entries. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { lookUpTerm } from '../src/catalogue/lookUp.ts';
import { queryClient } from '../src/feedback/queryClient.ts';
import { dialogStory } from './app/DialogStory.tsx';
import { word } from './app/word.ts';

const meta = { title: 'Dialogs/Dictionaries' } satisfies Meta;
export default meta;

const lookUp = (
  dictionary: string,
  keyword = 'sample',
  text: { maxLength: number } | null = { maxLength: 40 },
) =>
  dialogStory((language) =>
    lookUpTerm(
      queryClient,
      { itemId: '', dictionary, version: null, keyword, codeLength: 10, fields: {}, text },
      { language },
    ),
  );

const dialog = async () => within(await screen.findByRole('dialog'));
const keyword = async () => (await dialog()).findByRole('textbox', { name: word('dialogs:keyword') });
const answer = () => screen.getByRole('status', { name: 'Answer', hidden: true });
/** The first row that was found. */
const firstRow = () =>
  waitFor(
    () => {
      const row = document.querySelector<HTMLElement>('[role="dialog"] tbody tr[data-row]');
      if (!row) throw new Error('nothing was found yet');
      return row;
    },
    { timeout: 15_000 },
  );
const shows = (story: ReturnType<typeof lookUp>) => ({ ...story, play: async () => void (await firstRow()) });

/** By keyboard alone: type, Enter, arrow, Enter. What is out of use asks again. */
export const MedDRA = {
  ...lookUp('MEDDRA', ''),
  play: async () => {
    const box = await keyword();
    await waitFor(() => expect(box).toHaveFocus());
    await expect((await dialog()).getByText(word('dialogs:beforeSearch'))).toBeVisible();
    await expect((await dialog()).getByRole('alert')).toBeEmptyDOMElement();
    await userEvent.keyboard('h{Enter}');
    await expect((await dialog()).getByRole('alert')).toHaveTextContent(/2/);
    await userEvent.keyboard('ea{Enter}');
    await (await dialog()).findAllByText('Headache NOS');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    const opened = await screen.findByRole('dialog', { name: word('dialogs:doubt.title') });
    await userEvent.click(within(opened).getByRole('button', { name: word('components:cancel') }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await userEvent.click((await dialog()).getAllByText('Headache')[0] as HTMLElement);
    await waitFor(() => expect(answer()).toHaveTextContent('10019211'));
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
};

/** Sixteen columns, rows in colours that are said in words too, ticks that exclude each other, countries to be typed. */
export const WHODrug = {
  ...lookUp('WHODD'),
  play: async () => {
    await firstRow();
    const opened = await dialog();
    await expect(opened.getAllByRole('columnheader')).toHaveLength(16);
    await expect(opened.getAllByText(word('dialogs:tone.BLUE'))[0]).toBeVisible();
    const [either, both] = opened.getAllByRole('checkbox');
    await userEvent.click(either as HTMLElement);
    await expect(both).toBeDisabled();
    await userEvent.click(either as HTMLElement);
    await expect(both).toBeEnabled();
    const country = opened.getByRole('combobox', { name: /Country|국가|国/ });
    await userEvent.type(country, 'kr');
    await userEvent.click(await screen.findByRole('option', { name: 'KR' }));
    await expect(country).toHaveValue('KR');
  },
};

/** What is typed is taken as it is, unless it is longer than its item takes; closing says Cancel. */
export const KIMS = {
  ...lookUp('KIMS'),
  play: async () => {
    await firstRow();
    const opened = await dialog();
    const take = opened.getByRole('button', { name: word('dialogs:directInput') });
    await expect(opened.getByRole('button', { name: word('common:cancel') })).toBeVisible();
    await userEvent.clear(await keyword());
    await userEvent.type(await keyword(), 'x'.repeat(41));
    await userEvent.click(take);
    await expect(opened.getByRole('alert')).toHaveTextContent(/40/);
    await userEvent.type(await keyword(), '{Backspace}');
    await userEvent.click(take);
    await waitFor(() => expect(answer()).toHaveTextContent('x'.repeat(40)));
  },
};

export const KCD = shows(lookUp('KCD'));
export const WHOART = shows(lookUp('WHOART'));
export const MFDSProduct = shows(lookUp('MFDS_PRODUCT'));
export const MFDSIngredient = shows(lookUp('MFDS_INGREDIENT'));
export const WHODrugPharmaceutical = shows(lookUp('WHODD_PHPID'));
export const WHODrugSubstance = shows(lookUp('WHODD_CAS'));
export const IDF = shows(lookUp('IDF'));

/** Of a substance the first seven characters of its code are taken. */
export const IDFSubstance = {
  ...lookUp('IDF_SUBSTANCE'),
  play: async () => {
    await userEvent.click(await firstRow());
    await waitFor(() => expect(answer()).toHaveTextContent('"code":"S000000"'));
  },
};
export const NSDE = shows(lookUp('NSDE'));
export const UNII = shows(lookUp('UNII'));
export const DeviceProblem = shows(lookUp('MEDICAL_DEVICE_PROBLEM_CODE'));
export const DeviceComponent = shows(lookUp('DEVICE_COMPONENT'));

/** Which columns there are depends on what it is searched by. */
export const KoreanDevice = {
  ...lookUp('KR_DEVICE'),
  play: async () => {
    await firstRow();
    const opened = await dialog();
    const before = opened.getAllByRole('columnheader').map((head) => head.textContent);
    const choice = opened.getAllByRole('combobox')[0] as HTMLSelectElement;
    await userEvent.selectOptions(choice, choice.options[1]?.value ?? '');
    await waitFor(() =>
      expect(opened.getAllByRole('columnheader').map((head) => head.textContent)).not.toEqual(before),
    );
  },
};
export const KoreanDeviceProblem = shows(lookUp('KR_DEVICE_PROBLEM'));
export const DoseForm = shows(lookUp('EDQM_DOSE_FORM'));
