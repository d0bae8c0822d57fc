/** Dialogs that let one or several of a list be chosen, an item of a tree, and those that ask for little. */
import i18next from 'i18next';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { readMaster } from '../shared/contract/index.ts';
import { chooseMaster, chooseNames } from '../src/catalogue/chooseMaster.ts';
import {
  askForFile,
  codesDialog,
  openListDialog,
  openSelectDialog,
  openTreeDialog,
  productSource,
  roleSource,
  selectionDialog,
  SELECTIONS,
  senderSource,
  studySource,
  type ListDialogOptions,
  type SelectionName,
  type SelectionSource,
  type TreeNode,
} from '../src/dialogs/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { dialogStory } from './app/DialogStory.tsx';
import { fake, type FakeCall } from './app/fakeCalls.ts';
import { masterCalls, PRODUCTS, sampleMaster, sampleSource } from './app/sampleMasters.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';
import { allItems } from './catalogue.ts';

const meta = { title: 'Dialogs/Selections' } satisfies Meta;
export default meta;

const SPONSOR = 1;
const { product } = allItems.records;
const chooser = (language: Language) => ({ sponsorKey: SPONSOR, language, ownSender: false });
const t = () => i18next.getFixedT(null, 'dialogs');
const dialog = async () => within(await screen.findByRole('dialog'));
const answer = () => screen.getByRole('status', { name: 'Answer', hidden: true });
const click = async (name: string | RegExp) =>
  userEvent.click(await (await dialog()).findByRole('button', { name }));

const one = (name: SelectionName, options: ListDialogOptions = {}): StoryObj => {
  const source = sampleSource(SELECTIONS[name].columns);
  return {
    ...dialogStory(() => openListDialog(selectionDialog(name, t(), source), options)),
    play: async () => void (await (await dialog()).findAllByRole('gridcell')),
  };
};
/** One record of a kind, as a case chooses it. */
const record = (kind: string, calls: readonly FakeCall[] = []): StoryObj => ({
  ...dialogStory(
    (language) => chooseMaster(kind, allItems.records, chooser(language)),
    [...masterCalls, ...calls],
  ),
  play: async () => void (await (await dialog()).findAllByRole('gridcell')),
});
const several = (
  name: SelectionName,
  source: SelectionSource,
  selected: Parameters<typeof openSelectDialog>[1] = {},
): StoryObj =>
  dialogStory(
    () => openSelectDialog(selectionDialog(name, t(), source), { ...selected, available: source.available }),
    masterCalls,
  );

/** Everything is listed when it opens; a row is picked by Enter, and read before the dialog closes. */
export const Sender: StoryObj = {
  ...record('sender'),
  play: async () => {
    await (await dialog()).findByText('Acme Korea');
    await waitFor(async () => expect(await (await dialog()).findByRole('textbox')).toHaveFocus());
    await userEvent.keyboard('korea{Enter}');
    await waitFor(async () => expect((await dialog()).queryByText(/Japan/)).toBeNull());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(answer()).toHaveTextContent('"name":"sender 1"'));
  },
};

let reading = Promise.withResolvers<void>();
/** Stays open and busy while the record is read. */
export const SenderStaysOpen: StoryObj = {
  ...record('sender', [
    fake(readMaster, async ({ params }) => {
      await reading.promise;
      return sampleMaster(params);
    }),
  ]),
  play: async () => {
    reading = Promise.withResolvers();
    await userEvent.click(await (await dialog()).findByText('Acme Korea'));
    await waitFor(async () =>
      expect((await dialog()).getByRole('grid')).toHaveAttribute('aria-busy', 'true'),
    );
    reading.resolve();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(answer()).toHaveTextContent('"name":"sender 1"');
  },
};
export const Study = record('study');
export const Reporter = record('reporter');
export const Narrative = record('narrative');
export const Product = record('product');
/** All can be answered instead of one, as names to look for. */
export const ProductNames: StoryObj = {
  ...dialogStory(
    async (language) => product && chooseNames(product, chooser(language), PRODUCTS.length),
    masterCalls,
  ),
  play: async () => {
    await (await dialog()).findByText('Velanorix 5 mg');
    await expect((await dialog()).getAllByRole('row')).toHaveLength(11);
    await click(word('dialogs:selectAll'));
    await waitFor(() => expect(answer()).toHaveTextContent('Velanorix 60 mg'));
  },
};
export const CdmsStudy = one('cdmsStudy');
export const R3Study = one('r3Study');
export const Receiver = one('receiver');
export const DataLibrary = one('dataLibrary');
export const ItemCodes: StoryObj = dialogStory(() =>
  openListDialog(codesDialog({ title: 'Case common select', label: 'Code' }, sampleSource(['codeLabel']))),
);

