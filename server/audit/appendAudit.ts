/** The only module that writes the audit trail. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';
import {
  CHAIN_START,
  headSeal,
  saveHash,
  type AuditSource,
  type Chain,
  type NewEntry,
  type SaveHeader,
} from './auditEntry.ts';
import type { AuditWorld } from './auditKeys.ts';
import { BROKEN_SEAL, isSealed, MISSING_KEY_SEAL, type StoredHead } from './sealedHead.ts';
import { problemOfLatestKey } from './latestKey.ts';
import { auditKeyMissing } from '../problems.ts';
import { storedProperties } from '../cases/record/storedProperties.ts';
import { storable } from '../../shared/text/storable.ts';

/** another process may take the save by then, or this one may have been restarted */
const RETRY_S = 5;

export interface NewSave extends Chain {
  /** the version of the case; null where it is about no case */
  caseKey: number | null;
  at: Date;
  user: { userKey: number | null; userId: string; userName: string };
  page: string;
  reason: string;
  source: AuditSource;
  requestId: string;
  catalogueVersion: string;
}

/**
 * Adds one save and its entries to their chain, in the caller's transaction. Locks the end of the chain, so saves of one
 * case follow each other. Answers the number of the save.
 */
export async function appendAudit(
  trx: Trx,
  { auditKeys }: AuditWorld,
  save: NewSave,
  entries: readonly NewEntry[],
): Promise<number> {
  const { current } = auditKeys;
  const head = await lockHead(trx, save);
  const header: SaveHeader = {
    sponsorKey: save.sponsorKey,
    scope: save.scope,
    scopeKey: save.scopeKey,
    saveNo: (head?.save_no ?? 0) + 1,
    caseKey: save.caseKey,
    at: save.at,
    userKey: save.user.userKey,
    userId: save.user.userId,
    userName: save.user.userName,
    page: save.page,
    reason: storable(save.reason),
    source: save.source,
    requestId: save.requestId,
    catalogueVersion: save.catalogueVersion,
  };
  const previous = head?.hash ?? CHAIN_START;
  const hash = saveHash(current, previous, header, entries);
  const seal =
    (await lostSeal(trx, auditKeys, save, head)) ??
    headSeal(current, { ...header, hash, adoptedTo: head?.adopted_to ?? 0 });
  await insertSave(trx, { save: header, entries, previous, hash, seal, keyId: current.id });
  return header.saveNo;
}

/**
 * What the new end of a chain has in place of a seal, if the old end had no valid one: a forgery must not be sealed. Throws 503
 * AUDIT_KEY_MISSING where the key is only missing in this process: no process could seal the chain again.
 */
async function lostSeal(
  trx: Trx,
  auditKeys: AuditWorld['auditKeys'],
  chain: Chain,
  head: StoredHead | undefined,
): Promise<string | null> {
  if (!head) return null;
  const sealed = isSealed(auditKeys.find, chain, head);
  if (sealed === 'valid') return null;
  if (sealed === 'forged') return BROKEN_SEAL;
  if ((await problemOfLatestKey(trx, auditKeys)) !== null) throw auditKeyMissing(RETRY_S);
  return MISSING_KEY_SEAL;
}

const lockHead = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain) =>
  trx
    .selectFrom('audit_head')
    .select(['save_no', 'hash', 'seal', 'key_id', 'adopted_to'])
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .forUpdate()
    .executeTakeFirst();

interface InsertedSave {
  save: SaveHeader;
  entries: readonly NewEntry[];
  previous: string;
  hash: string;
  seal: string;
  keyId: string;
}

/** One statement, however many entries: the arrays of a column each are unrolled by the database. */
async function insertSave(
  trx: Trx,
  { save, entries, previous, hash, seal, keyId }: InsertedSave,
): Promise<void> {
  const column = <T>(of: (entry: NewEntry) => T): T[] => entries.map(of);
  const json = (of: (entry: NewEntry) => NewEntry['before']) =>
    column((entry) => {
      const properties = storedProperties(of(entry).properties);
      return properties && JSON.stringify(properties);
    });
  await sql`
    with saved as (
      insert into audit_save (sponsor_key, scope, scope_key, save_no, case_key, at, user_key, user_id, user_name, page,
        reason, source, request_id, catalogue_version, entry_count, prev_hash, hash, key_id)
      values (${save.sponsorKey}, ${save.scope}, ${save.scopeKey}, ${save.saveNo}, ${save.caseKey}, ${save.at},
        ${save.userKey}, ${save.userId}, ${save.userName}, ${save.page}, ${save.reason}, ${save.source},
        ${save.requestId}, ${save.catalogueVersion}, ${entries.length}, ${previous}, ${hash}, ${keyId})
    ), head as (
      insert into audit_head (sponsor_key, scope, scope_key, save_no, hash, seal, key_id)
      values (${save.sponsorKey}, ${save.scope}, ${save.scopeKey}, ${save.saveNo}, ${hash}, ${seal}, ${keyId})
      on conflict (sponsor_key, scope, scope_key) do update set save_no = excluded.save_no, hash = excluded.hash,
        seal = excluded.seal, key_id = excluded.key_id, anchored = false
    )
    insert into audit_entry (sponsor_key, scope, scope_key, save_no, entry_no, page, item_id, row_no, row_no2, row_no3,
      action, old_value, old_null_flavor, old_notation, old_properties, value, null_flavor, notation, properties)
    select ${save.sponsorKey}::int, ${save.scope}::text, ${save.scopeKey}::bigint, ${save.saveNo}::int, e.*
    from unnest(
      ${entries.map((_, at) => at + 1)}::int[], ${column(({ page }) => page)}::text[],
      ${column(({ itemId }) => itemId)}::text[], ${column(({ rowNo }) => rowNo)}::int[],
      ${column(({ rowNo2 }) => rowNo2)}::int[], ${column(({ rowNo3 }) => rowNo3)}::int[],
      ${column(({ action }) => action)}::text[], ${column(({ before }) => before.value)}::text[],
      ${column(({ before }) => before.nullFlavor)}::text[], ${column(({ before }) => before.notation)}::text[],
      ${json(({ before }) => before)}::jsonb[], ${column(({ after }) => after.value)}::text[],
      ${column(({ after }) => after.nullFlavor)}::text[], ${column(({ after }) => after.notation)}::text[],
      ${json(({ after }) => after)}::jsonb[]
    ) as e`.execute(trx);
}
