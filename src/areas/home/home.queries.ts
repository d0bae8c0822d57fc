/** What the cards of the home page read; each fails for itself. */
import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '../../../shared/contract/index.ts';
import {
  countWarnings,
  listQuestions,
  readDeadLetters,
  readFirstSteps,
  readHomeCases,
  readHomeEdcSync,
  readHomeReports,
  readHomeWorkflow,
  readObligations,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type HomeReports = DataOf<typeof readHomeReports>;
export type DueReport = HomeReports['listInfo'][number];
export type HomeWorkflow = DataOf<typeof readHomeWorkflow>;
export type HomeEdcSync = DataOf<typeof readHomeEdcSync>;
export type Obligations = DataOf<typeof readObligations>;

/** Whose page it is, and in whose words. */
export interface HomeContext {
  sponsorKey: number;
  sessionSenderKey: string;
  language: string;
}

/** The view *Mine* of the list of questions. */
export const MY_QUESTIONS = -1;

const keyOf = ({ sponsorKey, sessionSenderKey, language }: HomeContext, card: string) =>
  ['home', sponsorKey, sessionSenderKey, language, card] as const;
const ownFailure = { meta: { ownFailure: true } } as const;

export const firstStepsQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'firstSteps'),
    queryFn: ({ signal }) => call(readFirstSteps, { params: { sponsorKey: context.sponsorKey }, signal }),
    ...ownFailure,
  });

export const reportsQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'reports'),
    queryFn: ({ signal }) => call(readHomeReports, { params: { sponsorKey: context.sponsorKey }, signal }),
    ...ownFailure,
  });

export const edcSyncQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'edcSync'),
    queryFn: ({ signal }) => call(readHomeEdcSync, { params: { sponsorKey: context.sponsorKey }, signal }),
    ...ownFailure,
  });

export const workflowQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'workflow'),
    queryFn: ({ signal }) => call(readHomeWorkflow, { params: { sponsorKey: context.sponsorKey }, signal }),
    ...ownFailure,
  });

export const casesQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'cases'),
    queryFn: async ({ signal }) =>
      (await call(readHomeCases, { params: { sponsorKey: context.sponsorKey }, signal })).listInfo,
    ...ownFailure,
  });

/** How many open questions wait for the user: those of the view that comes with their list. */
export const questionsQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'questions'),
    queryFn: async ({ signal }) =>
      (await call(listQuestions, { query: { view: MY_QUESTIONS, rowCount: 1 }, signal })).pageInfo.totalCount,
    ...ownFailure,
  });

/**
 * The warnings that need action (`schemas/warnings`): of reports that a receiver did not accept, and of cases
 * over the maximum time of their step.
 */
export const URGENT = { rejected: 'rejected', overMaximum: 'step-over-maximum' } as const;

/** How many there are of each warning. */
export const warningsQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'warnings'),
    queryFn: async ({ signal }) => {
      const { listInfo } = await call(countWarnings, { query: {}, signal });
      return new Map(listInfo.map(({ warning, count }) => [warning, count]));
    },
    ...ownFailure,
  });

/** How many background jobs were given up; for system administrators. */
export const failedJobsQuery = (context: HomeContext) =>
  queryOptions({
    queryKey: keyOf(context, 'failedJobs'),
    queryFn: async ({ signal }) => (await call(readDeadLetters, { signal })).totalCount,
    ...ownFailure,
  });

export const obligationsQuery = (context: HomeContext, caseKey: number) =>
  queryOptions({
    queryKey: [...keyOf(context, 'obligations'), caseKey],
    queryFn: ({ signal }) => call(readObligations, { params: { caseKey }, signal }),
    ...ownFailure,
  });
