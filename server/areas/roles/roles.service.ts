/** Roles of a sponsor: their names, what uses them, and what they may. Changed with a reason, by one user at a time. */
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { readsOnly, withImplied } from '../../../shared/access/privilegeAreas.ts';
import {
  MAX_ROLES,
  type BodyOf,
  type DataOf,
  type listRoles,
  type readPrivileges,
  type savePrivileges,
  type saveRole,
} from '../../../shared/contract/index.ts';
import { changingAccess } from '../../accounts/lastAdministrator.ts';
import { roleChain, ROLES } from '../../accounts/roleChain.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import {
  inspectorRole,
  noModifiedData,
  ownRole,
  roleChanged,
  roleInUse,
  roleNameTaken,
  roleNotFound,
  tooManyRoles,
} from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { opened } from './opened.ts';
import { findRoles, nextRoleId, putRole, replacePrivileges, type StoredRole } from './roles.store.ts';

/** What this module needs of the server. */
export type RolesWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Author {
  user: SessionUser;
  requestId: string;
}

export const headOf = ({ role_id, name, users, own, inspector, changed_at }: StoredRole) => ({
  roleId: role_id,
  name,
  users,
  own,
  inspector,
  setAt: changed_at.toISOString(),
});

export const rolesOf = (
  { db }: DatabaseWorld,
  { sponsorKey, userKey }: SessionUser,
): Promise<DataOf<typeof listRoles>> =>
  inSponsor(db, sponsorKey, async (trx) => ({
    roles: (await findRoles(trx, sponsorKey, userKey)).map((role) => ({
      ...headOf(role),
      description: role.description,
      steps: role.steps,
      cases: role.cases,
      setBy: role.changed_by,
    })),
  }));

export const privilegesOf = (
  { db }: DatabaseWorld,
  { sponsorKey, userKey }: SessionUser,
): Promise<DataOf<typeof readPrivileges>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const roles = await findRoles(trx, sponsorKey, userKey);
    return {
      roles: roles.map((role) => ({ ...headOf(role), privileges: withImplied(role.privileges) })),
      opens: opened(),
    };
  });

/** Adds, renames or deletes a role. Throws what the contract says of `saveRole`. */
export function changeRole(
  deps: RolesWorld,
  author: Author,
  { reason, roleId: known, setAt, ...typed }: BodyOf<typeof saveRole>,
): Promise<DataOf<typeof saveRole>> {
  const { sponsorKey, userKey, userName } = author.user;
  const after = { ...typed, name: typed.name.trim(), description: typed.description.trim() };
  return inSponsor(deps.db, sponsorKey, (trx) =>
    changingAccess(trx, { sponsorKey, at: deps.clock.now() }, async () => {
      const roles = await findRoles(trx, sponsorKey, userKey);
      const before = known === null ? null : current(roles, known, setAt);
      if (before === null && roles.length >= MAX_ROLES) throw tooManyRoles();
      const isTaken = roles.some(({ role_id, name }) => role_id !== known && name === after.name);
      if (isTaken) throw roleNameTaken(after.name);
      if (after.delFlag === 'Y' && before && isUsed(before)) throw roleInUse(before);
      if (after.inspector && before && !before.inspector && !mayBecomeInspector(before))
        throw inspectorRole(after.name);
      const entries = entriesOf(before, after);
      if (entries.length === 0) throw noModifiedData();
      const roleId = known ?? (await nextRoleId(trx, sponsorKey));
      const at = before ? changeTime(deps.clock.now(), before.changed_at) : deps.clock.now();
      await putRole(trx, { ...after, sponsorKey, roleId, changedAt: at, changedBy: userName });
      await appendChange(
        trx,
        deps,
        author,
        { ...roleChain(sponsorKey, roleId), at, page: ROLES, reason },
        entries,
      );
      return { roleId, setAt: at.toISOString() };
    }),
  );
}

const isUsed = ({ users, steps, cases }: StoredRole): boolean => users + steps + cases > 0;

