/**
 * Where codes stand outside of cases: in views of lists, saved queries, synonyms, and the reference safety information of
 * products.
 */
import { sql, type RawBuilder } from 'kysely';
import type { UpgradeMention } from '../../../shared/contract/index.ts';
import type { SynonymKind } from '../../coding/synonyms.store.ts';
import { hasCode } from '../../dictionaries/entries.store.ts';
import type { Trx } from '../../storage/database.ts';

/** Every text anywhere in a JSON document that is one of the codes. */
const codesIn = (document: RawBuilder<unknown>, codes: readonly string[]) => sql`(
  select array_agg(distinct found.code order by found.code) as codes
  from jsonb_path_query(${document}, 'strict $.** ? (@.type() == "string")') part,
    lateral (select part #>> '{}' as code) found
  where found.code = any(${[...codes]}::text[]))`;

/** What the user may use: their own views and queries, and shared ones; records that are not deleted. */
export async function findMentions(
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  { codes, recordKind }: { codes: readonly string[]; recordKind: string | undefined },
): Promise<UpgradeMention[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<UpgradeMention>`
    select m.kind, m.name, found.codes from (
      select 'view' as kind, name, content as document from list_view
      where sponsor_key = ${sponsorKey} and del_flag = 'N' and (user_key = ${userKey} or shared)
      union all
      select 'query', name, query from search_library
      where sponsor_key = ${sponsorKey} and del_flag = 'N' and (user_key = ${userKey} or shared)
      union all
      select 'expectedness', r.name, jsonb_agg(p.items) from record r
      join record_page p on p.sponsor_key = r.sponsor_key and p.kind = r.kind and p.record_key = r.record_key
      where r.sponsor_key = ${sponsorKey} and r.kind = ${recordKind ?? ''} and r.del_flag = 'N'
      group by r.record_key, r.name
    ) m cross join lateral ${codesIn(sql`m.document`, codes)} found
    where found.codes is not null order by m.kind, m.name`.execute(trx);
  return rows;
}

/** Synonyms that are used or proposed, and whose code changes or is not current in the release. */
export async function findSynonymMentions(
  trx: Trx,
  { sponsorKey, synonyms }: { sponsorKey: number; synonyms: SynonymKind },
  {
    codes,
    dictionaries,
    releaseNo,
  }: { codes: readonly string[]; dictionaries: readonly object[]; releaseNo: number },
): Promise<UpgradeMention[]> {
  const { rows } = await sql<UpgradeMention>`
    select 'synonym' as kind, r.name, array[s.code] as codes
    from record r
    cross join lateral (select r.columns -> ${synonyms.codeItem}::text ->> 0 as code) s
    join jsonb_to_recordset(${JSON.stringify(dictionaries)}::jsonb) as d (dictionary text, begins boolean)
      on d.dictionary = r.columns -> ${synonyms.dictionaryItem}::text ->> 0
    where r.sponsor_key = ${sponsorKey} and r.kind = ${synonyms.kind.kind} and r.state <> 'retired' and r.del_flag = 'N'
      and (s.code = any(${[...codes]}::text[]) or not exists (
        select from dictionary_entry e
        join dictionary_search x on x.release_no = e.release_no and x.entry_no = e.entry_no and x.current
        where e.release_no = ${releaseNo} and ${hasCode(sql`s.code`, sql`d.begins`)}))
    order by r.name, r.record_key`.execute(trx);
  return rows;
}
