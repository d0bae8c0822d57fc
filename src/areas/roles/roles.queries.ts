/** What the pages of roles read; below ['roles', sponsorKey]. */
import { queryOptions } from '@tanstack/react-query';
import { listRoles, readItemRights, readPrivileges, type DataOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

export type Role = DataOf<typeof listRoles>['roles'][number];
export type PrivilegeMatrix = DataOf<typeof readPrivileges>;
export type RolePrivileges = PrivilegeMatrix['roles'][number];

export type RoleItems = DataOf<typeof readItemRights>['roles'][number];

/** Everything read of roles. */
export const rolesKey = (sponsorKey: number) => ['roles', sponsorKey] as const;

export const rolesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...rolesKey(sponsorKey), 'list'],
    queryFn: ({ signal }) => call(listRoles, { params: { sponsorKey }, signal }),
  });

export const privilegesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...rolesKey(sponsorKey), 'privileges'],
    queryFn: ({ signal }) => call(readPrivileges, { params: { sponsorKey }, signal }),
  });

export const itemRightsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: [...rolesKey(sponsorKey), 'items'],
    queryFn: ({ signal }) => call(readItemRights, { params: { sponsorKey }, signal }),
  });
