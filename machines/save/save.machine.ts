/** Saving one page: reason, submit, clear. The caller provides the side effects (server, messages, change maps). */
import { assign, fromPromise, setup } from 'xstate';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';

/** Specification section 9: how long after a successful save the change maps are kept. */
export const CLEAR_CHANGES_AFTER_MS = 300;

/** Choices of the reason dialog; the first is the default, `Others` requires a text. */
export const SAVE_REASONS = ['Input Error', 'New Data', 'Edited Data', 'Others'] as const;
export type SaveReason = (typeof SAVE_REASONS)[number];

/** The reason of the first save of a page, set without asking. */
export const FIRST_SAVE_REASON = 'Initial Data';

/** The stored reason for a choice: the choice itself, or the text if `Others` was chosen. Empty: incomplete. */
export const reasonText = (choice: SaveReason, text: string): string =>
  choice === 'Others' ? text.trim() : choice;

/** An item that another user changed after this page was read. */
export interface StaleItem extends ItemAddress {
  theirs: ItemValue;
  /** for a row, whose group is `itemId`: its new state */
  row?: { sort: number; deleted: boolean };
  /** name of a person */
  changedBy: string;
  /** ISO 8601, UTC */
  changedAt: string;
}

export type SaveOutcome = { kind: 'saved' } | { kind: 'stale'; items: readonly StaleItem[] };

/** The user's decision: the stale items shown, and the keys of those that keep the other value. */
export interface StaleAnswer {
  stale: readonly StaleItem[];
  takeTheirs: readonly string[];
}

type SaveEvent =
  | { type: 'save.requested'; changeCount: number; savedBefore: boolean }
  | { type: 'reason.given'; reason: string }
  | { type: 'reason.cancelled' }
  | { type: 'conflict.answered'; takeTheirs: readonly string[] }
  | { type: 'conflict.closed' };

interface SaveContext {
  reason: string;
  stale: readonly StaleItem[];
}

/**
 * Actor `submitPage` sends the changes and resolves with the result; it rejects on every other failure, which keeps
 * all changes and reports `SUBMIT_FAIL`. Actions show messages (`showNothingToSave`, `showSaved`, `showFailed`),
 * apply the decision to the page before it is sent again (`settleConflict`), and clear the change maps 300 ms after
 * success (`clearChanges`).
 */
export const saveMachine = setup({
  types: { context: {} as SaveContext, events: {} as SaveEvent },
  actors: {
    submitPage: fromPromise<SaveOutcome, { reason: string }>(() =>
      Promise.reject(new Error('submitPage was not provided')),
    ),
  },
  actions: {
    showNothingToSave: () => {},
    showSaved: () => {},
    showFailed: (_, _failure: { error: unknown; category: 'SUBMIT_FAIL' }) => {},
    settleConflict: (_, _answer: StaleAnswer) => {},
    clearChanges: () => {},
  },
  guards: {
    nothingChanged: ({ event }) => event.type === 'save.requested' && event.changeCount === 0,
    neverSaved: ({ event }) => event.type === 'save.requested' && !event.savedBefore,
    noReason: ({ event }) => event.type === 'reason.given' && event.reason.trim() === '',
  },
  delays: { clearChangesAfter: CLEAR_CHANGES_AFTER_MS },
}).createMachine({
  id: 'save',
  context: { reason: '', stale: [] },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'save.requested': [
          { guard: 'nothingChanged', actions: 'showNothingToSave' },
          { guard: 'neverSaved', target: 'submitting', actions: assign({ reason: FIRST_SAVE_REASON }) },
          { target: 'askingReason' },
        ],
      },
    },
    askingReason: {
      on: {
        'reason.given': [
          { guard: 'noReason' },
          { target: 'submitting', actions: assign({ reason: ({ event }) => event.reason.trim() }) },
        ],
        'reason.cancelled': 'idle',
      },
    },
    submitting: {
      invoke: {
        src: 'submitPage',
        input: ({ context }) => ({ reason: context.reason }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'stale',
            target: 'conflict',
            actions: assign({
              stale: ({ event }) => (event.output.kind === 'stale' ? event.output.items : []),
            }),
          },
          { target: 'saved', actions: 'showSaved' },
        ],
        onError: {
          target: 'idle',
          actions: {
            type: 'showFailed',
            params: ({ event }) => ({ error: event.error, category: 'SUBMIT_FAIL' as const }),
          },
        },
      },
    },
    conflict: {
      on: {
        // the decision covers what was shown; a later change by a third user is asked about again
        'conflict.answered': {
          target: 'submitting',
          actions: [
            {
              type: 'settleConflict',
              params: ({ context, event }) => ({ stale: context.stale, takeTheirs: event.takeTheirs }),
            },
            assign({ stale: [] }),
          ],
        },
        'conflict.closed': { target: 'idle', actions: assign({ stale: [] }) },
      },
    },
    saved: { after: { clearChangesAfter: { target: 'idle', actions: 'clearChanges' } } },
  },
});
