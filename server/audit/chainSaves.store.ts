/** Reads the saves of a chain with their entries. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';
import type { StoredEntry, StoredSave } from './storedSave.ts';

/** Saves read together: a case of many years must not be held in memory whole. */
const CHUNK = 200;

/** Every save of the chain in its order. */
export async function* chainSaves(
  trx: Trx,
  chain: Chain,
): AsyncGenerator<{ save: StoredSave; entries: StoredEntry[] }> {
  let saves: StoredSave[];
  let after = 0;
  do {
    saves = await readSaves(trx, chain, after);
    const entries = await readEntries(trx, chain, saves);
    for (const save of saves) yield { save, entries: entries.get(save.save_no) ?? [] };
    after = saves.at(-1)?.save_no ?? after;
  } while (saves.length === CHUNK);
}

const readSaves = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain, after: number): Promise<StoredSave[]> =>
  trx
    .selectFrom('audit_save')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .where('save_no', '>', after)
    .orderBy('save_no')
    .limit(CHUNK)
    .execute();

async function readEntries(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  saves: readonly StoredSave[],
): Promise<Map<number, StoredEntry[]>> {
  const { rows } = await sql<StoredEntry>`
    select * from audit_entry
    where sponsor_key = ${sponsorKey} and scope = ${scope} and scope_key = ${scopeKey}
      and save_no = any(${saves.map(({ save_no }) => save_no)}::int[])
    order by save_no, entry_no`.execute(trx);
  return Map.groupBy(rows, ({ save_no }) => save_no);
}
