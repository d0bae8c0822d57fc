/** Which items of cases the roles of a sponsor hide or only show. Changed like privileges: with a reason, by one user at a time. */
import type { ItemRight } from '../../../shared/access/itemRights.ts';
import { rolesShow } from '../../../shared/blinding/sight.ts';
import type { BodyOf, DataOf, readItemRights, saveItemRights } from '../../../shared/contract/index.ts';
import { changingAccess } from '../../accounts/lastAdministrator.ts';
import { roleChain, ROLES } from '../../accounts/roleChain.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { SessionUser } from '../../http/session.ts';
import { itemNotFound, itemNotOwn, noModifiedData, ownRole } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findItemRights, replaceItemRights, type StoredRights } from './itemRights.store.ts';
import { current, headOf, type Author, type RolesWorld } from './roles.service.ts';
import { findRoles, type StoredRole } from './roles.store.ts';

export const itemRightsOf = (
  { db }: DatabaseWorld,
  { sponsorKey, userKey }: SessionUser,
): Promise<DataOf<typeof readItemRights>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const roles = await findRoles(trx, sponsorKey, userKey);
    const rights = await findItemRights(trx, sponsorKey);
    return {
      roles: roles.map((role) => ({
        ...headOf(role),
        rights: [...(rights.get(role.role_id) ?? [])].map(([itemId, right]) => ({ itemId, right })),
      })),
    };
  });

interface RightsChange {
  role: StoredRole;
  before: StoredRights;
  after: StoredRights;
}

const NO_RIGHTS: StoredRights = new Map();

/** Throws what the contract says of `saveItemRights`. */
export function changeItemRights(
  deps: RolesWorld,
  author: Author,
  { reason, roles: wanted }: BodyOf<typeof saveItemRights>,
): Promise<void> {
  const { sponsorKey, userKey } = author.user;
  return inSponsor(deps.db, sponsorKey, (trx) =>
    changingAccess(trx, { sponsorKey, at: deps.clock.now() }, async () => {
      const roles = await findRoles(trx, sponsorKey, userKey);
      const stored = await findItemRights(trx, sponsorKey);
      // all are looked at before one is changed: the answer names the first that is stale
      const changes = wanted
        .map(({ roleId, setAt, rights }) => ({
          role: current(roles, roleId, setAt),
          before: stored.get(roleId) ?? NO_RIGHTS,
          after: new Map(rights.map(({ itemId, right }) => [itemId, right])),
        }))
        .filter(({ before, after }) => differences(before, after).length > 0);
      if (changes.length === 0) throw noModifiedData();
      for (const change of changes) {
        requireChangeable(deps, author.user, change);
        await changeOne(trx, deps, author, { ...change, reason });
      }
    }),
  );
}

/** A role of one's own is changed by others; what one may not see oneself is opened to nobody, as with blinding. */
function requireChangeable(deps: RolesWorld, user: SessionUser, { role, before, after }: RightsChange): void {
  if (role.own) throw ownRole(role.name);
  for (const itemId of after.keys())
    if (!before.has(itemId) && !Object.hasOwn(deps.catalogue.whole.items, itemId)) throw itemNotFound(itemId);
  for (const [itemId, right] of before)
    if (
      right === 'hidden' &&
      after.get(itemId) !== 'hidden' &&
      !rolesShow(deps.catalogue.whole, user, [itemId])
    )
      throw itemNotOwn(itemId);
}

async function changeOne(
  trx: Trx,
  deps: RolesWorld,
  author: Author,
  { role, before, after, reason }: RightsChange & { reason: string },
): Promise<void> {
  const { sponsorKey, userName } = author.user;
  const at = changeTime(deps.clock.now(), role.changed_at);
  const written = { sponsorKey, roleId: role.role_id, changedAt: at, changedBy: userName };
  await replaceItemRights(trx, written, after);
  await appendChange(
    trx,
    deps,
    author,
    { ...roleChain(sponsorKey, role.role_id), at, page: ROLES, reason },
    differences(before, after),
  );
}

/** What the trail calls the right to change an item, which is not stored. */
const WRITE = 'write';

/** An entry for each item whose right differs. */
function differences(before: StoredRights, after: StoredRights): NewEntry[] {
  const named = (right: ItemRight | undefined): string => right ?? WRITE;
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((itemId) => before.get(itemId) !== after.get(itemId))
    .map((itemId) => caseEntry('change', named(after.get(itemId)), itemId, named(before.get(itemId))));
}
