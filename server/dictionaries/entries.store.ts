/** What is shown of entries. */
import { sql, type RawBuilder } from 'kysely';
import { storesPrefix, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { LoadedEntry } from './entry.ts';

/** The entries of these numbers, by number. */
export async function findEntries(
  db: Db | Trx,
  releaseNo: number,
  entryNos: readonly number[],
): Promise<Map<number, Omit<LoadedEntry, 'current'>>> {
  if (entryNos.length === 0) return new Map();
  const rows = await db
    .selectFrom('dictionary_entry')
    .select(['entry_no', 'code', 'term', 'parents', 'columns'])
    .where('release_no', '=', releaseNo)
    .where('entry_no', 'in', entryNos)
    .execute();
  return new Map(rows.map(({ entry_no, ...entry }) => [entry_no, entry]));
}

/** Behind every character that a code can have, and before them all: ends of the codes that begin with one, and of one. */
const [LAST, FIRST] = [sql`chr(1114111)`, sql`chr(1)`];

/**
 * Has the entry `e` the code? `begins`: does its code begin with it, where items hold less of one than the dictionary; an
 * expression where that differs by row.
 */
export function hasCode(
  code: RawBuilder<unknown>,
  begins: boolean | RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (begins === false) return sql<boolean>`e.code = ${code} collate "C"`;
  const end = begins === true ? LAST : sql`case when ${begins} then ${LAST} else ${FIRST} end`;
  return sql<boolean>`(e.code >= ${code} collate "C" and e.code < (${code} || ${end}) collate "C")`;
}

interface EntriesOfCode {
  begins: boolean;
  only: Readonly<Record<string, string>>;
  sequence?: string | undefined;
  limit: number;
}

/**
 * Entries (`e`) with a code in the order in which the code means them, apart from whether they are current: the code itself
 * before longer ones, of these the highest number in the column `sequence`, which may differ by row or be null.
 */
export const inMeaningOrder = (sequence: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`length(e.code), substring(e.columns ->> ${sequence} from '^[0-9]{1,18}$')::bigint desc nulls last, e.entry_no`;

/**
 * The first entries with a code, or whose code begins with it; `only`: with these column values; `sequence`: of those
 * of one code the one with the highest number in this column comes first.
 */
export async function findByCode(
  db: Db | Trx,
  releaseNo: number,
  code: string,
  { begins, only, sequence, limit }: EntriesOfCode,
): Promise<LoadedEntry[]> {
  const { rows } = await sql<LoadedEntry>`
    select e.code, e.term, e.parents, e.columns, s.current
    from dictionary_entry e
    join dictionary_search s using (release_no, entry_no)
    where e.release_no = ${releaseNo} and ${hasCode(sql`${code}::text`, begins)}
      and s.facts @> ${JSON.stringify(only)}::jsonb
    order by not s.current, ${inMeaningOrder(sql`${sequence ?? null}::text`)} limit ${limit}::int`.execute(
    db,
  );
  return rows;
}

/** The entry behind a code as items store it: a current one before others, the first of several. */
export async function findStored(
  db: Db | Trx,
  releaseNo: number,
  descriptor: DictionaryDescriptor,
  code: string,
): Promise<LoadedEntry | undefined> {
  const { only = {}, sequence } = descriptor;
  const wanted = { begins: storesPrefix(descriptor), only, sequence, limit: 1 };
  return (await findByCode(db, releaseNo, code, wanted))[0];
}

/** The numbers of the entries with one of the codes, or whose code begins with one. */
export async function findEntryNos(
  db: Db | Trx,
  releaseNo: number,
  codes: readonly string[],
  begins: boolean,
): Promise<number[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ entry_no: number }>`
    select e.entry_no from unnest(${[...codes]}::text[]) as asked (code)
    join dictionary_entry e on e.release_no = ${releaseNo}::int and ${hasCode(sql`asked.code`, begins)}
    order by e.entry_no`.execute(db);
  return rows.map(({ entry_no }) => entry_no);
}

/** The first entries of a release, in the order they were loaded. */
export async function findFirst(
  db: Db | Trx,
  releaseNo: number,
  limit: number,
): Promise<Omit<LoadedEntry, 'current'>[]> {
  return db
    .selectFrom('dictionary_entry')
    .select(['code', 'term', 'parents', 'columns'])
    .where('release_no', '=', releaseNo)
    .orderBy('entry_no')
    .limit(limit)
    .execute();
}

export interface CodeOf {
  dictionary: string;
  code: string;
}

/** The dictionary that holds the entries; `sequence`: the column that numbers those of one code, if it has one. */
export interface HeldCode extends CodeOf {
  sequence: string | null;
}

/**
 * Entries behind codes, whatever version they were chosen from: as the version that the sponsor of the transaction has set
 * has them, otherwise the active release, otherwise the newest one. `begins`: the codes are the beginning of longer ones.
 * Fails in a transaction of no sponsor.
 */
export async function findCoded(
  trx: Trx,
  codes: readonly HeldCode[],
  begins: boolean,
): Promise<(CodeOf & Pick<LoadedEntry, 'term' | 'parents'>)[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<CodeOf & Pick<LoadedEntry, 'term' | 'parents'>>`
    select distinct on (r.dictionary, asked.code) r.dictionary, asked.code, e.term, e.parents
    from unnest(
      ${codes.map(({ dictionary }) => dictionary)}::text[], ${codes.map(({ code }) => code)}::text[],
      ${codes.map(({ sequence }) => sequence)}::text[]
    ) as asked (dictionary, code, sequence)
    join dictionary_release r on r.dictionary = asked.dictionary and r.state in ('active', 'retired')
    join dictionary_entry e on e.release_no = r.release_no and ${hasCode(sql`asked.code`, begins)}
    join sponsor s on s.sponsor_key = current_setting('app.sponsor')::int
    order by r.dictionary, asked.code, coalesce(r.version = s.dictionary_versions ->> r.dictionary, false) desc,
      r.state, r.activated_at desc, ${inMeaningOrder(sql`asked.sequence`)}`.execute(trx);
  return rows;
}
