/** The stored end of a chain, and whether its seal is valid. */
import { headSeal, type Chain } from './auditEntry.ts';
import { isSameMac, type AuditKeys } from './auditKeys.ts';

export interface StoredHead {
  save_no: number;
  hash: string;
  seal: string | null;
  key_id: string | null;
  adopted_to: number;
}

/** In place of a seal: the end that this one continues had a seal that was not valid. */
export const BROKEN_SEAL = 'broken';
/** In place of a seal: the end that this one continues had the seal of a key that the server does not have. */
export const MISSING_KEY_SEAL = 'key missing';

/** Whether the seal is the one that the product made; without its key that cannot be decided. */
export function isSealed(
  find: AuditKeys['find'],
  chain: Chain,
  { save_no: saveNo, hash, seal, key_id, adopted_to: adoptedTo }: StoredHead,
): 'valid' | 'forged' | 'keyMissing' {
  if (seal === null || key_id === null || seal === BROKEN_SEAL) return 'forged';
  const key = find(key_id);
  if (!key || seal === MISSING_KEY_SEAL) return 'keyMissing';
  const { sponsorKey, scope, scopeKey } = chain;
  const expected = headSeal(key, { sponsorKey, scope, scopeKey, saveNo, hash, adoptedTo });
  return isSameMac(expected, seal) ? 'valid' : 'forged';
}
