/** Why a reaction is expected for a drug, or why nothing is suggested. */
import i18next from 'i18next';
import type { Meta } from '@storybook/react-vite';
import { expect, screen, within } from 'storybook/test';
import { ExpectednessWhy } from '../src/areas/case-editor/expectedness/ExpectednessWhy.tsx';
import { assessExpectedness, type ExpectednessFacts } from '../shared/expectedness/assessExpectedness.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { dialogStory } from './app/DialogStory.tsx';
import { openDialog } from '../src/dialogs/index.ts';
import { word } from './app/word.ts';
import { allItems } from './catalogue.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Expectedness' } satisfies Meta;
export default meta;

const core = { name: 'Core 2', country: '', from: '20250101', to: '', terms: ['20'] };
const facts: ExpectednessFacts = {
  drug: 'Testrin',
  information: { recordKey: 1, product: 'Testrin', versions: [core] },
  term: { code: '21', name: 'Itchy rash', above: [{ code: '20', name: 'Rash' }] },
  onset: '20250615',
  country: '',
};
const why = (given: ExpectednessFacts) =>
  dialogStory(async () => {
    await i18next.loadNamespaces(['expectedness', 'explain']);
    const { conclusion, version, why: reasons } = assessExpectedness(given);
    const suggestion = {
      ...addressAt('CW.expectedness', [1, 1]),
      conclusion,
      value: conclusion,
      versions: version === null ? [] : [version],
      why: reasons,
    };
    return openDialog<null>(
      (onAnswer) => (
        <ExpectednessWhy catalogue={allItems} suggestion={suggestion} onClose={() => onAnswer(null)} />
      ),
      null,
    );
  }, []);
const dialog = async () => within(await screen.findByRole('dialog'));

/** Each fact with its value. */
export const Expected = {
  ...why(facts),
  play: async () => {
    const shown = { conclusion: word('expectedness:conclusions.expected'), versions: 'Core 2' };
    await soon(async () =>
      expect((await dialog()).getByText(word('expectedness:suggested', shown))).toBeVisible(),
    );
    await expect((await dialog()).getByText('Rash (20)')).toBeVisible();
  },
};

/** The first fact that is missing is the last one that is shown. */
export const NothingSuggested = {
  ...why({ ...facts, onset: '' }),
  play: async () => {
    await soon(async () =>
      expect((await dialog()).getByText(word('expectedness:noSuggestion'))).toBeVisible(),
    );
  },
};
