/** What waits for the user, asked for once a minute while the page is looked at. */
import { queryOptions } from '@tanstack/react-query';
import { readNotificationRules, readNotifications } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

const ASK_EVERY_MS = 60_000;

export const notificationsKey = (sponsorKey: number) => ['notifications', sponsorKey] as const;

export const notificationsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: notificationsKey(sponsorKey),
    queryFn: ({ signal }) => call(readNotifications, { params: { sponsorKey }, signal }),
    refetchInterval: ASK_EVERY_MS,
    meta: { ownFailure: true },
  });

export const rulesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['notification-rules', sponsorKey] as const,
    queryFn: ({ signal }) => call(readNotificationRules, { params: { sponsorKey }, signal }),
    // a form that begins with what was read before would take back what was changed since, e.g. in another tab
    gcTime: 0,
    meta: { ownFailure: true },
  });
