/** What the role of the editors of the demo may do with items, changed while they work. */
import { readItemRights, saveItemRights, type DataOf } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';

type ItemRights = DataOf<typeof readItemRights>['roles'][number]['rights'];

/** The role may not do with items what `rights` name, and everything with all others. */
export async function limitEditors(url: string, rights: ItemRights): Promise<void> {
  const call = { params: { sponsorKey: 1 }, token: await tokenOf(url, 'sponsor.admin') };
  const { roles } = (await makeCall(url, readItemRights, call)).data;
  const limited = roles.filter(({ name }) => name === 'Case processor');
  const changed = limited.map(({ roleId, setAt }) => ({ roleId, setAt, rights }));
  await makeCall(url, saveItemRights, { ...call, body: { reason: 'Test', roles: changed } });
}
