/** Going to the help center: it lets the user in, or asks him first to agree to its policy in a window of its own. */
import { assertEvent, fromPromise, setup } from 'xstate';

/** Where the user's browser is sent, as the server answers. */
export interface WayIn {
  policyAgreed: boolean;
  url: string;
}

type HelpCenterEvent =
  | { type: 'help.requested' }
  /** the window of the policy said something: that the user agreed, or anything else */
  | { type: 'policy.answered'; agreed: boolean };

/**
 * `askHelpCenter` is the call; `openHelpCenter` and `openPolicy` open the address; `closePolicy` closes the window of
 * the policy. Once agreed, the call is made again (specification section 2).
 */
export const helpCenterMachine = setup({
  types: { events: {} as HelpCenterEvent },
  actors: {
    askHelpCenter: fromPromise<WayIn>(() => Promise.reject(new Error('askHelpCenter was not provided'))),
  },
  actions: {
    openHelpCenter: (_, _way: WayIn) => {},
    openPolicy: (_, _way: WayIn) => {},
    closePolicy: () => {},
    showFailed: (_, _failure: { error: unknown }) => {},
  },
  guards: {
    isAgreed: (_, { policyAgreed }: WayIn) => policyAgreed,
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
        // the window was closed by hand, or lies behind another one
        'help.requested': 'asking',
      },
    },
  },
});
