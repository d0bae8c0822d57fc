/** Recommended codes in every state, entries in detail, and the question before an update. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { addressAt } from '../shared/case/itemAddress.ts';
import { confirmUpdate, recommendTerm, showEntry } from '../src/ai-coding/index.ts';
import { queryClient } from '../src/feedback/queryClient.ts';
import { dialogStory } from './app/DialogStory.tsx';
import type { FakeCall } from './app/fakeCalls.ts';
import { recommends, refuses } from './app/sampleCodings.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Dialogs/AI coding' } satisfies Meta;
export default meta;

const TERM = 'headache';
const recommend = (calls: FakeCall[]) =>
  dialogStory(
    (language) =>
      recommendTerm(
        queryClient,
        {
          itemId: '',
          dictionary: 'MEDDRA',
          version: null,
          keyword: TERM,
          adjacentText: TERM,
          address: addressAt('', [1]),
          codeLength: 8,
          fields: {},
          text: null,
        },
        { caseKey: 1, language },
      ),
    calls,
  );

const dialog = async () => within(await screen.findByRole('dialog'));
const answer = () => screen.getByRole('status', { name: 'Answer', hidden: true });
const click = async (key: string) =>
  userEvent.click((await dialog()).getByRole('button', { name: word(key) }));

/** Each reason once. By keyboard: into the rows, Enter. */
export const Recommended = {
  ...recommend(recommends('MATCHED')),
  play: async () => {
    const confirmation = await dialog();
    await confirmation.findByText(word('aiCoding:why.exact'));
    await expect(confirmation.getByText(word('dialogs:recommended'))).toBeVisible();
    await expect(confirmation.getByRole('columnheader', { name: word('aiCoding:score') })).toBeVisible();
    await expect(confirmation.getByText(word('aiCoding:fit.clear'))).toBeVisible();
    await expect(confirmation.getByText(word('aiCoding:why.coded', { count: 4, of: 5 }))).toBeVisible();
    await waitFor(() => expect(confirmation.getByRole('textbox')).toHaveFocus());
  },
};

/** The first answer is empty, the one with polling is not. */
export const RecommendedLater = {
  ...recommend(recommends('NOT_MATCHED', 'MATCHED')),
  play: async () => {
    await (await dialog()).findByText(word('aiCoding:why.exact'));
    await userEvent.click((await dialog()).getAllByText('Headache')[0] as HTMLElement);
    await waitFor(() => expect(answer()).toHaveTextContent('10019211'));
  },
};

/** A coder takes its time; who searches does not wait for it. */
export const Waiting = {
  ...recommend(recommends('PENDING')),
  play: async () => {
    await (await dialog()).findByText(word('dialogs:recommending'));
    await userEvent.type((await dialog()).getByRole('textbox'), '{Enter}');
    await waitFor(async () =>
      expect((await dialog()).queryByText(word('dialogs:recommending'))).not.toBeInTheDocument(),
    );
    await expect((await dialog()).queryByText(word('dialogs:recommended'))).toBeNull();
    await (await dialog()).findAllByText('Headache NOS');
  },
};

const showsNotice = (title: () => string, more?: () => Promise<void>) => async () => {
  await screen.findByRole('dialog', { name: title() });
  await more?.();
  const buttons = (await dialog()).getAllByRole('button');
  await expect(buttons).toHaveLength(2);
  await waitFor(() => expect(buttons[1]).toHaveFocus());
};

export const NoResults = {
  ...recommend(recommends('NOT_MATCHED')),
  play: showsNotice(() => word('aiCoding:no.notMatched.title')),
};

export const MissingItem = {
  ...recommend(refuses('missingItem', 'Reaction as reported')),
  play: showsNotice(
    () => word('aiCoding:no.missingItem.title'),
    async () => expect((await dialog()).getByRole('listitem')).toHaveTextContent('Reaction as reported'),
  ),
};

const NO_TERMS = 'No terms are loaded for recommendations: MedDRA';
export const CoderFails = { ...recommend(refuses('failed', NO_TERMS)), play: showsNotice(() => NO_TERMS) };

/** There are no recommendations at all: it closes, and nothing is said. */
export const Closed = {
  ...recommend(refuses('closed', 'No codes are recommended')),
  play: async () => {
    await waitFor(() => expect(answer()).toHaveTextContent('null'));
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
};

/** Any other failure goes the way of all failures, and the dialog goes on as a search. */
export const AnotherFailure = {
  ...recommend(refuses('other', 'Out of order')),
  play: async () => {
    await (await dialog()).findAllByText('Headache NOS');
    await expect((await dialog()).queryByText(word('dialogs:recommended'))).toBeNull();
  },
};

const entry = (dictionary: string, code = 'S00000001') =>
  dialogStory((language) => showEntry(queryClient, { dictionary, version: null, code }, language));
const shows = (count: number) => async () => {
  await screen.findByRole('dialog');
  await expect(screen.getAllByRole('definition')).toHaveLength(count);
};

/** More leads on to the look-up. */
export const WHODrugProduct = {
  ...entry('WHODD'),
  play: async () => {
    await shows(16)();
    await click('aiCoding:entry.more');
    await waitFor(() => expect(answer()).toHaveTextContent('true'));
  },
};
export const WHODrugSubstance = { ...entry('WHODD_CAS'), play: shows(2) };
export const MFDSProduct = { ...entry('MFDS_PRODUCT'), play: shows(4) };
export const MFDSSubstance = { ...entry('MFDS_INGREDIENT'), play: shows(3) };
export const IDFProduct = { ...entry('IDF'), play: shows(9) };
/** The dictionary has no details of the code: every value is a dash. */
export const IDFSubstance = {
  ...entry('IDF_SUBSTANCE', 'none'),
  play: async () => {
    await shows(9)();
    await expect((await dialog()).getAllByText('–')).toHaveLength(9);
    await click('aiCoding:entry.confirm');
    await waitFor(() => expect(answer()).toHaveTextContent('false'));
  },
};

const KEY = '00000000-0000-4000-8000-000000000001';
const update = (calls: FakeCall[]) =>
  dialogStory(
    () =>
      confirmUpdate({
        dictionary: 'WHODD',
        element: 'Sample product 100 mg',
        versionOf: (dictionary) => (dictionary === 'WHODD' ? '2026-09-01' : null),
        choices: [
          { recommendationKey: KEY, code: 'S00000001' },
          { recommendationKey: KEY, code: 'S00000002' },
        ],
      }),
    calls,
  );

export const Update = {
  ...update(recommends('MATCHED')),
  play: async () => {
    const confirmation = await dialog();
    await expect(confirmation.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      '2',
      'Sample product 100 mg',
      '2026-09-01',
      '–',
    ]);
    await click('aiCoding:update.confirm');
    await waitFor(() => expect(answer()).toHaveTextContent('true'));
  },
};

/** It stays, and says why. */
export const UpdateFails = {
  ...update(refuses('other', 'Out of order')),
  play: async () => {
    await click('aiCoding:update.confirm');
    await soon(async () => expect((await dialog()).getByRole('alert')).toHaveTextContent('Out of order'));
  },
};
