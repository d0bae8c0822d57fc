/** Sponsors and senders a user may work for. */
import { queryOptions } from '@tanstack/react-query';
import { listSenders, listSponsors } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';

export const sponsorsQuery = (userKey: number) =>
  queryOptions({
    queryKey: ['sponsors', userKey],
    queryFn: ({ signal }) => call(listSponsors, { params: { userKey }, signal }),
  });

export const sendersQuery = (sponsorKey: number, userKey: number) =>
  queryOptions({
    queryKey: ['senders', sponsorKey, userKey],
    queryFn: ({ signal }) => call(listSenders, { params: { sponsorKey, userKey }, signal }),
  });
