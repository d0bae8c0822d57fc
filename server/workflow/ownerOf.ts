/** The owner of a case in the workflow, with their current names. */
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';
import { findPerson, findRoleName } from './people.store.ts';
import type { Owner } from './recordRouting.ts';

/** Role and user that own the case; null where none does. */
export async function ownerOf(trx: Trx, found: CaseRecord): Promise<Owner> {
  const { sponsor_key, workflow_role_id: roleId, workflow_user_key: userKey } = found;
  const roleName = roleId === null ? null : await findRoleName(trx, sponsor_key, roleId);
  const person = userKey === null ? null : await findPerson(trx, sponsor_key, userKey);
  return {
    role: roleId === null ? null : { roleId, roleName: roleName ?? String(roleId) },
    user: userKey === null ? null : { userKey, userName: person?.userName ?? String(userKey) },
  };
}
