/** Queries on the audit trail. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Sight } from '../../shared/blinding/sight.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { isSeenQuoted, quotesOf } from '../cases/record/quotedText.store.ts';
import type { Trx } from '../storage/database.ts';
import { auditEntries } from './auditEntries.store.ts';
import type { Chain } from './auditEntry.ts';
import { holdsFolded } from '../storage/foldedSql.ts';

export interface AuditFilter extends Chain {
  page?: string;
  /** found in values that the reader sees, in reason and user, or in the labels of the items named */
  keyword?: { text: string; itemIds: readonly string[]; hiddenIds: readonly string[]; sight: Sight };
  address?: ItemAddress;
  /** items whose entries are left out */
  withheld?: readonly string[];
  action?: string;
  /** only of this version */
  caseKey?: number;
}

/** What an entry `e` of the save `s` quotes, as `seesQuoted` asks: the words of a question may be those of a receiver. */
export const ENTRY_QUOTES = sql<
  boolean | null
>`case when e.action = 'question' then ${quotesOf(sql`s.scope_key`)} end`;

const matching = (trx: Trx, filter: AuditFilter) => {
  const { sponsorKey, scope, scopeKey, page, keyword, address, action, caseKey, withheld = [] } = filter;
  let query = auditEntries(trx)
    .where('e.sponsor_key', '=', sponsorKey)
    .where('e.scope', '=', scope)
    .where('e.scope_key', '=', scopeKey);
  if (withheld.length > 0) query = query.where('e.item_id', 'not in', withheld);
  if (page) query = query.where('e.page', '=', page);
  if (action) query = query.where('e.action', '=', action);
  if (caseKey !== undefined) query = query.where('s.case_key', '=', caseKey);
  if (address) {
    query = query
      .where('e.item_id', '=', address.itemId)
      .where('e.row_no', '=', address.rowNo)
      .where('e.row_no2', '=', address.rowNo2)
      .where('e.row_no3', '=', address.rowNo3);
  }
  if (keyword) {
    // written out column by column: one text of all of them would find words across their borders
    const foundIn = (columns: RawBuilder<unknown>) => sql`exists (
      select 1 from unnest(array[${columns}]) said where ${holdsFolded(sql`said`, keyword.text)})`;
    query = query.where(sql<SqlBool>`(
      e.item_id = any(${[...keyword.itemIds]}::text[])
      or ${foundIn(sql`s.reason, s.user_id, s.user_name`)}
      or e.item_id <> all(${[...keyword.hiddenIds]}::text[])
        and ${isSeenQuoted(keyword.sight, ENTRY_QUOTES)}
        and ${foundIn(sql`e.value, e.notation, e.old_value, e.old_notation`)}
    )`);
  }
  return query;
};

/** Entries with their saves, newest first. */
export const findEntries = (trx: Trx, filter: AuditFilter, offset = 0, limit: number | null = null) => {
  const query = matching(trx, filter)
    .select([
      'e.page',
      'e.item_id',
      'e.row_no',
      'e.row_no2',
      'e.row_no3',
      'e.action',
      'e.old_value',
      'e.old_null_flavor',
      'e.old_notation',
      'e.value',
      'e.null_flavor',
      'e.notation',
      'e.old_properties',
      'e.properties',
      's.save_no',
      's.at',
      's.user_id',
      's.user_name',
      's.reason',
      's.source',
      's.catalogue_version',
      ENTRY_QUOTES.as('quotes'),
    ])
    .orderBy('e.save_no', 'desc')
    .orderBy('e.entry_no')
    .offset(offset);
  return (limit === null ? query : query.limit(limit)).execute();
};

export async function countEntries(trx: Trx, filter: AuditFilter): Promise<number> {
  const { count } = await matching(trx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type FoundEntry = Awaited<ReturnType<typeof findEntries>>[number];

/** Which items a chain speaks of, each with the version of the schema files by which it is called. */
export const findNamed = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain) =>
  matching(trx, { sponsorKey, scope, scopeKey })
    .select(['s.catalogue_version', 'e.item_id'])
    .distinct()
    .execute();

export type Named = Awaited<ReturnType<typeof findNamed>>[number];

/** The end of a chain: what a signature is put under. */
export async function chainHead(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
): Promise<{ saveNo: number; hash: string }> {
  const { save_no, hash } = await trx
    .selectFrom('audit_head')
    .select(['save_no', 'hash'])
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .executeTakeFirstOrThrow();
  return { saveNo: save_no, hash };
}

/** What a signature with this meaning is put under, as its audit entry and the signature itself record it. */
export async function signatureUnder(trx: Trx, chain: Chain, meaning: string) {
  const { saveNo, hash } = await chainHead(trx, chain);
  return { meaning, signedSave: saveNo, signedHash: hash };
}
