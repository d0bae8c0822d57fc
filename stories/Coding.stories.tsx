/** Terms of all cases and their codes: the list, what is taken at once, the second coder, another version. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { appStory } from './app/AppStory.tsx';
import { agreementCalls, cockpitCalls, codingCalls } from './app/sampleCoding.ts';
import { recommends, refuses } from './app/sampleCodings.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Coding', globals: { appendix: 'KR' } } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };
const PATH = 'coding/product/list';
const button = (name: string) => screen.findByRole('button', { name }, WAIT);
const dialog = () => screen.findByRole('dialog', {}, WAIT);

/** Uncoded, coded and reviewed terms; a case opens by its number. */
export const Page = {
  ...appStory(PATH, { calls: codingCalls() }),
  play: async () => {
    await soon(() => expect(screen.getByText('Unheard of')).toBeVisible());
    await soon(async () =>
      expect(await button(word('coding:review.open'))).toHaveAttribute('aria-disabled', 'true'),
    );
    const [link] = screen.getAllByRole('link', { name: 'KR-ACME-2026-0012' });
    await expect(link).toHaveAttribute('href', expect.stringContaining('case/12/detail/DG/1'));
  },
};

/** Shown before anything is saved; each can be left out. */
export const ExactMatches = {
  ...appStory(PATH, { calls: codingCalls() }),
  play: async () => {
    await userEvent.click(await button(word('coding:matches.open')));
    const shown = within(await dialog());
    const accept = word('coding:matches.accept', { count: 2 });
    await soon(() => expect(shown.getByRole('button', { name: accept })).toBeVisible());
    const boxes = shown.getAllByRole('checkbox');
    await userEvent.click(boxes.at(-1) as HTMLElement);
    await expect(
      shown.getByRole('button', { name: word('coding:matches.accept', { count: 1 }) }),
    ).toBeVisible();
  },
};

/** What is certain is ticked; before anything is saved it is asked once more. */
export const RecommendedCodes = {
  ...appStory(PATH, { calls: [...recommends('MATCHED'), ...codingCalls()] }),
  play: async () => {
    const [cell] = await screen.findAllByText('Zalmer', {}, WAIT);
    const row = cell?.closest('tr') as HTMLElement;
    await userEvent.click(within(row).getByRole('checkbox'));
    await userEvent.click(await button(word('coding:recommended.open')));
    const shown = within(await dialog());
    const accept = word('coding:matches.accept', { count: 1 });
    await userEvent.click(await shown.findByRole('button', { name: accept }, WAIT));
    const question = await screen.findByText(word('aiCoding:update.question', { count: 1 }), {}, WAIT);
    await expect(question).toBeVisible();
  },
};

/** Reports why a term has no suggestion, instead of a missing dictionary. */
export const NothingRecommended = {
  ...appStory(PATH, { calls: [...refuses('failed', 'The AI service is out of order.'), ...codingCalls()] }),
  play: async () => {
    const [cell] = await screen.findAllByText('Zalmer', {}, WAIT);
    await userEvent.click(within(cell?.closest('tr') as HTMLElement).getByRole('checkbox'));
    await userEvent.click(await button(word('coding:recommended.open')));
    const shown = within(await dialog());
    const why = word('coding:recommended.unanswered', { count: 1, why: 'The AI service is out of order.' });
    await soon(() => expect(shown.getByText(why)).toBeVisible());
    await expect(shown.queryByText(word('coding:matches.notLoaded'))).toBeNull();
  },
};

/** What one is refused for does not stop the others. */
export const Review = {
  ...appStory(PATH, { calls: codingCalls() }),
  play: async () => {
    for (const name of ['Pravux', 'Dorvant']) {
      const [cell] = await screen.findAllByText(name, {}, WAIT);
      const row = cell?.closest('tr') as HTMLElement;
      await userEvent.click(within(row).getByRole('checkbox'));
    }
    await userEvent.click(await button(word('coding:review.open')));
    const shown = within(await dialog());
    await userEvent.click(shown.getByRole('button', { name: word('coding:review.confirm') }));
    await soon(() => expect(shown.getByText('You gave this code yourself.')).toBeVisible());
    await expect(shown.getByText(word('coding:review.done'))).toBeVisible();
  },
};