/** One that is gone is left out; a tag is cut at forty characters; what is chosen is taken back by its tag. */
export const Senders: StoryObj = {
  ...several('senders', senderSource(SPONSOR), {
    selected: [
      { key: '1', cells: { SND_ORGAN: 'Acme Korea' } },
      { key: '99', cells: { SND_ORGAN: 'Gone since' } },
    ],
  }),
  play: async () => {
    await (await dialog()).findByText(t()('chosen', { count: 1 }));
    await userEvent.click(await (await dialog()).findByText(/Harbour/));
    await (await dialog()).findByText(t()('chosen', { count: 2 }));
    await expect((await dialog()).getByText(/^Harbour Biopharmaceutical Research and D…$/)).toBeVisible();
    await click(t()('remove', { name: 'Acme Korea' }));
    await click(word('dialogs:confirm'));
    await waitFor(() => expect(answer()).toHaveTextContent('Harbour'));
    await expect(answer()).not.toHaveTextContent('Acme');
  },
};
export const Products: StoryObj = {
  ...several('products', productSource(SPONSOR)),
  play: async () => {
    const boxes = await (await dialog()).findAllByRole('checkbox');
    await userEvent.click(boxes[0] as HTMLElement);
    await (await dialog()).findByText(t()('chosen', { count: 10 }));
  },
};
export const Studies: StoryObj = {
  ...several('studies', studySource(SPONSOR)),
  play: async () => void (await (await dialog()).findByText('HB-VEL-301')),
};
/** Neither keyword nor pages. */
export const Roles: StoryObj = {
  ...several('roles', roleSource(SPONSOR)),
  play: async () => {
    await userEvent.click(await (await dialog()).findByText('Quality'));
    await expect((await dialog()).queryByRole('textbox')).toBeNull();
    await click(word('dialogs:confirm'));
    await waitFor(() => expect(answer()).toHaveTextContent('Quality'));
  },
};

/** What a machine recommends; a search leaves it. */
export const Recommended: StoryObj = {
  ...one('receiver', {
    recommend: {
      columns: [],
      rows: async () => [{ key: '7', cells: { receiverName: 'Recommended receiver' } }],
    },
  }),
  play: async () => {
    await (await dialog()).findByText('Recommended receiver');
    await expect((await dialog()).getByText(word('dialogs:recommended'))).toBeVisible();
    await expect((await dialog()).getByRole('combobox')).toBeDisabled();
    await userEvent.type((await dialog()).getByRole('textbox'), 'receiverName 10{Enter}');
    await (await dialog()).findByText('SAMPLE receiverName 10');
    await expect((await dialog()).queryByText(word('dialogs:recommended'))).toBeNull();
    await expect((await dialog()).getByRole('combobox')).toBeEnabled();
  },
};

const TREE: readonly TreeNode[] = [
  {
    id: 'V1',
    label: 'Visit 1',
    type: 'PAGE',
    children: [
      { id: 'V1.BP', label: 'Blood pressure', type: 'ITEM' },
      { id: 'V1.HR', label: '심박수', type: 'ITEM' },
    ],
  },
  { id: 'AE', label: 'Adverse events', type: 'PAGE' },
];
/** Only items can be chosen: what is above them opens and closes. */
export const CdmsItems: StoryObj = {
  ...dialogStory(() => openTreeDialog({ id: 'sample', title: 'Items of the study', read: async () => TREE })),
  play: async () => {
    await (await dialog()).findByRole('treeitem', { name: 'Visit 1' });
    await userEvent.tab();
    await expect((await dialog()).getByRole('treeitem', { name: 'Visit 1' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
    await expect((await dialog()).getByRole('treeitem', { name: '심박수' })).toHaveFocus();
    await userEvent.type((await dialog()).getByRole('textbox'), 'blood');
    await expect((await dialog()).getAllByRole('treeitem')).toHaveLength(2);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(answer()).toHaveTextContent('V1.BP'));
  },
};

export const FileUpload: StoryObj = {
  ...dialogStory(async () => (await askForFile({ title: 'Upload a library', accept: ['.csv'] }))?.name),
  play: async () => {
    await soon(async () => expect((await dialog()).getByLabelText(/\.csv/)).toHaveFocus());
    await click(word('common:ok'));
    await soon(async () =>
      expect((await dialog()).getByRole('alert')).toHaveTextContent(word('dialogs:file.required')),
    );
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]');
    await userEvent.upload(input as HTMLInputElement, new File(['a'], 'library.csv', { type: 'text/csv' }));
    await click(word('common:ok'));
    await waitFor(() => expect(answer()).toHaveTextContent('library.csv'));
  },
};
