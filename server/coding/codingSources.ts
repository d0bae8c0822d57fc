/** What recommendations are made from: the names of a release, laid out once, and what the sponsor has coded so far. */
import { sql } from 'kysely';
import { storesPrefix, truncateCode, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import {
  buildCodingIndex,
  buildCodingMemory,
  suggestCodes,
  type CodingIndex,
  type CodingName,
  type Synonym,
} from '../../shared/coding/index.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { piecesOf } from '../dictionaries/resemblance.ts';
import type { Release } from '../dictionaries/releases.store.ts';
import { factsOf } from '../dictionaries/facts.ts';
import { findEntryNos } from '../dictionaries/entries.store.ts';
import { findCandidates, findNamed } from '../dictionaries/search.store.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { StoredSuggestion } from '../storage/codingTables.ts';
import type { TermWords } from '../dictionaries/words.ts';
import type { CodingHistory } from './codingHistory.store.ts';
import { synonymsFor } from './synonyms.store.ts';

/** Larger ones are searched in the database first. */
const MAX_NAMES_IN_MEMORY = 200_000;
/** releases a process keeps laid out: about 1 KB a name */
const MAX_CACHED = 6;
const CANDIDATES_OF_PIECE = 200;

interface Laid {
  index: CodingIndex;
  /** by place of the code */
  entryNos: readonly number[];
}

const cache = new WeakMap<Db, Map<string, Promise<Laid>>>();

/** Values by field of the descriptor. */
type Fields = Readonly<Record<string, string>>;

interface CodingQuestion {
  sponsorKey: number;
  descriptor: DictionaryDescriptor;
  release: Release;
  fields: Fields;
  history: CodingHistory;
  verbatim: boolean;
  now: Date;
}

/** The likeliest codes, with the entries that have them; none where the release has nothing like the text. */
export async function suggestionsOf(
  { db, catalogue }: { db: Db } & CatalogueWorld,
  { sponsorKey, descriptor, release, fields, history, verbatim, now }: CodingQuestion,
  text: string,
  limit: number,
): Promise<StoredSuggestion[]> {
  const { dictionary } = descriptor;
  const synonyms = await synonymsFor(db, catalogue.whole, { sponsorKey, dictionary, text, now });
  const { index, entryNos } =
    release.entries > MAX_NAMES_IN_MEMORY || Object.keys(fields).length > 0
      ? await layOutCandidates(db, { descriptor, release, fields, synonyms }, text)
      : await laidOut(db, descriptor, release);
  const memory = history.codings.length > 0 ? buildOnce(index, history) : undefined;
  const found = suggestCodes({ index, synonyms, ...(memory && { memory }), verbatim }, text, limit);
  return found.map((one) => ({ ...one, entryNo: entryNos[index.indexOfCode(one.code) ?? 0] ?? 0 }));
}

/**
 * The names of a release, laid out; of one that is too large for that, those that are one of the runs of words, and those
 * of the codes.
 */
export async function indexOf(
  db: Db,
  {
    descriptor,
    release,
    codes,
  }: Pick<CodingQuestion, 'descriptor' | 'release'> & { codes: readonly string[] },
  runs: () => Promise<ReadonlySet<string>>,
): Promise<CodingIndex> {
  if (release.entries <= MAX_NAMES_IN_MEMORY) return (await laidOut(db, descriptor, release)).index;
  const { release_no } = release;
  const entryNos = await findNamed(db, release_no, [...(await runs())].map(fold), descriptor.only ?? {});
  return (await layOutSome(db, { descriptor, release }, entryNos, codes)).index;
}

const memories = new WeakMap<
  CodingIndex,
  { of: CodingHistory; memory: ReturnType<typeof buildCodingMemory> }
>();

/** The same codings are laid out once for the same names. */
function buildOnce(index: CodingIndex, history: CodingHistory) {
  const before = memories.get(index);
  if (before?.of === history) return before.memory;
  const memory = buildCodingMemory(index, history.codings);
  memories.set(index, { of: history, memory });
  return memory;
}

function laidOut(db: Db, descriptor: DictionaryDescriptor, release: Release): Promise<Laid> {
  const own = cache.get(db) ?? new Map<string, Promise<Laid>>();
  cache.set(db, own);
  const key = `${release.release_no} ${descriptor.dictionary}`;
  const before = own.get(key);
  if (before) {
    // the one used last is dropped last
    own.delete(key);
    own.set(key, before);
    return before;
  }
  const laid = findNames(db, release.release_no, null).then((rows) => lay(descriptor, rows));
  own.set(key, laid);
  laid.catch(() => own.delete(key));
  const [oldest] = own.keys();
  if (own.size > MAX_CACHED && oldest !== undefined) own.delete(oldest);
  return laid;
}

/** Entries that hold a piece of a word of the text, and those of its synonyms, laid out for this question alone. */
async function layOutCandidates(
  db: Db,
  {
    descriptor,
    release,
    fields,
    synonyms,
  }: Pick<CodingQuestion, 'descriptor' | 'release' | 'fields'> & { synonyms: readonly Synonym[] },
  text: string,
): Promise<Laid> {
  const keyword = fold(text);
  const pieces = piecesOf(keyword);
  const search = { facts: factsOf(descriptor, fields), size: keyword.length, limit: CANDIDATES_OF_PIECE };
  const found = await findCandidates(db, { release }, pieces.length > 0 ? pieces : [keyword], search);
  const entryNos = found.map(({ entryNo }) => entryNo);
  const codes = synonyms.map(({ code }) => code);
  return layOutSome(db, { descriptor, release }, entryNos, codes);
}

/** The entries of these numbers, and those of the codes. */
async function layOutSome(
  db: Db,
  { descriptor, release: { release_no } }: Pick<CodingQuestion, 'descriptor' | 'release'>,
  entryNos: readonly number[],
  codes: readonly string[],
): Promise<Laid> {
  const ofCodes = await findEntryNos(db, release_no, codes, storesPrefix(descriptor));
  return lay(descriptor, await findNames(db, release_no, [...entryNos, ...ofCodes]));
}

interface NameRow {
  entry_no: number;
  code: string;
  term: TermWords;
  columns: Record<string, string>;
  current: boolean;
}

/** null: of all entries */
async function findNames(
  db: Db | Trx,
  releaseNo: number,
  entryNos: readonly number[] | null,
): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select e.entry_no, e.code, e.term, e.columns, s.current
    from dictionary_entry e join dictionary_search s using (release_no, entry_no)
    where e.release_no = ${releaseNo}
      and ${entryNos === null ? sql`true` : sql`e.entry_no = any(${[...entryNos]}::int[])`}
    order by e.entry_no`.execute(db);
  return rows;
}

/** As `inMeaningOrder` of queries: the entry that a code means first. */
function inMeaningOrder({ sequence }: DictionaryDescriptor, rows: readonly NameRow[]): readonly NameRow[] {
  if (sequence === undefined) return rows;
  const numberOf = ({ columns }: NameRow): number => Number(columns[sequence] ?? -1);
  return rows.toSorted((a, b) => a.code.length - b.code.length || numberOf(b) - numberOf(a));
}

/** The term in all its languages first, then the further columns it is searched by; a code is no name. */
function lay(descriptor: DictionaryDescriptor, rows: readonly NameRow[]): Laid {
  const { only = {}, code: codeColumn, term: termColumn, searched } = descriptor;
  const further = searched.filter((column) => column !== codeColumn && column !== termColumn);
  const taken = rows.filter(({ columns }) =>
    Object.entries(only).every(([name, value]) => columns[name] === value),
  );
  const names = taken.flatMap(({ code, term, columns, current }): CodingName[] => {
    const own = [
      ...new Set([term.en, ...Object.values(term), ...further.map((column) => columns[column] ?? '')]),
    ];
    const cut = truncateCode(descriptor, code);
    return own.filter((name) => name !== '').map((name) => ({ code: cut, name, current }));
  });
  const index = buildCodingIndex(names);
  const entryNos: number[] = [];
  for (const { code, entry_no } of inMeaningOrder(descriptor, taken)) {
    const place = index.indexOfCode(truncateCode(descriptor, code));
    if (place !== undefined) entryNos[place] ??= entry_no;
  }
  return { index, entryNos };
}
