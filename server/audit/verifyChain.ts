/** Verifies that a chain of the audit trail is the one that was written. */
import type { Trx } from '../storage/database.ts';
import {
  CHAIN_START,
  resealKeyId,
  resealOf,
  saveHash,
  type Chain,
  type NewEntry,
  type SaveHeader,
} from './auditEntry.ts';
import { isSameMac, type AuditKeys } from './auditKeys.ts';
import { chainSaves } from './chainSaves.store.ts';
import { isSealed, type StoredHead } from './sealedHead.ts';
import { entryOf, headerOf, type StoredEntry, type StoredSave } from './storedSave.ts';

/**
 * What differs. `save`: a save was changed, added or removed; `head`: the end of the chain was cut off or replaced; `anchor`:
 * the chain is another one than when its head was anchored; `keyMissing`: it was written with a key that the server does
 * not have, so that nothing can be concluded; `content`: the chain is whole, but the case has other content.
 */
export type ChainProblem = 'save' | 'head' | 'anchor' | 'keyMissing' | 'content';

export interface ChainReport {
  whole: boolean;
  /** what differs; null: nothing */
  problem: ChainProblem | null;
  /** saves up to the problem */
  saves: number;
  /** number of the first save that is not as it was written, or is missing */
  brokenAt: number | null;
  /** hash of the last save */
  head: string | null;
}

/** A head in the anchor file. */
export interface AnchoredHead {
  saveNo: number;
  hash: string;
}

export interface ChainChecks {
  keys: AuditKeys;
  /** null: the chain was not anchored yet */
  anchored: AnchoredHead | null;
  /** receives each save whose hash is right, in order */
  onSave?: (save: SaveHeader, entries: readonly NewEntry[]) => void;
}

/** Computes every hash again, from the first save of the chain to its sealed end, which must be present. */
export async function verifyChain(trx: Trx, chain: Chain, checks: ChainChecks): Promise<ChainReport> {
  const { keys, anchored, onSave } = checks;
  const end = await readHead(trx, chain);
  let [previous, saveNo] = [CHAIN_START, 0];
  const broken = (problem: ChainProblem): ChainReport => ({
    whole: false,
    problem,
    saves: saveNo,
    brokenAt: saveNo + 1,
    head: saveNo > 0 ? previous : null,
  });
  for await (const { save, entries } of chainSaves(trx, chain)) {
    const problem = problemOf(keys, save, entries, { previous, saveNo, adoptedTo: end?.adopted_to ?? 0 });
    if (problem) return broken(problem);
    if (anchored?.saveNo === save.save_no && anchored.hash !== save.hash) return broken('anchor');
    onSave?.(headerOf(save), entries.map(entryOf));
    [previous, saveNo] = [save.hash, save.save_no];
  }
  if (anchored && anchored.saveNo > saveNo) return broken('anchor');
  if (saveNo === 0 || end?.save_no !== saveNo || end.hash !== previous) return broken('head');
  const sealed = isSealed(keys.find, chain, end);
  if (sealed !== 'valid') return broken(sealed === 'forged' ? 'head' : 'keyMissing');
  return { whole: true, problem: null, saves: saveNo, brokenAt: null, head: previous };
}

interface Position {
  previous: string;
  saveNo: number;
  adoptedTo: number;
}

/** What is wrong with the save at the position; null: nothing. */
function problemOf(
  keys: AuditKeys,
  save: StoredSave,
  entries: readonly StoredEntry[],
  { previous, saveNo, adoptedTo }: Position,
): ChainProblem | null {
  const isAdopted = save.save_no <= adoptedTo;
  const isNext =
    save.save_no === saveNo + 1 &&
    save.prev_hash === previous &&
    save.entry_count === entries.length &&
    entries.every(({ entry_no }, index) => entry_no === index + 1);
  if (!isNext || (save.key_id === null && !isAdopted)) return 'save';
  if (save.reseal !== null) return resealProblem(keys, { ...save, reseal: save.reseal }, entries, isAdopted);
  const key = save.key_id === null ? null : keys.find(save.key_id);
  // of an adopted save with a lost key the links are all that can be verified; the seal of the head covers them
  if (save.key_id !== null && !key) return isAdopted ? null : 'keyMissing';
  return save.hash === saveHash(key, previous, headerOf(save), entries.map(entryOf)) ? null : 'save';
}

/** Of a save whose personal values became pseudonyms: it must read as it was sealed then. */
function resealProblem(
  keys: AuditKeys,
  save: StoredSave & { reseal: string },
  entries: readonly StoredEntry[],
  isAdopted: boolean,
): ChainProblem | null {
  const { reseal, hash, key_id: keyId, prev_hash: previous } = save;
  const key = keys.find(resealKeyId(reseal));
  if (!key) return isAdopted ? null : 'keyMissing';
  const expected = resealOf(key, { hash, keyId }, previous, headerOf(save), entries.map(entryOf));
  return isSameMac(expected, reseal) ? null : 'save';
}

const readHead = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain): Promise<StoredHead | undefined> =>
  trx
    .selectFrom('audit_head')
    .select(['save_no', 'hash', 'seal', 'key_id', 'adopted_to'])
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .executeTakeFirst();
