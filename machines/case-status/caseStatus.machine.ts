/**
 * The state of a version of a case as parallel regions. Nothing runs here: the chart is asked, by the editor which
 * buttons to draw and by the server which changes to refuse, and both are told why not.
 */
import { and, not, setup, stateIn, transition, type SnapshotFrom } from 'xstate';

export interface CaseFlags {
  reviewed: boolean;
  locked: boolean;
  deleted: boolean;
  /** a newer version has taken its place */
  superseded: boolean;
  /** withdrawn: the report says that all its versions are void */
  nullified: boolean;
  /** the step of the workflow that it is in does not let it be edited */
  stepClosed: boolean;
}

/** Names of the flags in the status call. */
export type StatusId = 'REVIEW' | 'LOCK' | 'DELETE';

export const CASE_STATUS_EVENTS = [
  'case.review',
  'case.unreview',
  'case.lock',
  'case.unlock',
  'case.delete',
  'case.restore',
  /** a next version is made of it */
  'case.followUp',
  /** any change of items or rows */
  'case.edit',
] as const;

export type CaseStatusEvent = { type: (typeof CASE_STATUS_EVENTS)[number] };

/** What stands in the way of an event; the weightier first. */
const OBSTACLES = ['noPrivilege', 'superseded', 'deleted', 'locked', 'nullified', 'stepClosed'] as const;

/** Why something cannot be done: a key of words. `unchanged`: it stands so already. */
export type WhyNot = (typeof OBSTACLES)[number] | 'unchanged';

/** What no event of the chart changes. */
interface Given extends Pick<CaseFlags, 'nullified' | 'stepClosed'> {
  mayEdit: boolean;
}

/** Reasons and decisions: README, and docs/decisions. */
export const caseStatusMachine = setup({
  types: {
    context: {} as Given,
    events: {} as CaseStatusEvent,
    input: {} as Given,
  },
  actions: { permit: () => {} },
  guards: {
    permitted: and([({ context }) => context.mayEdit, stateIn({ version: 'newest' })]),
    whilePresent: and(['permitted', stateIn({ deletion: 'no' })]),
    whileOpen: and(['whilePresent', stateIn({ lock: 'no' })]),
    whileEditable: and(['whileOpen', not(({ context }) => context.stepClosed)]),
    whileValid: and(['whilePresent', not(({ context }) => context.nullified)]),
  },
}).createMachine({
  id: 'caseStatus',
  context: ({ input }) => input,
  type: 'parallel',
  // `can` answers yes only to a transition that does something
  on: { 'case.edit': { guard: 'whileEditable', actions: 'permit' } },
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
    version: {
      initial: 'newest',
      states: {
        // a lock does not stand in the way: the locked version stays as it was signed
        newest: { on: { 'case.followUp': { guard: 'whileValid', target: 'superseded' } } },
        superseded: {},
      },
    },
  },
});

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');

/** The chart in the state of a case. `mayEdit`: the user holds the edit privilege. */
export const caseStatusOf = (
  { reviewed, locked, deleted, superseded, nullified, stepClosed }: CaseFlags,
  mayEdit: boolean,
): SnapshotFrom<typeof caseStatusMachine> =>
  caseStatusMachine.resolveState({
    value: {
      review: yesNo(reviewed),
      lock: yesNo(locked),
      deletion: yesNo(deleted),
      version: superseded ? 'superseded' : 'newest',
    },
    context: { mayEdit, nullified, stepClosed },
  });

/** May this be done to a case in this state? */
export const allows = (flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): boolean =>
  caseStatusOf(flags, mayEdit).can({ type });

/**
 * Why this cannot be done; null where it can. The chart itself is asked: the answer is the weightiest obstacle that
 * alone would be enough.
 */
export function whyNot(flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): WhyNot | null {
  if (allows(flags, mayEdit, type)) return null;
  const target = TARGETS[type];
  // without the event's own flag in its way
  const free: CaseFlags = {
    reviewed: false,
    locked: false,
    deleted: false,
    superseded: false,
    nullified: false,
    stepClosed: false,
    ...(target && { [target.flag]: !target.becomes }),
  };
  const alone = (obstacle: (typeof OBSTACLES)[number]): boolean => {
    if (obstacle === 'noPrivilege') return !mayEdit;
    return flags[obstacle] && !free[obstacle] && !allows({ ...free, [obstacle]: true }, true, type);
  };
  const isSoAlready = target !== undefined && flags[target.flag] === target.becomes;
  const found = OBSTACLES.filter((obstacle) => !(isSoAlready && obstacle === target.flag)).find(alone);
  return found ?? 'unchanged';
}

/** The flags after the event; unchanged where it is not allowed. */
export function flagsAfter(flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): CaseFlags {
  const [next] = transition(caseStatusMachine, caseStatusOf(flags, mayEdit), { type });
  const { review, lock, deletion, version } = next.value;
  return {
    reviewed: review === 'yes',
    locked: lock === 'yes',
    deleted: deletion === 'yes',
    superseded: version === 'superseded',
    nullified: flags.nullified,
    stepClosed: flags.stepClosed,
  };
}

const EVENTS = {
  REVIEW: { flag: 'reviewed', Y: 'case.review', N: 'case.unreview' },
  LOCK: { flag: 'locked', Y: 'case.lock', N: 'case.unlock' },
  DELETE: { flag: 'deleted', Y: 'case.delete', N: 'case.restore' },
} as const;

interface Target {
  flag: keyof CaseFlags;
  becomes: boolean;
}
/** What the events of the status call are to make of their flag. */
const TARGETS: Partial<Record<CaseStatusEvent['type'], Target>> = Object.fromEntries(
  Object.values(EVENTS).flatMap(({ flag, Y, N }): [string, Target][] => [
    [Y, { flag, becomes: true }],
    [N, { flag, becomes: false }],
  ]),
);

/** The event behind a status call: which flag is to be set (Y) or taken away (N). */
export const statusEvent = (statusId: StatusId, status: 'Y' | 'N'): CaseStatusEvent['type'] =>
  EVENTS[statusId][status];

/** The flag a status call is about. */
export const flagOf = (statusId: StatusId): 'reviewed' | 'locked' | 'deleted' => EVENTS[statusId].flag;

/** Approval and lock are signed: the meaning of the signature and the password again. */
export const needsSignature = (statusId: StatusId, status: 'Y' | 'N'): boolean =>
  status === 'Y' && statusId !== 'DELETE';
