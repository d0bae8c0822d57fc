import { readItemRights, saveItemRights } from '../../shared/contract/index.ts';
import type { TestServer } from './harness.ts';

export interface ItemRightsOfRole {
  /** of an administrator of the sponsor */
  token: string;
  sponsorKey?: number;
  roleId: number;
  /** other items may be read and written */
  rights: readonly { itemId: string; right: 'read' | 'hidden' }[];
  reason?: string;
}

/** Sets what a role may do with items, as the page of roles does. */
export async function setItemRights(
  server: TestServer,
  { token, sponsorKey = 1, roleId, rights, reason = 'Data protection' }: ItemRightsOfRole,
) {
  const params = { sponsorKey };
  const { data } = await server.call(readItemRights, { params, token });
  const { setAt = '' } = data.roles.find((role) => role.roleId === roleId) ?? {};
  const body = { reason, roles: [{ roleId, setAt, rights: [...rights] }] };
  return server.call(saveItemRights, { params, token, body });
}
