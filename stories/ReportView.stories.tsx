/** A case as a report and as its message: beside its form, in the past, and in a comparison. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  readCaseContent,
  readMessageLines,
  readReportCodes,
  readReportFonts,
  readReportReceivers,
  readTerms,
} from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent } from './app/fakeCalls.ts';
import { historyCalls, wholeCase } from './app/sampleHistory.ts';
import { READ_AT } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { catalogueOf } from './catalogue.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Report view' } satisfies Meta;
export default meta;

const SLOW = { timeout: 20_000 };
const PATIENT = 'case/12/detail/DM';
const catalogue = catalogueOf('KR');
const initials = catalogue.roles['patientInitials'] ?? '';
const content = wholeCase(catalogue);

/** Every character is as wide as a digit. */
const even = { regular: [32, 0xffff, 560], bold: [32, 0xffff, 580] };
const calls = [
  fake(readReportFonts, () => ({ latin: even, kr: even, jp: even, sc: even })),
  fake(readReportCodes, () => ({ codeLists: {} })),
  fake(readReportReceivers, () => ({
    receiverList: [
      { receiverName: 'MFDS', receiverType: 'authority' as const, maskedItems: [initials], language: null },
    ],
  })),
  fake(readTerms, ({ body: { codes } }) => ({ terms: codes.map(() => null) })),
  fake(readCaseContent, () => ({ ...content, retrievedAt: READ_AT })),
  fake(readMessageLines, ({ body: { values } }) => ({
    lines: [
      { depth: 0, text: '<?xml version="1.0" encoding="UTF-8"?>', values: [] },
      { depth: 1, text: '<PORR_IN049016UV>', values: [] },
      ...values.slice(0, 60).map(({ itemId, rowNo, rowNo2, rowNo3, value }) => ({
        depth: 2,
        text: `<value code="${value}"/>`,
        values: [`${itemId}|${rowNo}|${rowNo2}|${rowNo3}`],
      })),
      { depth: 1, text: '</PORR_IN049016UV>', values: [] },
    ],
  })),
];

async function openPane() {
  const [button] = await screen.findAllByRole('button', { name: word('report:pane') }, SLOW);
  if (button) await userEvent.click(button);
  return within(await screen.findByRole('region', { name: word('report:pane') }, SLOW));
}
const spots = () => document.querySelectorAll('[data-spot]');

/** The form, whose places are reached by keyboard. */
export const Form = {
  ...appStory(PATIENT, { calls }),
  play: async () => {
    await openPane();
    await waitFor(() => expect(spots().length).toBeGreaterThan(10), SLOW);
    const field = document.querySelector<HTMLElement>(`[data-item="${initials}"] input`);
    field?.focus();
    await waitFor(() => expect(document.querySelector('[data-spot][data-lit]')).toBeVisible(), SLOW);
    const [first] = [...document.querySelectorAll<HTMLElement>('[data-spot][tabindex="0"]')];
    first?.focus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    await expect(document.activeElement).toHaveAttribute('data-spot');
    await expect(document.activeElement).toHaveAccessibleName();
  },
};

/** The form and the message beside each other. */
export const Both = {
  ...appStory(PATIENT, { calls }),
  play: async () => {
    const pane = await openPane();
    await userEvent.click(await pane.findByText(word('report:as.both')));
    await soon(() => expect(pane.getByRole('list', { name: word('report:message') })).toBeVisible());
    await waitFor(() => expect(spots().length).toBeGreaterThan(10), SLOW);
    await userEvent.click(await pane.findByText(word('report:as.form')));
  },
};

/** What a moment of the past changed is marked. */
export const Then = {
  ...appStory(`${PATIENT}?at=3`, { calls: [...calls, ...historyCalls(catalogue)] }),
  play: async () => {
    await openPane();
    await waitFor(() => expect(document.querySelector('[data-spot][data-changed]')).toBeVisible(), SLOW);
  },
};

/** Until everything is there. */
export const Loading = {
  ...appStory(PATIENT, { calls: [...calls, silent(readReportFonts)] }),
  play: async () => {
    const pane = await openPane();
    await soon(() => expect(pane.getByText(word('components:loading'))).toBeVisible());
  },
};

export const Failed = {
  ...appStory(PATIENT, {
    calls: [
      ...calls,
      fake(readReportFonts, () => {
        throw new Refusal(500, 'INTERNAL', 'It failed');
      }),
    ],
  }),
  play: async () => {
    const pane = await openPane();
    await soon(() => expect(pane.getByText(word('report:failed'))).toBeVisible());
  },
};
