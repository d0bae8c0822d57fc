/** What the pages of monitoring read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  describeFigure,
  readMonitoring,
  readMonitoringPages,
  readMonitoringRun,
  type DataOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { RouteContext } from '../../app-context/routeContext.ts';

export type MonitoringPages = DataOf<typeof readMonitoringPages>['listInfo'];

export const MONITORING = ['monitoring'];

const keyOf = ({ sponsorKey, sessionSenderKey, language }: RouteContext, ...more: unknown[]) => [
  ...MONITORING,
  sponsorKey,
  sessionSenderKey,
  language,
  ...more,
];

export const pagesQuery = (context: RouteContext) =>
  queryOptions({
    queryKey: keyOf(context, 'pages'),
    queryFn: ({ signal }) => call(readMonitoringPages, { params: context, signal }),
    meta: { ownFailure: true },
  });

/** CCYYMM; null: a page of now */
export interface Period {
  from: string;
  to: string;
}

export const figuresQuery = (context: RouteContext, page: string, period: Period | null) =>
  queryOptions({
    queryKey: keyOf(context, 'figures', page, period),
    queryFn: ({ signal }) =>
      call(readMonitoring, { params: { ...context, page }, query: period ?? {}, signal }),
    placeholderData: keepPreviousData,
    meta: { ownFailure: true },
  });

export const runQuery = (context: RouteContext, runKey: number) =>
  queryOptions({
    queryKey: keyOf(context, 'run', runKey),
    queryFn: ({ signal }) => call(readMonitoringRun, { params: { ...context, runKey }, signal }),
    meta: { ofPage: true, ownFailure: true },
  });

/** One figure, as the address of its list names it. */
export interface FigureAddress {
  page: string;
  panel: string;
  measure: string;
  group?: string;
  group2?: string;
}

export const figureQuery = (
  context: RouteContext,
  { page, panel, measure, group, group2 }: FigureAddress,
) => {
  const query = {
    page,
    panel,
    measure,
    ...(group !== undefined && { group }),
    ...(group2 !== undefined && { group2 }),
  };
  return queryOptions({
    queryKey: keyOf(context, 'figure', query),
    queryFn: ({ signal }) => call(describeFigure, { params: context, query, signal }),
    meta: { ownFailure: true },
  });
};
