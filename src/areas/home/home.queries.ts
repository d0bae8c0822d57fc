/** What the cards of the home page read; each fails for itself. */
import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '../../../shared/contract/index.ts';
import {
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
export interface HomePlace {
  sponsorKey: number;
  sessionSenderKey: string;
  language: string;
}

const keyOf = ({ sponsorKey, sessionSenderKey, language }: HomePlace, card: string) =>
  ['home', sponsorKey, sessionSenderKey, language, card] as const;
const ownFailure = { meta: { ownFailure: true } } as const;

export const reportsQuery = (place: HomePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'reports'),
    queryFn: ({ signal }) => call(readHomeReports, { params: { sponsorKey: place.sponsorKey }, signal }),
    ...ownFailure,
  });

export const edcSyncQuery = (place: HomePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'edcSync'),
    queryFn: ({ signal }) => call(readHomeEdcSync, { params: { sponsorKey: place.sponsorKey }, signal }),
    ...ownFailure,
  });

export const workflowQuery = (place: HomePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'workflow'),
    queryFn: ({ signal }) => call(readHomeWorkflow, { params: { sponsorKey: place.sponsorKey }, signal }),
    ...ownFailure,
  });

export const casesQuery = (place: HomePlace) =>
  queryOptions({
    queryKey: keyOf(place, 'cases'),
    queryFn: async ({ signal }) =>
      (await call(readHomeCases, { params: { sponsorKey: place.sponsorKey }, signal })).listInfo,
    ...ownFailure,
  });

export const obligationsQuery = (place: HomePlace, caseKey: number) =>
  queryOptions({
    queryKey: [...keyOf(place, 'obligations'), caseKey],
    queryFn: ({ signal }) => call(readObligations, { params: { caseKey }, signal }),
    ...ownFailure,
  });