/** Its users might have no end date, and it reads only. */
const mayBecomeInspector = ({ users, privileges }: StoredRole): boolean =>
  users === 0 && readsOnly(privileges);

/** Throws 404 ROLE_NOT_FOUND; 409 ROLE_CHANGED if another user changed it after it was read. */
export function current(roles: readonly StoredRole[], roleId: number, setAt: string | null): StoredRole {
  const found = roles.find(({ role_id }) => role_id === roleId);
  if (!found) throw roleNotFound(roleId);
  const { name, changed_by, changed_at } = found;
  const changedAt = changed_at.toISOString();
  if (changedAt !== setAt) throw roleChanged({ roleId, name, changedBy: changed_by ?? '', changedAt });
  return found;
}

type Written = Omit<BodyOf<typeof saveRole>, 'reason' | 'roleId' | 'setAt'>;

/** An entry for each part that differs. */
function entriesOf(before: StoredRole | null, after: Written): NewEntry[] {
  const was = partsOf(
    before ? { ...before, delFlag: 'N' } : { name: '', description: '', inspector: false, delFlag: 'N' },
  );
  const is = partsOf(after);
  return (['name', 'description', 'inspector', 'delFlag'] as const)
    .filter((part) => was[part] !== is[part])
    .map((part) => caseEntry(before ? 'change' : 'add', is[part], part, was[part] || null));
}

/** As the audit trail has them. */
const partsOf = ({ name, description, inspector, delFlag }: Written) => ({
  name,
  description,
  inspector: inspector ? 'Y' : 'N',
  delFlag,
});

/** Changes the privileges of roles. Throws what the contract says of `savePrivileges`. */
export function changePrivileges(
  deps: RolesWorld,
  author: Author,
  { reason, roles: wanted }: BodyOf<typeof savePrivileges>,
): Promise<void> {
  const { sponsorKey, userKey } = author.user;
  return inSponsor(deps.db, sponsorKey, (trx) =>
    changingAccess(trx, { sponsorKey, at: deps.clock.now() }, async () => {
      const roles = await findRoles(trx, sponsorKey, userKey);
      // all are looked at before one is changed: the answer names the first that is stale
      const changes = wanted.map(({ roleId, setAt, privileges }) => ({
        role: current(roles, roleId, setAt),
        privileges: withImplied(privileges),
      }));
      const real = changes.filter(
        ({ role, privileges }) => differences(role.privileges, privileges).length > 0,
      );
      if (real.length === 0) throw noModifiedData();
      for (const change of real) await changeOne(trx, deps, author, { ...change, reason });
    }),
  );
}

interface PrivilegeChange {
  role: StoredRole;
  privileges: readonly PrivilegeId[];
  reason: string;
}

async function changeOne(
  trx: Trx,
  deps: RolesWorld,
  author: Author,
  { role, privileges, reason }: PrivilegeChange,
): Promise<void> {
  const { sponsorKey, userName } = author.user;
  if (role.own) throw ownRole(role.name);
  if (role.inspector && !readsOnly(privileges)) throw inspectorRole(role.name);
  const at = changeTime(deps.clock.now(), role.changed_at);
  const written = { sponsorKey, roleId: role.role_id, changedAt: at, changedBy: userName };
  await replacePrivileges(trx, written, privileges);
  await appendChange(
    trx,
    deps,
    author,
    { ...roleChain(sponsorKey, role.role_id), at, page: ROLES, reason },
    differences(role.privileges, privileges),
  );
}

/** An entry for each privilege that is granted or withdrawn. */
const differences = (before: readonly PrivilegeId[], after: readonly PrivilegeId[]): NewEntry[] => [
  ...after.filter((one) => !before.includes(one)).map((one) => caseEntry('change', 'Y', one, 'N')),
  ...before.filter((one) => !after.includes(one)).map((one) => caseEntry('change', 'N', one, 'Y')),
];
