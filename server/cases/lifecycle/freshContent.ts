/** Whether others changed values of a case since it was read by a user who is about to sign it. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { signedCaseChanged } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseRecord } from '../record/case.store.ts';
import { hiddenItems, withheldItems } from '../record/caseAccess.ts';
import { findChangesOfOthers } from './contentChanges.store.ts';

/** Items and users that a refusal names. */
const NAMES_SHOWN = 3;

interface Signer {
  user: SessionUser;
  language: keyof LocalizedText;
}

/**
 * Throws 409 SIGNED_CASE_CHANGED, with who changed what, where another user saved values of the version after `retrievedAt`.
 * Changes that the signer does not see are no part of what they read.
 */
export async function requireFreshContent(
  trx: Trx,
  deps: CatalogueWorld,
  found: CaseRecord,
  { user, language }: Signer,
  retrievedAt: string,
): Promise<void> {
  const unseen = [...hiddenItems(deps, user), ...withheldItems(deps, user)];
  const changes = await findChangesOfOthers(trx, found, {
    userKey: user.userKey,
    since: new Date(retrievedAt),
    unseen,
  });
  const [last] = changes;
  if (!last) return;
  const { items, groups } = deps.catalogue.whole;
  const nameOf = (itemId: string) => (items[itemId] ?? groups[itemId])?.label[language] ?? itemId;
  throw signedCaseChanged({
    changedBy: listed(changes.map(({ user_name }) => user_name)),
    changedAt: last.at.toISOString(),
    items: listed(changes.map(({ item_id }) => nameOf(item_id))),
  });
}

function listed(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const shown = distinct.slice(0, NAMES_SHOWN).join(', ');
  return distinct.length > NAMES_SHOWN ? `${shown} …` : shown;
}
