/** What the settings read; below ['settings', sponsorKey]. */
import { queryOptions } from '@tanstack/react-query';
import { readSettings, readWorkflowSettings, type DataOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type Settings = DataOf<typeof readSettings>;

const ofSponsor = (sponsorKey: number) => ['settings', sponsorKey] as const;

/** Everything read of the settings. */
export const settingsKey = ofSponsor;

export const settingsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...ofSponsor(sponsorKey), 'now'],
    queryFn: ({ signal }) => call(readSettings, { params: { sponsorKey }, signal }),
    // a form is fed once
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });

export type WorkflowSettings = DataOf<typeof readWorkflowSettings>;

export const workflowSettingsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...ofSponsor(sponsorKey), 'workflow'],
    queryFn: ({ signal }) => call(readWorkflowSettings, { params: { sponsorKey }, signal }),
    refetchOnWindowFocus: false,
    meta: { ownFailure: true },
  });
