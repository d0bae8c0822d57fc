/** The life of a record of case info: which of its changes are possible. The same for server and browser. */

/** A draft is not offered to cases yet, a retired record no longer. */
export const RECORD_STATES = ['draft', 'active', 'retired'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

export const RECORD_ACTIONS = ['release', 'retire', 'delete', 'restore'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

export interface RecordLife {
  state: RecordState;
  deleted: boolean;
}

/** Only these are selected for cases. */
export const isInUse = ({ state, deleted }: RecordLife): boolean => state === 'active' && !deleted;

/** The life after the action; null if it is not possible now. */
export function lifeAfter({ state, deleted }: RecordLife, action: RecordAction): RecordLife | null {
  if (action === 'restore') return deleted ? { state, deleted: false } : null;
  if (deleted) return null;
  if (action === 'delete') return { state, deleted: true };
  if (action === 'retire') return state === 'active' ? { state: 'retired', deleted } : null;
  return state === 'active' ? null : { state: 'active', deleted };
}

/** The actions that are possible now. */
export const possibleActions = (life: RecordLife): RecordAction[] =>
  RECORD_ACTIONS.filter((action) => lifeAfter(life, action) !== null);
