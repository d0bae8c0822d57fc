/** Looking terms up: a page of entries for a keyword, or the entry behind a code. */
import { minLengthOf, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { inHiragana, inKatakana } from '../../shared/text/kana.ts';
import { storable } from '../../shared/text/storable.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { dictionaryNotFound } from '../problems.ts';
import type { Db, Trx } from '../storage/database.ts';
import { listedEntries } from './codeListEntries.ts';
import { findByCode, findEntries } from './entries.store.ts';
import type { LoadedEntry } from './entry.ts';
import { factsOf } from './facts.ts';
import { sourceOf } from './layout.ts';
import { findLoaded, findReleases, findUsable, type Release } from './releases.store.ts';
import { MIN_RESEMBLANCE, piecesOf, resemblance } from './resemblance.ts';
import {
  findCandidates,
  findHits,
  type Facts,
  type Hit,
  type Hits,
  type Rows,
  type Wanted,
} from './search.store.ts';
import { linesOf } from './searchText.ts';

export interface LookUpRequest {
  dictionary: string;
  /** null: the active one */
  version: string | null;
  /** may the version be searched although it is not activated? It is only asked where that is so */
  mayBeStaged?: () => Promise<boolean>;
  keyword: string;
  /** the entry of this code alone */
  code: string | null;
  exact: boolean;
  /** values by field of the descriptor */
  fields: Readonly<Record<string, string>>;
  offset: number;
  rowCount: number;
}

export interface Found {
  descriptor: DictionaryDescriptor;
  /** null: none is loaded; a code list may answer */
  release: Release | null;
  /** nothing holds the keyword, these resemble it */
  resembling: boolean;
  total: number;
  /** there are more of them than are counted, and paged to */
  more: boolean;
  entries: LoadedEntry[];
}

type World = Pick<CatalogueSource, 'dictionaries' | 'codeLists'>;

/** Of entries that only resemble the keyword so many are weighed, of each piece of it, and so many shown. */
const MAX_RANKED = 500;
const MAX_RESEMBLING = 50;

/** Throws 404 DICTIONARY_NOT_FOUND. */
export function descriptorOf(
  { dictionaries }: Pick<World, 'dictionaries'>,
  dictionary: string,
): DictionaryDescriptor {
  const descriptor = Object.hasOwn(dictionaries, dictionary) ? dictionaries[dictionary] : undefined;
  if (!descriptor) throw dictionaryNotFound(dictionary);
  return descriptor;
}

/** The dictionary of a name or an alias, and the fields that the alias sets. Throws 404 DICTIONARY_NOT_FOUND. */
export function dictionaryNamed(
  world: Pick<World, 'dictionaries'>,
  name: string,
): { descriptor: DictionaryDescriptor; fields: Readonly<Record<string, string>> } {
  for (const descriptor of Object.values(world.dictionaries)) {
    const { aliases = {} } = descriptor;
    const fields = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (fields) return { descriptor, fields };
  }
  return { descriptor: descriptorOf(world, name), fields: {} };
}

/** The versions that can be searched, the newest first. */
export const usableVersions = async (db: Db | Trx, dictionary: string): Promise<string[]> =>
  (await findReleases(db, dictionary))
    .filter(({ state }) => state === 'active' || state === 'retired')
    .map(({ version }) => version);

/**
 * The requested page of entries. A version that is not loaded has none; until one is loaded, a code list of the
 * product answers if the descriptor names one. Throws 404 DICTIONARY_NOT_FOUND, 400 DICTIONARY_FIELDS_REFUSED.
 */
export async function lookUp(db: Db | Trx, world: World, request: LookUpRequest): Promise<Found> {
  const descriptor = descriptorOf(world, request.dictionary);
  const facts = factsOf(descriptor, request.fields);
  const release = await findRelease(db, sourceOf(descriptor), request);
  const shelf = release ? releaseShelf(db, release) : listShelf(world, descriptor, request.version);
  const { code, offset, rowCount, exact } = request;
  const keyword = fold(storable(request.keyword));
  if (code !== null) {
    const entries = await shelf.byCode(storable(code), descriptor);
    return { descriptor, release, resembling: false, total: entries.length, more: false, entries };
  }
  if (!shelf.rows || [...keyword].length < minLengthOf(descriptor, keyword))
    return { descriptor, release, resembling: false, total: 0, more: false, entries: [] };
  const found = await findInKana(db, shelf.rows, { keyword, exact, facts, offset, rowCount });
  if (found.total > 0 || exact)
    return {
      descriptor,
      release,
      resembling: false,
      total: found.total,
      more: found.more,
      entries: await shelf.read(found.hits),
    };
  const kin = await resemblingHits(db, shelf.rows, keyword, facts);
  const entries = await shelf.read(kin.slice(offset, offset + rowCount));
  return { descriptor, release, resembling: kin.length > 0, total: kin.length, more: false, entries };
}

/** What holds the keyword, otherwise what holds it in katakana or in hiragana. */
async function findInKana(db: Db | Trx, rows: Rows, wanted: Wanted): Promise<Hits> {
  const { keyword } = wanted;
  const found = await findHits(db, rows, wanted);
  for (const other of [inKatakana(keyword), inHiragana(keyword)]) {
    if (found.total > 0 || other === keyword) continue;
    const inOther = await findHits(db, rows, { ...wanted, keyword: other });
    if (inOther.total > 0) return inOther;
  }
  return found;
}

async function findRelease(
  db: Db | Trx,
  source: string,
  { version, mayBeStaged }: Pick<LookUpRequest, 'version' | 'mayBeStaged'>,
): Promise<Release | null> {
  const usable = await findUsable(db, source, version);
  if (usable || !(await mayBeStaged?.())) return usable ?? null;
  return (await findLoaded(db, source)).find((release) => release.version === version) ?? null;
}

/** What resembles the keyword, the likest first. */
async function resemblingHits(db: Db | Trx, rows: Rows, keyword: string, facts: Facts): Promise<Hit[]> {
  const pieces = piecesOf(keyword);
  if (pieces.length === 0) return [];
  const candidates = await findCandidates(db, rows, pieces, {
    facts,
    limit: MAX_RANKED,
    size: keyword.length,
  });
  return candidates
    .map((hit) => ({
      ...hit,
      weight: Math.max(0, ...linesOf(hit.search).map((line) => resemblance(keyword, line))),
    }))
    .filter(({ weight }) => weight >= MIN_RESEMBLANCE)
    .toSorted((a, b) => b.weight - a.weight || Number(b.current) - Number(a.current) || a.entryNo - b.entryNo)
    .slice(0, MAX_RESEMBLING);
}

/** Where entries stand: in a release, or in a code list. */
interface Shelf {
  /** null: there is nothing to search */
  rows: Rows | null;
  read: (hits: readonly Hit[]) => Promise<LoadedEntry[]> | LoadedEntry[];
  byCode: (
    code: string,
    descriptor: Pick<DictionaryDescriptor, 'codeLength' | 'only' | 'sequence'>,
  ) => Promise<LoadedEntry[]> | LoadedEntry[];
}

/** Limit of entries with the same code. */
const MAX_ENTRIES_OF_CODE = 10;

const releaseShelf = (db: Db | Trx, release: Release): Shelf => ({
  rows: { release },
  read: async (hits) => {
    const entries = await findEntries(
      db,
      release.release_no,
      hits.map(({ entryNo }) => entryNo),
    );
    return hits.flatMap(({ entryNo, current }) => {
      const entry = entries.get(entryNo);
      return entry ? [{ ...entry, current }] : [];
    });
  },
  // the code that was stored is the beginning of the one in the dictionary
  byCode: (code, { codeLength, sequence, only = {} }) =>
    findByCode(db, release.release_no, code, {
      begins: codeLength === [...code].length,
      only,
      sequence,
      limit: codeLength === undefined ? MAX_ENTRIES_OF_CODE : 1,
    }),
});

function listShelf({ codeLists }: World, descriptor: DictionaryDescriptor, version: string | null): Shelf {
  const list = version === null ? codeLists[descriptor.codeList ?? ''] : undefined;
  const { entries, rows } = list ? listedEntries(list, descriptor) : { entries: [], rows: null };
  return {
    rows,
    read: (hits) => hits.flatMap(({ entryNo }) => entries[entryNo] ?? []),
    byCode: (code) => entries.filter((entry) => entry.code === code),
  };
}
