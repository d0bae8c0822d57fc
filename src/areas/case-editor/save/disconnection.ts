/** A save that makes of a version a case of its own, since it gives it another number (specification section 4). */
import type { QueryClient } from '@tanstack/react-query';
import type { OtherVersion } from '../../../../machines/save/save.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import type { PageSession } from '../../../engine/index.ts';
import { versionsQuery } from '../status/versions.queries.ts';

/** Whether the changes replace the number that the case has. */
export function mayDisconnect({ roles }: Catalogue, session: PageSession, { items }: ChangeSet): boolean {
  const itemId = roles['caseNumber'];
  if (itemId === undefined || session.original(addressAt(itemId, [])).value === null) return false;
  return items.some((item) => item.itemId === itemId);
}

/** The versions that would be left behind, as they are now. */
export async function findOtherVersions(
  queries: QueryClient,
  caseKey: number,
): Promise<readonly OtherVersion[]> {
  const { listInfo } = await queries.fetchQuery({ ...versionsQuery(caseKey), staleTime: 0 });
  return listInfo.filter((version) => version.caseKey !== caseKey);
}
