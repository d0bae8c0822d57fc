/** Choosing a sponsor and one of its senders. Both are required (specification sections 4 and 5). */
import { assertEvent, assign, fromPromise, setup } from 'xstate';

/** Keys as form values; '' is none. */
export interface SenderChoice {
  sponsor: string;
  sender: string;
}

interface ChoiceContext extends SenderChoice {
  /** of the sponsor; the first is the default */
  senders: readonly string[];
  /** confirmed before the senders were listed */
  confirmed: boolean;
}

type ChoiceEvent =
  | { type: 'sponsor.chosen'; sponsor: string }
  | { type: 'sender.chosen'; sender: string }
  | { type: 'senders.retried' }
  | { type: 'choice.submitted' };

/** The requested sender if the sponsor has it, else the first; none if the sponsor has no senders. */
const senderAmong = (senders: readonly string[], requested: string): string =>
  senders.includes(requested) ? requested : (senders[0] ?? '');

/** A sponsor without senders can be chosen alone: a user has to enter the first sender. */
const isSenderMissing = ({ sender, senders }: ChoiceContext): boolean => sender === '' && senders.length > 0;

/** Missing fields, for the messages of the form. */
export const missingIn = (context: ChoiceContext): { sponsor: boolean; sender: boolean } => ({
  sponsor: context.sponsor === '',
  sender: isSenderMissing(context),
});

/** `listSenders` reads the senders of a sponsor; `showMissing` focuses the first empty field. */
export const senderChoiceMachine = setup({
  types: {
    context: {} as ChoiceContext,
    input: {} as SenderChoice,
    events: {} as ChoiceEvent,
    output: {} as SenderChoice,
  },
  actors: {
    listSenders: fromPromise<readonly string[], { sponsor: string }>(() =>
      Promise.reject(new Error('listSenders was not provided')),
    ),
  },
  actions: {
    takeSponsor: assign(({ event }) => {
      assertEvent(event, 'sponsor.chosen');
      return { sponsor: event.sponsor, sender: '', senders: [], confirmed: false };
    }),
    takeSender: assign(({ context: { senders }, event }) => {
      assertEvent(event, 'sender.chosen');
      return { sender: senders.includes(event.sender) ? event.sender : '' };
    }),
    confirm: assign({ confirmed: true }),
    listed: assign(({ context }, { senders }: { senders: readonly string[] }) => ({
      senders,
      sender: senderAmong(senders, context.sender),
      confirmed: false,
    })),
    showMissing: () => {},
  },
  guards: {
    noSponsor: ({ context, event }) =>
      (event.type === 'sponsor.chosen' ? event.sponsor : context.sponsor) === '',
    // of several senders the user has to see which one it is
    isConfirmed: ({ context: { confirmed, sender } }, { senders }: { senders: readonly string[] }) =>
      confirmed && (senders.length < 2 || senders.includes(sender)),
    isComplete: ({ context }) => !isSenderMissing(context),
  },
}).createMachine({
  id: 'senderChoice',
  context: ({ input }) => ({ ...input, senders: [], confirmed: false }),
  initial: 'entering',
  on: {
    'sponsor.chosen': [
      { guard: 'noSponsor', target: '.noSponsor', actions: 'takeSponsor' },
      { target: '.listing', actions: 'takeSponsor' },
    ],
  },
  states: {
    entering: { always: [{ guard: 'noSponsor', target: 'noSponsor' }, { target: 'listing' }] },
    noSponsor: { on: { 'choice.submitted': { actions: 'showMissing' } } },
    listing: {
      invoke: {
        src: 'listSenders',
        input: ({ context }) => ({ sponsor: context.sponsor }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => ({ senders: event.output }) },
            target: 'chosen',
            actions: { type: 'listed', params: ({ event }) => ({ senders: event.output }) },
          },
          {
            target: 'choosing',
            actions: { type: 'listed', params: ({ event }) => ({ senders: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: assign({ confirmed: false }) },
      },
      on: { 'choice.submitted': { actions: 'confirm' } },
    },
    choosing: {
      on: {
        'sender.chosen': { actions: 'takeSender' },
        'choice.submitted': [{ guard: 'isComplete', target: 'chosen' }, { actions: 'showMissing' }],
      },
    },
    failed: { on: { 'senders.retried': 'listing' } },
    chosen: { type: 'final' },
  },
  output: ({ context: { sponsor, sender } }) => ({ sponsor, sender }),
});
