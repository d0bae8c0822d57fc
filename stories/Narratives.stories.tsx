/** Texts that templates write: their sentences in a case, and the template beside what it writes. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import {
  findCaseByNumber,
  previewNarrative,
  proposeTextValues,
  readPage,
  readRecord,
  writeNarrativeOfEdits,
} from '../shared/contract/index.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../shared/case/itemValue.ts';
import type { Sentence } from '../shared/narratives/sentence.types.ts';
import { sentencesText } from '../shared/narratives/storedSentences.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, type FakeCall } from './app/fakeCalls.ts';
import { CASE_KEY, READ_AT, samplePage } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { allItems } from './catalogue.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Narratives' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const RECORD = 3;
const COLUMN = 'NR_TEXT';
const OF_KIND = { kind: 'narrative', recordKey: RECORD };

const sentence = (key: string, text: string, itemId: string, rows: number[] = []): Sentence => {
  const { rowNo, rowNo2, rowNo3 } = addressAt(itemId, rows);
  return { key, text, gap: ' ', reads: [`${itemId}|${rowNo}|${rowNo2}|${rowNo3}`] };
};
const written = [
  sentence('0/+0', 'The patient is male.', 'D.5'),
  sentence('20/+0', 'He had a headache.', 'E.i.1.1a', [1]),
  sentence('40/+0', 'The outcome was unknown.', 'E.i.7', [1]),
];
const now = [
  written[0] ?? sentence('', '', ''),
  { ...sentence('20/+0', 'He had a severe headache.', 'E.i.1.1a', [1]) },
  sentence('40/+0', 'The outcome was recovered.', 'E.i.7', [1]),
].map((one) => ({ ...one, reads: [...one.reads] }));

const narrative = (sentences: readonly Sentence[]) => ({
  ...addressAt('H.1', []),
  ...EMPTY_VALUE,
  value: 'The patient is male. He had a headache. By hand: the outcome was unknown.',
  properties: {
    sentences: sentencesText({ recordKey: RECORD, version: 1, column: COLUMN, sentences }) ?? '',
  },
});
const calls: readonly FakeCall[] = [
  fake(readPage, ({ params }) => ({
    ...samplePage(allItems, params.page, 0),
    values: params.page === 'NR' ? [narrative(written)] : [],
  })),
  fake(writeNarrativeOfEdits, () => ({
    recordKey: RECORD,
    name: 'Spontaneous report',
    version: 1,
    newest: 2,
    texts: { [COLUMN]: { text: now.map(({ text }) => text).join(' '), sentences: now, notation: null } },
  })),
];

/** One sentence would read otherwise, one was edited; renewing leaves nothing to renew. */
export const InACase = {
  ...appStory(`case/${CASE_KEY}/detail/NR`, { calls }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('narrative:show') }, WAIT));
    const list = within(await screen.findByRole('list', { name: word('narrative:labels.value') }));
    await expect(list.getByText(word('narrative:states.changed'))).toBeVisible();
    await expect(list.getByText(word('narrative:states.editedChanged'))).toBeVisible();
    await userEvent.hover(list.getByRole('button', { name: 'He had a headache.' }));
    await expect(screen.getByText(word('narrative:newest', { newest: 2 }))).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: word('narrative:renew', { count: 1 }) }));
    await screen.findByText(word('narrative:counts.same'));
    await expect(
      screen.getByDisplayValue(
        'The patient is male. He had a severe headache. By hand: the outcome was unknown.',
      ),
    ).toHaveFocus();
  },
};

