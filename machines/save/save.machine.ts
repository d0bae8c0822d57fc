/**
 * Saving one page: warning, reason, submit, read again, and what the user wanted to do afterwards. The world (server,
 * messages, change maps) is provided by the caller.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';

/** Specification section 9: how long after a successful save the change maps are kept. */
export const CLEAR_CHANGES_AFTER_MS = 300;

/** Choices of the reason dialog; by default the first is selected, `Others` requires a text. */
export const SAVE_REASONS = ['Input Error', 'New Data', 'Edited Data', 'Others'] as const;
export type SaveReason = (typeof SAVE_REASONS)[number];

/** The reason of a page that was never saved before; the user is not asked. */
export const FIRST_SAVE_REASON = 'Initial Data';

/** The words stored as reason for a choice: the choice itself, or the text where `Others` was chosen. Empty: not yet complete. */
export const reasonText = (choice: SaveReason, text: string): string =>
  choice === 'Others' ? text.trim() : choice;

/** An item that another user changed after this page was read. */
export interface StaleItem extends ItemAddress {
  theirs: ItemValue;
  /** of a row, whose group is `itemId`: its position and state as they stored it */
  row?: { sort: number; deleted: boolean };
  /** items of the same row that were changed, and that this one means nothing without: the texts of a code, a unit, a number */
  others?: { itemId: string; value: string | null; nullFlavor: string | null }[];
  /** name of the user */
  changedBy: string;
  /** ISO 8601, UTC */
  changedAt: string;
}

export type SaveOutcome = { kind: 'saved' } | { kind: 'stale'; items: readonly StaleItem[] };

/** A version that a save would leave behind, since it makes this one a case of its own. */
export interface OtherVersion {
  caseKey: number;
  versionNo: number;
  /** ISO 8601, UTC */
  createdAt: string;
  createdByName: string;
}

/** The answer of the user: the stale items they were shown, and the keys of those that keep the other value. */
export interface StaleAnswer {
  stale: readonly StaleItem[];
  takeTheirs: readonly string[];
}

/** The page after it was read again. */
export interface Refreshed {
  /** something was typed while the save was under way */
  unsaved: boolean;
  /** it was a new row, which has an address of its own now */
  newRow: boolean;
}

/** Goes on to what the user wanted to do after the save, e.g. to the next page. */
export type AfterSave = () => void;

export type SaveEvent =
  | {
      type: 'save.requested';
      changeCount: number;
      savedBefore: boolean;
      /** the change may make this version a case of its own */
      mayDisconnect?: boolean;
      /** the reason that such changes usually have */
      usual?: SaveReason;
      afterSave?: AfterSave | null;
    }
  | { type: 'disconnect.confirmed' }
  | { type: 'disconnect.cancelled' }
  | { type: 'reason.given'; reason: string }
  | { type: 'reason.cancelled' }
  | { type: 'conflict.answered'; takeTheirs: readonly string[] }
  | { type: 'conflict.closed' };

interface SaveContext {
  savedBefore: boolean;
  reason: string;
  /** null: not known */
  usual: SaveReason | null;
  stale: readonly StaleItem[];
  otherVersions: readonly OtherVersion[];
  /** of the save requested last */
  afterSave: AfterSave | null;
  /** a further save was requested while this one was under way */
  requestedAgain: boolean;
}

const NOT_PROVIDED = (actor: string) => () => Promise.reject(new Error(`${actor} was not provided`));

/**
 * Actors: `findOtherVersions` resolves to the other versions of the case, `submitPage` sends the changes and resolves to
 * their outcome; it rejects on every other failure, which keeps all changes and reports `SUBMIT_FAIL`. `refreshPage`
 * reads the page again and puts it below the changes made meanwhile.
 *
 * Actions show messages (`showNothingToSave`, `showSaved`, `showFailed`, `showNotRead`), put the user's answer into the
 * page before it is sent again (`settleConflict`), forget the change maps 300 ms after success (`clearChanges`), open a
 * new row at its own address (`openSavedRow`), and request the save again that had to wait (`requestAgain`).
 */
