/** The words of events that are synchronised: their states, what is done with them, and why a run leaves one out. */
import { PROBLEM_KINDS } from './mappingRule.ts';

/**
 * new: in no case; progress: a run has it; yes: in a case; changed: differs from what was synchronised; failed: the last
 * run could not, or the rules cannot map what the source of an event in a case has now; removed: its source has it no more.
 */
export const SYNC_STATES = ['new', 'progress', 'yes', 'changed', 'failed', 'removed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

export const SYNC_ACTIONS = ['sync', 'fail', 'reset', 'remark', 'nullify'] as const;
export type SyncAction = (typeof SYNC_ACTIONS)[number];

/** accepted: the difference is right; source: the study is to be corrected; case: the case is; open: not decided */
export const SYNC_DECISIONS = ['accepted', 'source', 'case', 'open'] as const;
export type SyncDecision = (typeof SYNC_DECISIONS)[number];

/** Why a run leaves an event out: what its rules meet, or what became of it meanwhile. */
export const EVENT_PROBLEMS = [
  ...PROBLEM_KINDS,
  'no-rules',
  'vanished',
  'no-access',
  'no-sender',
  'case-gone',
  'changed',
  'stopped',
] as const;

export interface EventProblem {
  kind: (typeof EVENT_PROBLEMS)[number];
  /** the rule it is about; null: none */
  rule: { itemId: string; targetSeqNo: number } | null;
  /** as the source wrote it */
  sourceText: string | null;
}

/** What a selection of events becomes. nothing: all of it is synchronised as it is. */
export const VERSION_KINDS = ['new', 'followUp', 'drift', 'downgrade', 'nothing'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** States from which an event can be selected. */
export const isSelectable = (state: SyncState): boolean =>
  state === 'new' || state === 'failed' || state === 'changed';
