/** The change of a sponsor from one version of a dictionary to another: prepared, decided, switched at a date. */
import { assign, setup } from 'xstate';
import { messageOf, task } from '../task.ts';

/** What the other version changes, counted when it was prepared. */
export interface UpgradeChanges {
  /** distinct texts with their code */
  texts: number;
  /** of these, texts whose code the other version changes, or for which it has a better term */
  changed: number;
}

/** What the switch did to the terms of cases. */
export interface UpgradeResult {
  recoded: number;
  /** terms whose code stayed and that have the new version now */
  versioned: number;
  /** cases that could not be edited, and therefore stayed as they were */
  refusedCases: number;
}

/** JSON only: the server keeps it from one transition to the next. */
export interface DictionaryUpgradeContext {
  changes: UpgradeChanges | null;
  /** ISO 8601: when the sponsor changes to the other version; null: not decided */
  switchAt: string | null;
  /** who decided that */
  switchBy: number | null;
  /** terms whose code stays get the new version too */
  versionAll: boolean;
  result: UpgradeResult | null;
  /** why the last task failed */
  error: string | null;
}

export const dictionaryUpgradeMachine = setup({
  types: {
    context: {} as DictionaryUpgradeContext,
    input: {} as object,
    events: {} as
      | { type: 'upgrade.refreshed' }
      | { type: 'upgrade.scheduled'; switchAt: string; switchBy: number; versionAll: boolean }
      | { type: 'upgrade.postponed' }
      | { type: 'upgrade.cancelled' }
      | { type: 'deadline.passed' },
  },
  actors: {
    findChanges: task<UpgradeChanges>('findChanges'),
    switchVersion: task<UpgradeResult, { switchBy: number | null; versionAll: boolean }>('switchVersion'),
  },
  actions: {
    /** Keeps the state beside the upgrade: the process is removed some time after its end. */
    recordState: (_, _entered: { state: string; result: UpgradeResult | null }) => {},
  },
}).createMachine({
  id: 'dictionaryUpgrade',
  context: {
    changes: null,
    switchAt: null,
    switchBy: null,
    versionAll: true,
    result: null,
    error: null,
  },
  initial: 'preparing',
  states: {
    preparing: {
      entry: { type: 'recordState', params: { state: 'preparing', result: null } },
      invoke: {
        id: 'findChanges',
        src: 'findChanges',
        input: {},
        onDone: { target: 'open', actions: assign({ changes: ({ event }) => event.output, error: null }) },
        onError: { target: 'open', actions: assign({ error: ({ event }) => messageOf(event.error) }) },
      },
      on: { 'upgrade.cancelled': 'cancelled' },
    },
    open: {
      entry: { type: 'recordState', params: { state: 'open', result: null } },
      on: {
        'upgrade.refreshed': 'preparing',
        'upgrade.scheduled': {
          target: 'scheduled',
          actions: assign({
            switchAt: ({ event }) => event.switchAt,
            switchBy: ({ event }) => event.switchBy,
            versionAll: ({ event }) => event.versionAll,
            error: null,
          }),
        },
        'upgrade.cancelled': 'cancelled',
      },
    },
    scheduled: {
      entry: { type: 'recordState', params: { state: 'scheduled', result: null } },
      on: {
        'upgrade.postponed': { target: 'open', actions: assign({ switchAt: null, switchBy: null }) },
        'upgrade.cancelled': 'cancelled',
        'deadline.passed': 'switching',
      },
    },
    switching: {
      entry: { type: 'recordState', params: { state: 'switching', result: null } },
      invoke: {
        id: 'switchVersion',
        src: 'switchVersion',
        input: ({ context }) => ({ switchBy: context.switchBy, versionAll: context.versionAll }),
        onDone: { target: 'switched', actions: assign({ result: ({ event }) => event.output }) },
        // what was recoded stays so: scheduled again, it goes on
        onError: {
          target: 'open',
          actions: assign({
            switchAt: null,
            switchBy: null,
            error: ({ event }) => messageOf(event.error),
          }),
        },
      },
    },
    switched: {
      type: 'final',
      entry: {
        type: 'recordState',
        params: ({ context }) => ({ state: 'switched', result: context.result }),
      },
    },
    cancelled: {
      type: 'final',
      entry: { type: 'recordState', params: { state: 'cancelled', result: null } },
    },
  },
});
