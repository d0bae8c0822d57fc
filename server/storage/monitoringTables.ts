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

/** The tables by name. */
export interface MonitoringTables {
  late_reason: LateReasonTable;
  monitoring_run: MonitoringRunTable;
}
