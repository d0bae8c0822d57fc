/** Queries for the case that a message may be of. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { stepOfCase, type CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';

export interface CaseIdentity {
  /** the number the sender gave it */
  caseNumber: string | null;
  worldwideId: string | null;
}

const newestCases = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('pv_case')
    .selectAll()
    .select(stepOfCase)
    .where('sponsor_key', '=', sponsorKey)
    .where('latest', '=', true);

/**
 * The newest version of the case that has one of the numbers; the worldwide one counts more, and of several cases with it one
 * that is not deleted.
 */
export function findSameCase(
  trx: Trx,
  sponsorKey: number,
  { caseNumber, worldwideId }: CaseIdentity,
): Promise<CaseRecord | undefined> {
  return newestCases(trx, sponsorKey)
    .where(
      // the beginnings are what the indexes hold
      sql<boolean>`(left(worldwide_id, 200) = left(${worldwideId}, 200) and worldwide_id = ${worldwideId}
        or left(sender_case_id, 200) = left(${caseNumber}, 200) and sender_case_id = ${caseNumber})`,
    )
    .orderBy(sql`worldwide_id = ${worldwideId} is true`, 'desc')
    .orderBy('del_flag')
    .orderBy('case_key')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The newest version of the case that lists the number in an item of its search document; undefined where several do. Deleted
 * ones count where there is no other.
 * `keys`: those that the search has the number by.
 */
export async function findCaseListing(
  trx: Trx,
  sponsorKey: number,
  { keys, itemId, number }: { keys: readonly string[]; itemId: string; number: string },
): Promise<CaseRecord | undefined> {
  const found = await newestCases(trx, sponsorKey)
    .where('root_case_key', 'in', (of) =>
      of
        .selectFrom('case_search_key as k')
        .innerJoin('case_search as s', (join) =>
          join.onRef('s.sponsor_key', '=', 'k.sponsor_key').onRef('s.root_case_key', '=', 'k.root_case_key'),
        )
        .select('s.root_case_key')
        .where('k.sponsor_key', '=', sponsorKey)
        .where('k.key', 'in', keys)
        .where(
          sql<boolean>`jsonb_path_exists(s.document, '$.said.*[*][*] ? (@.itemId == $item && @.value == $number)',
            ${JSON.stringify({ item: itemId, number })}::jsonb)`,
        ),
    )
    .orderBy('del_flag')
    .limit(2)
    .execute();
  const [first, second] = found;
  return second && second.del_flag === first?.del_flag ? undefined : first;
}

/** The versions of a case in which an unrepeated item has a value, the newest first. */
export async function versionsWithValue(
  trx: Trx,
  { sponsor_key, root_case_key }: CaseRecord,
  { itemId, page }: CatalogueItem,
  value: string,
): Promise<number[]> {
  const key = addressKey(addressAt(itemId, []));
  const found = await trx
    .selectFrom('pv_case as c')
    .innerJoin('case_page_row as r', (join) =>
      join
        .onRef('r.sponsor_key', '=', 'c.sponsor_key')
        .onRef('r.case_key', '=', 'c.case_key')
        .on('r.page', '=', page)
        .on('r.row_no', '=', 0),
    )
    .select('c.case_key')
    .where('c.sponsor_key', '=', sponsor_key)
    .where('c.root_case_key', '=', root_case_key)
    .where(sql<boolean>`r.items -> ${key}::text ->> 'v' = ${value}`)
    .orderBy('c.version_no', 'desc')
    .execute();
  return found.map(({ case_key }) => case_key);
}

/** Whether one of the versions was made of a message with the fingerprint. */
export async function isImported(
  trx: Trx,
  sponsorKey: number,
  { caseKeys, fingerprint }: { caseKeys: readonly number[]; fingerprint: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('import_message')
    .select('seq')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', 'in', caseKeys)
    .where('outcome', 'in', ['new', 'followUp'])
    .where('fingerprint', '=', fingerprint)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
