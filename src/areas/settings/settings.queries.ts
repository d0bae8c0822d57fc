/** What the settings read; below ['settings', sponsorKey]. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  readSettings,
  readSettingsAudit,
  type DataOf,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type Settings = DataOf<typeof readSettings>;
export type SettingsChange = DataOf<typeof readSettingsAudit>['listInfo'][number];

const ofSponsor = (sponsorKey: number) => ['settings', sponsorKey] as const;

/** Everything read of the settings. */
export const settingsKey = ofSponsor;

export const settingsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...ofSponsor(sponsorKey), 'now'],
    queryFn: ({ signal }) => call(readSettings, { params: { sponsorKey }, signal }),
    // a form is fed once
    refetchOnWindowFocus: false,
  });

export const settingsAuditQuery = (sponsorKey: number, query: QueryOf<typeof readSettingsAudit>) =>
  queryOptions({
    queryKey: [...ofSponsor(sponsorKey), 'audit', query],
    queryFn: ({ signal }) => call(readSettingsAudit, { params: { sponsorKey }, query, signal }),
    placeholderData: keepPreviousData,
  });
