/** Tables of monitoring. */
import type { Generated, JSONColumnType } from 'kysely';
import type { MonitoringFigures } from '../../shared/contract/monitoring.ts';
import type { Default } from './columnTypes.ts';

/** Why a report was late; the newest one of a report applies. */
export interface LateReasonTable {
  sponsor_key: number;
  reason_no: Generated<number>;
  root_case_key: number;
  receiver: string;
  due: string;
  code: string;
  comment: Default<string>;
  at: Date;
  user_key: number;
  user_name: string;
}

/** A page of monitoring as it was computed and saved. */
export interface MonitoringRunTable {
  sponsor_key: number;
  run_key: Generated<number>;
  page: string;
  /** CCYYMM */
  period_from: string | null;
  period_to: string | null;
  /** CCYYMM; null: closes no month */
  closes: string | null;
  comment: Default<string>;
  /** the user did not see the cases of all senders, products and studies */
  limited: boolean;
  result: JSONColumnType<MonitoringFigures>;
  at: Date;
  user_key: number;
  user_name: string;
}

/** The day that a snapshot was taken of; days are CCYYMMDD in the sponsor's time zone. */
interface OpenWorkDayTable {
  sponsor_key: number;
  day: string;
  week: string;
  taken_at: Date;
}

/** An open version of a case, or a report of it that was due, at the beginning of a day. */
interface OpenWorkTable {
  sponsor_key: number;
  day: string;
  case_key: number;
  /** empty: the version itself */
  receiver: string;
  due: string | null;
  workflow_key: string;
  user_key: number | null;
}

/** How many entries of a snapshot are due on a day. */
interface OpenWorkCountTable {
  sponsor_key: number;
  day: string;
  receiver: string;
  due: string | null;
  entries: number;
}

/** How many cases were expected, on a day, to leave a step on a later day. */
interface PlannedWorkTable {
  sponsor_key: number;
  day: string;
  workflow_key: string;
  planned_day: string;
  cases: number;
}

/** How many cases left a step on a day, beside what was expected of it. */
interface StepDayTable {
  sponsor_key: number;
  day: string;
  workflow_key: string;
  done: number;
  /** as expected a week before; null: no snapshot was taken then */
  planned: number | null;
  done_week_before: number;
  /** median days of stays until then; null: none has ended lately */
  pace_days: number | null;
}

/** The tables by name. */
export interface MonitoringTables {
  late_reason: LateReasonTable;
  monitoring_run: MonitoringRunTable;
  open_work_day: OpenWorkDayTable;
  open_work: OpenWorkTable;
  open_work_count: OpenWorkCountTable;
  planned_work: PlannedWorkTable;
  step_day: StepDayTable;
}