/** Nothing is changed: what would be, and in which cases. */
export const AnotherVersion = {
  ...appStory(PATH, { calls: codingCalls() }),
  play: async () => {
    await userEvent.click(await button(word('coding:compare.open')));
    const shown = within(await dialog());
    await soon(() => expect(shown.getByText('Pravux N')).toBeVisible());
    await expect(shown.getByText('C Heart › C10')).toBeVisible();
    await expect(shown.getByText('KR-ACME-2026-0015')).toBeVisible();
    await expect(shown.getByText('Renamed')).toBeVisible();
    await expect(shown.getByText('Moved')).toBeVisible();
  },
};

/** All is well. */
export const NothingToCode = {
  ...appStory(PATH, { calls: codingCalls({ terms: [] }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('coding:none'))).toBeVisible());
  },
};

/** Terms of equal text are coded together; one of a locked case says why it is not. */
export const Queue = {
  ...appStory('coding/queue', { calls: cockpitCalls() }),
  play: async () => {
    await soon(() => expect(screen.getByRole('option', { name: /Dizziness/ })).toBeVisible());
    await expect(screen.getByText('The case is locked.')).toBeVisible();
    await expect(screen.getByText(word('coding:cockpit.chosen'))).toBeVisible();
  },
};

/** The second coder sees neither codes nor what others chose. */
export const SecondCoder = {
  ...appStory('coding/queue?step=second', { calls: cockpitCalls() }),
  play: async () => {
    await soon(() => expect(screen.getByLabelText(word('coding:cockpit.remark'))).toBeVisible());
    await expect(screen.queryByText(word('coding:cockpit.chosen'))).toBeNull();
  },
};

/** Both codes with who gave them and why: a decision needs a code and a reason. */
export const Adjudication = {
  ...appStory('coding/queue?step=decide', { calls: cockpitCalls() }),
  play: async () => {
    // its key is a part of its name
    const name = new RegExp(`^${word('coding:decide.confirm')}`);
    const decide = await screen.findByRole('button', { name }, WAIT);
    await expect(decide).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('radio', { name: /900199/ }));
    await userEvent.type(screen.getByLabelText(new RegExp(word('coding:decide.reason'))), 'As reported');
    await waitFor(() => expect(decide).not.toHaveAttribute('aria-disabled', 'true'));
  },
};

/** Kappa by level and by pair of coders; a number of terms opens its list. */
export const Agreement = {
  ...appStory('coding/agreement', { calls: agreementCalls() }),
  play: async () => {
    await soon(() => expect(screen.getByRole('img', { name: word('coding:agreement.chart') })).toBeVisible());
    const [none] = screen.getAllByText(word('coding:agreement.none'));
    await expect(none).toBeVisible();
    const number = `LLT, ${word('coding:agreement.different')}: 10`;
    await userEvent.click(screen.getByRole('button', { name: number }));
    await soon(async () => expect(within(await dialog()).getByText('Dizziness 900101')).toBeVisible());
  },
};

/** A day that cannot be read is no open end: nothing is counted until it is one. */
export const AgreementOfNoPeriod = {
  ...appStory('coding/agreement', { calls: agreementCalls() }),
  play: async () => {
    const from = await screen.findByRole('textbox', { name: word('coding:agreement.from') }, WAIT);
    await soon(() => expect(screen.getByRole('img', { name: word('coding:agreement.chart') })).toBeVisible());
    await userEvent.type(from, '2024-13-05');
    await userEvent.tab();
    await expect(from).toHaveValue('2024-13-05');
    await expect(from).toBeInvalid();
    await soon(() => expect(screen.getByText(word('coding:agreement.unread'))).toBeVisible());
    await expect(screen.queryByRole('img', { name: word('coding:agreement.chart') })).toBeNull();
    await userEvent.clear(from);
    await soon(() => expect(screen.getByRole('img', { name: word('coding:agreement.chart') })).toBeVisible());
  },
};

/** Nothing was coded twice. */
export const NoAgreement = {
  ...appStory('coding/agreement', { calls: agreementCalls({ isEmpty: true }) }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('coding:agreement.nothing'))).toBeVisible());
  },
};
