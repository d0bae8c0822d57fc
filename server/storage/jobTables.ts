/** Tables of background work. */
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Default } from './columnTypes.ts';

export interface JobTable {
  sponsor_key: number;
  job_key: Generated<number>;
  kind: string;
  payload: JSONColumnType<object>;
  dedupe_key: Default<string | null>;
  priority: Default<number>;
  state: Default<'ready' | 'running' | 'done' | 'dead' | 'cancelled'>;
  run_at: Date;
  every_ms: Default<number | null>;
  attempts: Default<number>;
  max_attempts: number;
  lease_holder: Default<string | null>;
  lease_until: Default<Date | null>;
  last_error: Default<string | null>;
  progress_done: Default<number | null>;
  progress_total: Default<number | null>;
  progress_note: Default<string | null>;
  cancel_requested: Default<boolean>;
  created_by: Default<number | null>;
  created_at: Date;
  finished_at: Default<Date | null>;
  request_id: Default<string | null>;
  trace_parent: Default<string | null>;
}

/** Decisions of operators about dead letters. */
export interface JobDecisionTable {
  decision_key: GeneratedAlways<number>;
  sponsor_key: number;
  job_key: number;
  kind: string;
  attempts: number;
  last_error: string | null;
  decision: 'retried' | 'discarded';
  reason: string | null;
  user_key: number;
  user_id: string;
  user_name: string;
  at: Date;
}
