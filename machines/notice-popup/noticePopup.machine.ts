/** Notices that pop up on the home page one after the other, with the user's choice about reminders. */
import { assign, setup } from 'xstate';

/** Interval to check whether the screen is free. */
export const LOOK_AGAIN_MS = 500;

/** `tomorrow`: not again today; `never`: not again while it is in effect. */
export type Remind = 'tomorrow' | 'never';

type NoticePopupEvent =
  /** one of the two boxes was clicked: it is ticked and the other cleared, or it is cleared */
  { type: 'remind.toggled'; remind: Remind } | { type: 'popup.closed' };

interface NoticePopupContext<Notice> {
  /** the first one is shown, or next */
  notices: readonly Notice[];
  /** the ticked box */
  remind: Remind | null;
  isFree: () => boolean;
}

/**
 * Input: the notices, and whether the screen is free: no dialog is open and the user is not typing. `remember`
 * receives each closed notice with the ticked box.
 */
export const makeNoticePopupMachine = <Notice>() =>
  setup({
    types: {
      context: {} as NoticePopupContext<Notice>,
      events: {} as NoticePopupEvent,
      input: {} as { notices: readonly Notice[]; isFree: () => boolean },
    },
    actions: {
      remember: (_, _closed: { notice: Notice | undefined; remind: Remind | null }) => {},
      toggle: assign({
        remind: ({ context }, { remind }: { remind: Remind }) => (context.remind === remind ? null : remind),
      }),
      next: assign({ notices: ({ context }) => context.notices.slice(1), remind: null }),
    },
    guards: {
      isOver: ({ context }) => context.notices.length === 0,
      isFree: ({ context }) => context.isFree(),
    },
    delays: { lookAgain: LOOK_AGAIN_MS },
  }).createMachine({
    id: 'noticePopup',
    context: ({ input }) => ({ ...input, remind: null }),
    initial: 'waiting',
    states: {
      waiting: {
        always: [
          { guard: 'isOver', target: 'done' },
          { guard: 'isFree', target: 'showing' },
        ],
        after: { lookAgain: { target: 'waiting', reenter: true } },
      },
      showing: {
        on: {
          'remind.toggled': {
            actions: { type: 'toggle', params: ({ event }) => ({ remind: event.remind }) },
          },
          'popup.closed': {
            target: 'waiting',
            actions: [
              {
                type: 'remember',
                params: ({ context }) => ({ notice: context.notices[0], remind: context.remind }),
              },
              'next',
            ],
          },
        },
      },
      done: { type: 'final' },
    },
  });