export const saveMachine = setup({
  types: { context: {} as SaveContext, events: {} as SaveEvent },
  actors: {
    findOtherVersions: fromPromise<readonly OtherVersion[]>(NOT_PROVIDED('findOtherVersions')),
    submitPage: fromPromise<SaveOutcome, { reason: string }>(NOT_PROVIDED('submitPage')),
    refreshPage: fromPromise<Refreshed>(NOT_PROVIDED('refreshPage')),
  },
  actions: {
    showNothingToSave: () => {},
    showSaved: () => {},
    showFailed: (_, _failure: { error: unknown; category: 'SUBMIT_FAIL' }) => {},
    showNotRead: (_, _failure: { error: unknown }) => {},
    settleConflict: (_, _answer: StaleAnswer) => {},
    clearChanges: () => {},
    openSavedRow: () => {},
    requestAgain: (_, _request: { afterSave: AfterSave | null }) => {},
    goOn: ({ context }) => context.afterSave?.(),
    // it waits: what is unsaved is known when the page was read again, and a new row must not be saved twice
    rememberRequest: assign(({ event }) =>
      event.type === 'save.requested' ? { afterSave: event.afterSave ?? null, requestedAgain: true } : {},
    ),
  },
  guards: {
    nothingChanged: ({ event }) => event.type === 'save.requested' && event.changeCount === 0,
    mayDisconnect: ({ event }) => event.type === 'save.requested' && event.mayDisconnect === true,
    neverSaved: ({ context }) => !context.savedBefore,
    noReason: ({ event }) => event.type === 'reason.given' && event.reason.trim() === '',
    requestedAgain: ({ context }) => context.requestedAgain,
    staysOnNewRow: ({ context }, { unsaved, newRow }: Refreshed) =>
      newRow && (unsaved || context.afterSave === null),
    goesOn: ({ context }, { unsaved }: Refreshed) => !unsaved && context.afterSave !== null,
  },
  delays: { clearChangesAfter: CLEAR_CHANGES_AFTER_MS },
}).createMachine({
  id: 'save',
  context: {
    savedBefore: false,
    reason: '',
    usual: null,
    stale: [],
    otherVersions: [],
    afterSave: null,
    requestedAgain: false,
  },
  initial: 'idle',
  states: {
    idle: {
      entry: assign({ stale: [], otherVersions: [], afterSave: null, requestedAgain: false }),
      on: {
        'save.requested': [
          { guard: 'nothingChanged', actions: 'showNothingToSave' },
          {
            guard: 'mayDisconnect',
            target: 'findingVersions',
            actions: assign(({ event }) => requestOf(event)),
          },
          { target: 'choosingReason', actions: assign(({ event }) => requestOf(event)) },
        ],
      },
    },
    findingVersions: {
      invoke: {
        src: 'findOtherVersions',
        onDone: [
          { guard: ({ event }) => event.output.length === 0, target: 'choosingReason' },
          { target: 'warning', actions: assign({ otherVersions: ({ event }) => event.output }) },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'showNotRead', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    warning: { on: { 'disconnect.confirmed': 'choosingReason', 'disconnect.cancelled': 'idle' } },
    choosingReason: {
      always: [
        { guard: 'neverSaved', target: 'submitting', actions: assign({ reason: FIRST_SAVE_REASON }) },
        { target: 'askingReason' },
      ],
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
      on: { 'save.requested': { actions: 'rememberRequest' } },
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
        // the answer holds for what was shown; a third user's later change is asked about again
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
        'conflict.closed': 'idle',
      },
    },
    saved: {
      on: { 'save.requested': { actions: 'rememberRequest' } },
      after: { clearChangesAfter: { target: 'refreshing', actions: 'clearChanges' } },
    },
    refreshing: {
      on: { 'save.requested': { actions: 'rememberRequest' } },
      invoke: {
        src: 'refreshPage',
        onDone: [
          {
            guard: { type: 'staysOnNewRow', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'openSavedRow',
          },
          {
            guard: { type: 'goesOn', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'goOn',
          },
          {
            guard: 'requestedAgain',
            target: 'idle',
            actions: {
              type: 'requestAgain',
              params: ({ context }) => ({ afterSave: context.afterSave }),
            },
          },
          { target: 'idle' },
        ],
        onError: [
          {
            guard: 'requestedAgain',
            target: 'idle',
            actions: [
              { type: 'showNotRead', params: ({ event }) => ({ error: event.error }) },
              { type: 'requestAgain', params: ({ context }) => ({ afterSave: context.afterSave }) },
            ],
          },
          {
            target: 'idle',
            actions: { type: 'showNotRead', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
  },
});

const requestOf = ({
  savedBefore,
  usual,
  afterSave = null,
}: Extract<SaveEvent, { type: 'save.requested' }>) => ({ savedBefore, usual: usual ?? null, afterSave });
