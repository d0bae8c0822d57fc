/** What another release of a dictionary makes of the codes in cases. */
import { sql, type RawBuilder } from 'kysely';
import { storesPrefix, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { hasCode, inMeaningOrder } from '../dictionaries/entries.store.ts';

/** What is compared: terms of cases, and two releases. */
export interface ReleasePair {
  /** condition on `w` and `c` of the coding lists */
  terms: RawBuilder<boolean>;
  before: number;
  after: number;
  /** the code of a case is the beginning of a code of the dictionary */
  begins: boolean;
  /** the column that numbers the entries of one code; null: there is none */
  sequence: string | null;
  /** columns whose change counts */
  compared: readonly string[];
}

/** What is compared with two releases of a dictionary. */
export const comparedOf = (
  descriptor: DictionaryDescriptor,
): Pick<ReleasePair, 'begins' | 'sequence' | 'compared'> => ({
  begins: storesPrefix(descriptor),
  sequence: descriptor.sequence ?? null,
  compared: descriptor.upgrade?.compared ?? [],
});

/**
 * Every distinct code of these terms with its entries in both releases, null if a release does not have it, and the
 * outcome. Codes that the first release does not have are left out.
 */
export function codesHeld({
  terms,
  before,
  after,
  begins,
  sequence,
  compared,
}: ReleasePair): RawBuilder<unknown> {
  const entryOf = (releaseNo: number) => sql`(
    select e.term, e.parents, e.columns, s.current from dictionary_entry e
    join dictionary_search s on s.release_no = e.release_no and s.entry_no = e.entry_no
    where e.release_no = ${releaseNo}::int and ${hasCode(sql`held.code`, begins)}
    order by not s.current, ${inMeaningOrder(sql`${sequence}::text`)} limit 1)`;
  const above = (of: RawBuilder<unknown>) => sql`jsonb_path_query_array(${of}, '$[*].code')`;
  const isOwnParent = (of: RawBuilder<unknown>) => sql`(${of}.parents -> 0 ->> 'code' = held.code)`;
  const isOtherwise = sql`exists (
    select from unnest(${[...compared]}::text[]) as detail (name)
    where coalesce(new.columns ->> detail.name, '') <> coalesce(old.columns ->> detail.name, ''))`;
  return sql`(
    select held.code, old.term, old.parents, new.term as new_term, new.parents as new_parents,
      case when old.term is null then array[]::text[] when new.term is null then array['gone']
      else array_remove(array[
        case when not new.current then 'notCurrent' end,
        case when new.term ->> 'en' is distinct from old.term ->> 'en' then 'renamed' end,
        case when ${isOwnParent(sql`new`)} is distinct from ${isOwnParent(sql`old`)} then 'level' end,
        case when ${above(sql`new.parents`)} <> ${above(sql`old.parents`)} then 'moved' end,
        case when ${isOtherwise} then 'details' end], null)
      end as changes
    from (
      select distinct w.code
      from case_coding w join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key
      where ${terms} and w.code is not null
    ) held
    left join lateral ${entryOf(before)} old on true
    left join lateral ${entryOf(after)} new on true)`;
}
