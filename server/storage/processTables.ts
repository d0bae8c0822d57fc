/** Tables of durable processes. */
import type { JSONColumnType } from 'kysely';
import type { StateValue } from 'xstate';
import type { Default } from './columnTypes.ts';

export interface ProcessTable {
  sponsor_key: number;
  process_key: string;
  chart: string;
  state: JSONColumnType<StateValue & object>;
  context: JSONColumnType<object>;
  status: 'active' | 'done' | 'error';
  revision: Default<number>;
  tasks: JSONColumnType<Record<string, number>>;
  deadline: Default<Date | null>;
  deadline_job: Default<number | null>;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface ProcessEventTable {
  sponsor_key: number;
  process_key: string;
  revision: number;
  event_id: string;
  event: JSONColumnType<object>;
  at: Date;
  user_key: number | null;
}
