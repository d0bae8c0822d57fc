/** Saving one page: reason, submit, forget. The world (server, messages, change maps) is provided by the caller. */
import { assign, fromPromise, setup } from 'xstate';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';

/** Specification section 9: how long after a successful save the change maps are kept. */
export const CLEAR_CHANGES_AFTER_MS = 300;

/** What the reason dialog offers; the first is the default, `Others` asks for a text. */
export const SAVE_REASONS = ['Input Error', 'New Data', 'Edited Data', 'Others'] as const;
export type SaveReason = (typeof SAVE_REASONS)[number];

/** The reason of a page that was never saved before; nobody is asked. */
export const FIRST_SAVE_REASON = 'Initial Data';

/** The words stored as reason for a choice: the choice itself, or the text where `Others` was chosen. Empty: not yet good. */
export const reasonText = (choice: SaveReason, text: string): string =>
  choice === 'Others' ? text.trim() : choice;

/** An item that somebody else changed after this page was read. */
export interface StaleItem extends ItemAddress {
  theirs: ItemValue;
  changedBy: string;
  /** ISO 8601, UTC */
  changedAt: string;
}

export type SaveOutcome = { kind: 'saved' } | { kind: 'stale'; items: readonly StaleItem[] };

/** How a person answered stale items: keys of addresses that keep their value, and until when he has seen changes. */
export interface StaleAnswer {
  takeTheirs: readonly string[];
  /** ISO 8601: later changes are stale again; null before the first conflict */
  seenUntil: string | null;
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
  answer: StaleAnswer;
}

const NO_ANSWER: StaleAnswer = { takeTheirs: [], seenUntil: null };

const latest = (items: readonly StaleItem[]): string | null =>
  items.reduce<string | null>(
    (last, { changedAt }) => (last === null || changedAt > last ? changedAt : last),
    null,
  );

/**
 * Actor `submitPage` sends the changes and resolves to what became of them; it rejects on every other failure, which
 * keeps all changes and reports `SUBMIT_FAIL`. Actions show messages (`showNothingToSave`, `showSaved`, `showFailed`)
 * and forget the change maps 300 ms after success (`clearChanges`).
 */
export const saveMachine = setup({
  types: { context: {} as SaveContext, events: {} as SaveEvent },
  actors: {
    submitPage: fromPromise<SaveOutcome, { reason: string; answer: StaleAnswer }>(() =>
      Promise.reject(new Error('submitPage was not provided')),
    ),
  },
  actions: {
    showNothingToSave: () => {},
    showSaved: () => {},
    showFailed: (_, _failure: { error: unknown; category: 'SUBMIT_FAIL' }) => {},
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
  context: { reason: '', stale: [], answer: NO_ANSWER },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'save.requested': [
          { guard: 'nothingChanged', actions: 'showNothingToSave' },
          {
            guard: 'neverSaved',
            target: 'submitting',
            actions: assign({ reason: FIRST_SAVE_REASON, answer: NO_ANSWER }),
          },
          { target: 'askingReason', actions: assign({ answer: NO_ANSWER }) },
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
        input: ({ context }) => ({ reason: context.reason, answer: context.answer }),
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
        // the answer holds for what was shown; a third person's later change is asked about again
        'conflict.answered': {
          target: 'submitting',
          actions: assign(({ context, event }) => ({
            answer: {
              takeTheirs: [...context.answer.takeTheirs, ...event.takeTheirs],
              seenUntil: latest(context.stale),
            },
            stale: [],
          })),
        },
        'conflict.closed': { target: 'idle', actions: assign({ stale: [] }) },
      },
    },
    saved: { after: { clearChangesAfter: { target: 'idle', actions: 'clearChanges' } } },
  },
});