const template = [
  fake(readRecord, () => ({
    ...OF_KIND,
    name: 'Spontaneous report',
    versionNo: 1,
    page: 'NT',
    rowNo: 0,
    values: [{ ...addressAt(COLUMN, []), ...EMPTY_VALUE, value: 'The patient is {D.5|lower}. {E.i.44}' }],
    rows: [],
    inputs: { values: [], rows: [] },
    retrievedAt: READ_AT,
    saved: 'Y' as const,
    life: { state: 'active' as const, deleted: false },
    readOnly: null,
    previousKey: null,
    nextKey: null,
  })),
  fake(findCaseByNumber, () => ({ caseKey: CASE_KEY, caseNo: 'KR-ACME-2026-0012' })),
];
const problem = {
  id: 'unknownItem' as const,
  severity: 'error' as const,
  line: 1,
  column: 29,
  offset: 28,
  values: { item: 'E.i.44', suggestion: 'E.i.4' },
};

/** An unknown item is named with its place. */
export const WrongTemplate = {
  ...appStory(`caseinfo/narrative/${RECORD}/detail`, {
    calls: [...template, fake(previewNarrative, () => ({ problems: [problem], sentences: null }))],
  }),
  play: async () => {
    await screen.findByText(word('narrative:template.problems', { count: 1 }), {}, WAIT);
    await expect((await screen.findAllByText(/E\.i\.44.*E\.i\.4/))[0]).toBeVisible();
  },
};

/** What it writes about a case; an item is inserted by its label. */
export const TemplateWithCase = {
  ...appStory(`caseinfo/narrative/${RECORD}/detail`, {
    calls: [
      ...template,
      fake(previewNarrative, ({ body }) => ({
        problems: [],
        sentences: body.caseKey === null ? null : now,
      })),
    ],
  }),
  play: async () => {
    await userEvent.type(
      await screen.findByRole('textbox', { name: word('narrative:template.caseNumber') }, WAIT),
      'KR-ACME-2026-0012{Enter}',
    );
    await screen.findByRole('button', { name: 'The patient is male.' }, WAIT);
    await userEvent.click(screen.getByRole('button', { name: word('narrative:template.inserts.value') }));
    const dialog = within(await screen.findByRole('dialog', {}, WAIT));
    await userEvent.type(dialog.getByRole('combobox'), 'D.1{Enter}');
    await soon(() => expect(screen.getByDisplayValue(/\{D\.1\}/)).toBeVisible());
  },
};

const TEXT = 'He took Zalmer. On 5 March 2024 he developed a rash.';
const textValue = (
  key: string,
  place: [number, number],
  itemId: string,
  value: string,
  current: string | null,
) => ({
  key,
  sentence: place[0] < 16 ? 1 : 2,
  from: place[0],
  to: place[1],
  changes: [{ ...addressAt(itemId, [0]), value, current }],
  differs: current !== null,
});
const proposals: FakeCall = fake(proposeTextValues, () => ({
  retrievedAt: READ_AT,
  text: TEXT,
  sentences: [
    { from: 0, to: 15 },
    { from: 16, to: TEXT.length },
  ],
  groups: [
    {
      subject: 'reaction' as const,
      page: 'AE',
      rowNo: 0,
      within: null,
      name: 'rash',
      values: [
        textValue('reaction/1/0', [47, 51], 'E.i.1.1a', 'rash', null),
        textValue('reaction/1/1', [19, 31], 'E.i.4', '20240305', '20240306'),
      ],
    },
  ],
}));

/** A value lights its sentence; accepting one of a new row brings the name of the row, and undoing takes both back. */
export const ValuesOfAText = {
  ...appStory(`case/${CASE_KEY}/detail/NR`, { calls: [proposals, ...calls] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: word('textValues:show') }, WAIT));
    const list = within(await screen.findByRole('list', { name: word('textValues:proposed') }));
    await expect(list.getByText(word('textValues:differs'))).toBeVisible();
    const [, second] = list.getAllByRole('button');
    if (second) await userEvent.click(second);
    await expect(screen.getByText(word('textValues:state', { accepted: 2, left: 0 }))).toBeVisible();
    await expect(screen.getByText('5 March 2024', { selector: 'mark' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: word('textValues:undo') }));
    await expect(screen.getByText(word('textValues:state', { accepted: 0, left: 2 }))).toBeVisible();
  },
};
