/**
 * The status of a case version as parallel regions. It has no side effects: the editor queries it to enable buttons
 * and the server to refuse changes, and both get the reason.
 */
import { and, not, setup, stateIn, transition, type SnapshotFrom } from 'xstate';

export interface CaseFlags {
  reviewed: boolean;
  locked: boolean;
  deleted: boolean;
  /** superseded by a newer version */
  superseded: boolean;
  /** nullified: the report declares all its versions void */
  nullified: boolean;
  /** the current workflow step does not allow editing */
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
  /** a next version is created from it */
  'case.followUp',
  /** any change of items or rows */
  'case.edit',
] as const;

export type CaseStatusEvent = { type: (typeof CASE_STATUS_EVENTS)[number] };

/** Obstacles to an event, the most important first. */
const OBSTACLES = ['noPrivilege', 'superseded', 'deleted', 'locked', 'nullified', 'stepClosed'] as const;

/** Why an event is refused: a message key. `unchanged`: already in that state. */
export type WhyNot = (typeof OBSTACLES)[number] | 'unchanged';

/** Facts that no event of the chart changes. */
interface StatusFacts extends Pick<CaseFlags, 'nullified' | 'stepClosed'> {
  mayEdit: boolean;
}

/** See the README and docs/decisions for the reasoning. */
export const caseStatusMachine = setup({
  types: {
    context: {} as StatusFacts,
    events: {} as CaseStatusEvent,
    input: {} as StatusFacts,
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
  // `can` is true only for a transition with an effect
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
        // a lock is no obstacle: the locked version stays as it was signed
        newest: { on: { 'case.followUp': { guard: 'whileValid', target: 'superseded' } } },
        superseded: {},
      },
    },
  },
});

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');

/** The machine in the state of a case. `mayEdit`: the user has the edit privilege. */
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

/** Whether the event is allowed in this state of the case. */
export const allows = (flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): boolean =>
  caseStatusOf(flags, mayEdit).can({ type });

/**
 * Why the event is refused; null if it is allowed. Derived from the chart: the most important obstacle that would
 * suffice alone.
 */
export function whyNot(flags: CaseFlags, mayEdit: boolean, type: CaseStatusEvent['type']): WhyNot | null {
  if (allows(flags, mayEdit, type)) return null;
  const target = TARGETS[type];
  // without the event's own flag as an obstacle
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

/** The flags after the event; unchanged if it is refused. */
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
/** The target value of the flag for each event of the status call. */
const TARGETS: Partial<Record<CaseStatusEvent['type'], Target>> = Object.fromEntries(
  Object.values(EVENTS).flatMap(({ flag, Y, N }): [string, Target][] => [
    [Y, { flag, becomes: true }],
    [N, { flag, becomes: false }],
  ]),
);

/** The event of a status call: the flag to set (Y) or clear (N). */
export const statusEvent = (statusId: StatusId, status: 'Y' | 'N'): CaseStatusEvent['type'] =>
  EVENTS[statusId][status];

/** The flag of a status call. */
export const flagOf = (statusId: StatusId): 'reviewed' | 'locked' | 'deleted' => EVENTS[statusId].flag;

/** Approval and lock are signed: the meaning of the signature and the password again. */
export const needsSignature = (statusId: StatusId, status: 'Y' | 'N'): boolean =>
  status === 'Y' && statusId !== 'DELETE';
