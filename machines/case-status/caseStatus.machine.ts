/**
 * The flags of a case as parallel regions. Nothing runs here: the chart is asked, by the editor which buttons to draw
 * and by the server which changes to refuse.
 */
import { and, setup, stateIn, transition, type SnapshotFrom } from 'xstate';

export interface CaseFlags {
  reviewed: boolean;
  locked: boolean;
  deleted: boolean;
}

/** Names of the flags in the status call. */
export type StatusId = 'REVIEW' | 'LOCK' | 'DELETE';

export type CaseStatusEvent = {
  type:
    | 'case.review'
    | 'case.unreview'
    | 'case.lock'
    | 'case.unlock'
    | 'case.delete'
    | 'case.restore'
    /** any change of items or rows */
    | 'case.edit';
};

const unlocked = stateIn({ lock: 'no' });
const present = stateIn({ deletion: 'no' });

/** A locked case is frozen until unlocked, a deleted one until restored; a locked case cannot be deleted. */
export const caseStatusMachine = setup({
  types: {
    context: {} as { mayEdit: boolean },
    events: {} as CaseStatusEvent,
    input: {} as { mayEdit: boolean },
  },
  actions: { permit: () => {} },
  guards: {
    permitted: ({ context }) => context.mayEdit,
    whilePresent: and([({ context }) => context.mayEdit, present]),
    whileOpen: and([({ context }) => context.mayEdit, unlocked, present]),
  },
}).createMachine({
  id: 'caseStatus',
  context: ({ input }) => ({ mayEdit: input.mayEdit }),
  type: 'parallel',
  // `can` answers yes only to a transition that does something
  on: { 'case.edit': { guard: 'whileOpen', actions: 'permit' } },
  states: {
    review: {
      initial: 'no',
      states: {
        no: { on: { 'case.review': { guard: 'whileOpen', target: 'yes' } } },
        yes: { on: { 'case.unreview': { guard: 'whileOpen', target: 'no' } } },
      },
    },
    lock: {
      initial: 'no',
      states: {
        no: { on: { 'case.lock': { guard: 'whilePresent', target: 'yes' } } },
        yes: { on: { 'case.unlock': { guard: 'whilePresent', target: 'no' } } },
      },
    },
    deletion: {
      initial: 'no',
      states: {
        no: { on: { 'case.delete': { guard: 'whileOpen', target: 'yes' } } },
        yes: { on: { 'case.restore': { guard: 'permitted', target: 'no' } } },
      },
    },
  },
});

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');

/** The chart in the state of a case. `mayEdit`: the user holds the edit privilege. */
export const caseStatusOf = (flags: CaseFlags, mayEdit: boolean): SnapshotFrom<typeof caseStatusMachine> =>
  caseStatusMachine.resolveState({
    value: { review: yesNo(flags.reviewed), lock: yesNo(flags.locked), deletion: yesNo(flags.deleted) },
    context: { mayEdit },
  });

/** May this be done to a case in this state? */
export const allows = (flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): boolean =>
  caseStatusOf(flags, mayEdit).can({ type });

/** The flags after the event; unchanged where it is not allowed. */
export function flagsAfter(flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): CaseFlags {
  const [next] = transition(caseStatusMachine, caseStatusOf(flags, mayEdit), { type });
  const { review, lock, deletion } = next.value;
  return { reviewed: review === 'yes', locked: lock === 'yes', deleted: deletion === 'yes' };
}

const EVENTS = {
  REVIEW: { Y: 'case.review', N: 'case.unreview' },
  LOCK: { Y: 'case.lock', N: 'case.unlock' },
  DELETE: { Y: 'case.delete', N: 'case.restore' },
} as const;

/** The event behind a status call: which flag is to be set (Y) or taken away (N). */
export const statusEvent = (statusId: StatusId, status: 'Y' | 'N'): CaseStatusEvent['type'] =>
  EVENTS[statusId][status];
