/** Opening the help center: it admits the user, or first asks to accept its policy in a window of its own. */
import { assertEvent, fromPromise, setup } from 'xstate';

/** Redirect target from the server. */
export interface HelpCenterEntry {
  policyAgreed: boolean;
  url: string;
}

type HelpCenterEvent =
  | { type: 'help.requested' }
  /** message of the policy window: accepted, or anything else */
  | { type: 'policy.answered'; agreed: boolean };

/**
 * `askHelpCenter` is the call; `openHelpCenter` and `openPolicy` open the address; `closePolicy` closes the policy
 * window. After acceptance the call is repeated (specification section 2).
 */
export const helpCenterMachine = setup({
  types: { events: {} as HelpCenterEvent },
  actors: {
    askHelpCenter: fromPromise<HelpCenterEntry>(() =>
      Promise.reject(new Error('askHelpCenter was not provided')),
    ),
  },
  actions: {
    openHelpCenter: (_, _entry: HelpCenterEntry) => {},
    openPolicy: (_, _entry: HelpCenterEntry) => {},
    closePolicy: () => {},
    showFailed: (_, _failure: { error: unknown }) => {},
  },
  guards: {
    isAgreed: (_, { policyAgreed }: HelpCenterEntry) => policyAgreed,
    saysAgreed: ({ event }) => {
      assertEvent(event, 'policy.answered');
      return event.agreed;
    },
  },
}).createMachine({
  id: 'helpCenter',
  initial: 'idle',
  states: {
    idle: { on: { 'help.requested': 'asking' } },
    asking: {
      invoke: {
        src: 'askHelpCenter',
        onDone: [
          {
            guard: { type: 'isAgreed', params: ({ event }) => event.output },
            target: 'idle',
            actions: { type: 'openHelpCenter', params: ({ event }) => event.output },
          },
          { target: 'agreeing', actions: { type: 'openPolicy', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'showFailed', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    agreeing: {
      on: {
        'policy.answered': [
          { guard: 'saysAgreed', target: 'asking' },
          { target: 'idle', actions: 'closePolicy' },
        ],
        // the window was closed by hand, or is behind another one
        'help.requested': 'asking',
      },
    },
  },
});
