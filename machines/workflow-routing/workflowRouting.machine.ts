/** The routing form: status, role and user in this order, comments, and what the step requires. */
import { assign, fromPromise, setup } from 'xstate';
import { MAX_ROUTING_COMMENTS } from '../../shared/workflow/plan.ts';

export interface RoutingUser {
  userKey: number;
  userName: string;
}

/** Contents of the form. */
export interface RoutingDraft {
  /** null, '' : not chosen, not filled in */
  workflowKey: string | null;
  /** it stays in its current step and is reassigned */
  stays: boolean;
  roleId: number | null;
  userKey: number | null;
  comments: string;
  overrideReason: string;
}

/** The submitted data. */
export interface RoutingAnswer extends RoutingDraft {
  workflowKey: string;
  /** null: not signed */
  signature: { meaning: string; password: string } | null;
}

export const EMPTY_ROUTING: RoutingDraft = {
  workflowKey: null,
  stays: false,
  roleId: null,
  userKey: null,
  comments: '',
  overrideReason: '',
};

interface RoutingInput {
  draft: RoutingDraft;
  /** routing it there is signed */
  signedSteps: readonly string[];
  /** the user is not the owner and must give a reason for acting on the owner's behalf */
  mustOverride: boolean;
  /** initial selection */
  meaning: string;
}

interface RoutingContext extends RoutingInput {
  /** of the role; null: not loaded */
  users: readonly RoutingUser[] | null;
  password: string;
  /** OK was pressed: missing fields are reported */
  submitted: boolean;
  problem: unknown;
}

export type RoutingField = 'workflowKey' | 'comments' | 'overrideReason' | 'password';

type RoutingEvent =
  | { type: 'status.chosen'; workflowKey: string | null; stays?: boolean }
  | { type: 'role.chosen'; roleId: number | null }
  | { type: 'user.chosen'; userKey: number | null }
  | { type: 'comments.written'; comments: string }
  | { type: 'override.written'; overrideReason: string }
  | { type: 'meaning.chosen'; meaning: string }
  | { type: 'password.written'; password: string }
  | { type: 'ok' }
  | { type: 'cancelled' };

/** Whether routing it to the chosen step is signed. */
export const isSigned = ({ draft, signedSteps }: Pick<RoutingContext, 'draft' | 'signedSteps'>): boolean =>
  draft.workflowKey !== null && !draft.stays && signedSteps.includes(draft.workflowKey);

/** Fields that must be filled in, or shortened, before submitting, in form order. */
export function missingOf(
  context: Pick<RoutingContext, 'draft' | 'signedSteps' | 'mustOverride' | 'password'>,
): RoutingField[] {
  const { draft, mustOverride, password } = context;
  const missing: Record<RoutingField, boolean> = {
    workflowKey: draft.workflowKey === null,
    comments: draft.comments.trim() === '' || draft.comments.length > MAX_ROUTING_COMMENTS,
    overrideReason: mustOverride && draft.overrideReason.trim() === '',
    password: isSigned(context) && password === '',
  };
  return (Object.keys(missing) as RoutingField[]).filter((field) => missing[field]);
}

const answerOf = ({
  draft,
  meaning,
  password,
  ...context
}: RoutingContext): RoutingAnswer & { workflowKey: string } => ({
  ...draft,
  workflowKey: draft.workflowKey ?? '',
  comments: draft.comments.trim(),
  overrideReason: draft.overrideReason.trim(),
  signature: isSigned({ draft, ...context }) ? { meaning, password } : null,
});

/**
 * Actor `loadUsers` reads the users of a role, `sendRouting` submits the form and rejects with the reason of a
 * refusal: the form then stays open and the password is discarded. `focusMissing` focuses the first missing field.
 */
export const workflowRoutingMachine = setup({
  types: {
    context: {} as RoutingContext,
    events: {} as RoutingEvent,
    input: {} as RoutingInput,
  },
  actors: {
    loadUsers: fromPromise<readonly RoutingUser[], { roleId: number | null }>(() =>
      Promise.reject(new Error('loadUsers was not provided')),
    ),
    sendRouting: fromPromise<unknown, RoutingAnswer>(() =>
      Promise.reject(new Error('sendRouting was not provided')),
    ),
  },
  actions: {
    focusMissing: (_, _missing: { field: RoutingField | undefined }) => {},
    change: assign(({ context }, change: Partial<RoutingDraft>) => ({
      draft: { ...context.draft, ...change },
    })),
    forgetUsers: assign({ users: null }),
  },
  guards: {
    isComplete: ({ context }) => missingOf(context).length === 0,
    noRole: ({ context }) => context.draft.roleId === null,
    usersUnknown: ({ context }) => context.draft.roleId !== null && context.users === null,
    roleTakenBack: ({ event }) => event.type === 'role.chosen' && event.roleId === null,
    noStatus: ({ context }) => context.draft.workflowKey === null,
  },
}).createMachine({
  id: 'workflowRouting',
  context: ({ input }) => ({ ...input, users: null, password: '', submitted: false, problem: null }),
  initial: 'filling',
  states: {
    filling: {
      initial: 'beginning',
      states: {
        beginning: { always: [{ guard: 'usersUnknown', target: 'loadingUsers' }, { target: 'resting' }] },
        resting: {},
        loadingUsers: {
          invoke: {
            src: 'loadUsers',
            input: ({ context }) => ({ roleId: context.draft.roleId }),
            onDone: { target: 'resting', actions: assign({ users: ({ event }) => event.output }) },
            onError: { target: 'resting', actions: assign({ problem: ({ event }) => event.error }) },
          },
        },
      },
      on: {
        'status.chosen': {
          target: '.resting',
          actions: [
            {
              type: 'change',
              params: ({ event: { workflowKey, stays = false } }) => ({
                workflowKey,
                stays,
                roleId: null,
                userKey: null,
              }),
            },
            'forgetUsers',
          ],
        },
        'role.chosen': [
          { guard: 'noStatus' },
          {
            guard: 'roleTakenBack',
            target: '.resting',
            actions: [{ type: 'change', params: { roleId: null, userKey: null } }, 'forgetUsers'],
          },
          {
            target: '.loadingUsers',
            reenter: true,
            actions: [
              { type: 'change', params: ({ event }) => ({ roleId: event.roleId, userKey: null }) },
              'forgetUsers',
              assign({ problem: null }),
            ],
          },
        ],
        'user.chosen': [
          { guard: 'noRole' },
          { actions: { type: 'change', params: ({ event }) => ({ userKey: event.userKey }) } },
        ],
        'comments.written': {
          actions: { type: 'change', params: ({ event }) => ({ comments: event.comments }) },
        },
        'override.written': {
          actions: { type: 'change', params: ({ event }) => ({ overrideReason: event.overrideReason }) },
        },
        'meaning.chosen': { actions: assign({ meaning: ({ event }) => event.meaning }) },
        'password.written': { actions: assign({ password: ({ event }) => event.password }) },
        ok: [
          { guard: 'isComplete', target: 'sending', actions: assign({ problem: null }) },
          {
            actions: [
              assign({ submitted: true }),
              { type: 'focusMissing', params: ({ context }) => ({ field: missingOf(context)[0] }) },
            ],
          },
        ],
        cancelled: 'closed',
      },
    },
    sending: {
      invoke: {
        src: 'sendRouting',
        input: ({ context }) => answerOf(context),
        onDone: 'closed',
        onError: {
          target: 'filling',
          actions: assign({ problem: ({ event }) => event.error, password: '' }),
        },
      },
    },
    closed: { type: 'final', entry: assign({ password: '' }) },
  },
});
