/** The workflow of a case, its routing dialog in every state, its chart, and several cases led on at once. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import * as contract from '../shared/contract/index.ts';
import { appStory } from './app/AppStory.tsx';
import { fake, Refusal, silent, type FakeCall } from './app/fakeCalls.ts';
import { sampleValidation, sampleWorkflow } from './app/sampleWorkflow.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Workflow' } satisfies Meta;
export default meta;

const TAB = 'case/12/detail/WF';
const SLOW = { timeout: 15_000 };
const button = (key: string, slots = {}) =>
  screen.findByRole('button', { name: word(`workflow:${key}`, slots) }, SLOW);
const press = async (key: string, slots = {}) => userEvent.click(await button(key, slots));
const field = (key: string) => screen.findByLabelText(new RegExp(`^${word(`workflow:${key}`)}(\\s*\\*)?$`));
const choose = async (key: string, value: string) => {
  const select = await field(key);
  await within(select).findByRole('option', { name: value });
  await userEvent.selectOptions(select, value);
};

/** Where the case is, who can lead it on, the way it took, and the chart. */
export const Tab = {
  ...appStory(TAB),
  play: async () => {
    await screen.findByRole('table', { name: word('workflow:history.title') }, SLOW);
    await expect(screen.getAllByText(word('workflow:due.late', { count: 2 }))[0]).toBeVisible();
  },
};

/** A user who neither owns it nor may override: the buttons take the focus and say why. */
export const NotMine = {
  ...appStory(TAB, {
    calls: [
      fake(contract.readWorkflow, () => {
        const refusal = {
          errCode: 'ROUTE_REFUSED',
          errMsg:
            'The case cannot be routed: it is assigned to a role that you do not have. Lee Reviewer can do it',
        };
        return sampleWorkflow({ leadRefusal: refusal, takeRefusal: { ...refusal, errCode: 'TAKE_REFUSED' } });
      }),
    ],
  }),
  play: async () => {
    const route = await button('route');
    await expect(route).toHaveAttribute('aria-disabled', 'true');
    route.focus();
    await expect(route).toHaveAccessibleDescription(/Lee Reviewer can do it/);
  },
};

/** The drawing and its table as one of the roles sees them. */
export const ChartAsRole = {
  ...appStory(TAB),
  play: async () => {
    await screen.findByRole('img', { name: word('workflow:chart.drawing') }, SLOW);
    await choose('chart.asRole', 'Medical reviewer');
    await screen.findByRole('columnheader', { name: word('workflow:chart.leads') });
  },
};

const routing = (calls: readonly FakeCall[] = []) => ({
  ...appStory(TAB, { calls }),
});

/** OK too early: what is missing is said at its field, and the first one has the focus. */
export const RoutingMissing = {
  ...routing(),
  play: async () => {
    await press('route');
    await soon(async () => expect(await field('role')).toBeDisabled());
    await soon(async () => expect(await field('user')).toBeDisabled());
    await press('ok');
    await soon(async () => expect(await field('next')).toHaveFocus());
    await screen.findByText(word('workflow:missing.comments'));
  },
};

/** Another status clears role and user, another role the user. */
export const RoutingFilled = {
  ...routing(),
  play: async () => {
    await press('route');
    await choose('next', 'Internal review completed');
    await choose('role', 'Administrator');
    await choose('user', 'Lee Reviewer');
    await choose('next', 'Saved');
    await soon(async () => expect(await field('role')).toHaveValue(''));
    await soon(async () => expect(await field('user')).toBeDisabled());
    await choose('role', 'Case processor');
    await choose('user', 'Park Reviewer');
    await userEvent.type(await field('comments'), 'Please ask for the dose');
    await screen.findByText(word('workflow:counter', { count: 23, max: 100000 }));
  },
};

/** What the server refuses keeps the dialog open, with the reason. */
export const RoutingRefused = {
  ...routing([
    fake(contract.routeCase, () => {
      throw new Refusal(
        409,
        'STATUS_CHANGED',
        'Lee Reviewer changed the status in the meantime; look at it again',
      );
    }),
  ]),
  play: async () => {
    await press('route');
    await choose('next', 'Saved');
    await userEvent.type(await field('comments'), 'Back');
    await press('ok');
    await screen.findByText(/Lee Reviewer changed the status in the meantime/);
    await soon(async () => expect(await field('comments')).toHaveValue('Back'));
  },
};

/** In place of the owner, and signed: both are asked for. */
export const RoutingSigned = {
  ...routing([
    fake(contract.readWorkflow, () => {
      const { current } = sampleWorkflow();
      return sampleWorkflow({
        current: { ...current, workflowKey: 'REVIEWED', workflowLabel: 'Internal review completed' },
        next: ['SAVED', 'FINALIZED'],
        leadRefusal: { errCode: 'ROUTE_REFUSED', errMsg: 'It belongs to somebody else' },
        mayOverride: true,
      });
    }),
  ]),
  play: async () => {
    await press('routeInstead');
    await choose('next', 'Finalized');
    await screen.findByText(word('status:signature.legend'));
    await userEvent.type(await field('comments'), 'Approved');
    await press('ok');
    await soon(async () => expect(await field('override.label')).toHaveFocus());
  },
};

export const RoutingDone = {
  ...routing(),
  play: async () => {
    await press('route');
    await choose('next', 'Saved');
    await userEvent.type(await field('comments'), 'Back');
    await press('ok');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** Opens the dialog for the first four cases of the list. */
const openBatch = async () => {
  const boxes = await screen.findAllByRole('checkbox', { name: /\d/ }, SLOW);
  for (const box of boxes.slice(0, 4)) await userEvent.click(box);
  await userEvent.click(await screen.findByRole('button', { name: word('cases:actions.workflow') }));
};
const fillBatch = async () => {
  await choose('next', 'Saved');
  await userEvent.type(await field('comments'), 'All of them');
  await press('batch.check');
};

export const BatchForm = {
  ...appStory('case/list'),
  play: async () => {
    await openBatch();
    await field('next');
    await screen.findByText(word('workflow:batch.someCannot', { count: 1 }));
  },
};

export const BatchConfirm = {
  ...appStory('case/list', {
    calls: [
      fake(contract.validateBatchWorkflow, ({ body }) => sampleValidation(body.caseKeys, { signed: true })),
    ],
  }),
  play: async () => {
    await openBatch();
    await fillBatch();
    await press('batch.routeCases', { count: 3 });
    await screen.findByText(word('status:signature.passwordRequired'));
  },
};

export const BatchRunning = {
  ...appStory('case/list', { calls: [silent(contract.runBatchWorkflow)] }),
  play: async () => {
    await openBatch();
    await fillBatch();
    await press('batch.routeCases', { count: 3 });
    await press('batch.stop');
    await screen.findByText(word('workflow:batch.stopping', { done: 0, total: 3 }));
  },
};

export const BatchDone = {
  ...appStory('case/list'),
  play: async () => {
    await openBatch();
    await fillBatch();
    await press('batch.routeCases', { count: 3 });
    await screen.findByText(word('workflow:batch.done', { count: 3 }));
  },
};
