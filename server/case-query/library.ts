/** A question of the library as its reader may use it: their own, a shared one, or one that comes with the product. */
import type { RawBuilder } from 'kysely';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import type { ListReading } from '../lists/listSource.ts';
import { libraryNotFound } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { passingCondition } from './passingCases.ts';
import { findLibrary } from './library.store.ts';

export interface LibraryEntry {
  libraryKey: number;
  name: string;
  description: string;
  shared: boolean;
  userKey: number | null;
  ownerName: string;
  versionNo: number;
  changedAt: Date | null;
  changedBy: string | null;
  query: DataQuery;
}

/** The entries that come with the product, by keys below 0. */
export const productEntries = ({ queries }: CatalogueSource, language: Language): LibraryEntry[] =>
  queries.map(({ key, label, description, asks }) => ({
    libraryKey: -key,
    name: label[language],
    description: description[language],
    shared: true,
    userKey: null,
    ownerName: '',
    versionNo: 1,
    changedAt: null,
    changedBy: null,
    query: asks,
  }));

/** Throws 404 LIBRARY_NOT_FOUND for an entry that does not exist, was deleted, or is neither the reader's nor shared. */
export async function libraryEntry(
  trx: Trx,
  catalogue: CatalogueSource,
  { user, language }: { user: SessionUser; language: Language },
  libraryKey: number,
): Promise<LibraryEntry> {
  const ofProduct = productEntries(catalogue, language).find((entry) => entry.libraryKey === libraryKey);
  if (ofProduct) return ofProduct;
  const found = await findLibrary(trx, user, libraryKey);
  if (!found) throw libraryNotFound();
  return {
    libraryKey,
    name: found.name,
    description: found.description,
    shared: found.shared,
    userKey: found.user_key,
    ownerName: found.owner_name,
    versionNo: found.version_no,
    changedAt: found.changed_at,
    changedBy: found.changed_by,
    query: found.query,
  };
}

/**
 * Narrows cases with the alias `c` to those that answer a question of the library; null without `library` in the call. Throws
 * the problems of `libraryEntry` and `requireAskable`.
 */
export async function narrowedByLibrary(
  trx: Trx,
  { library }: Readonly<Record<string, unknown>>,
  { catalogue, user, language }: Pick<ListReading, 'catalogue' | 'user' | 'language'>,
): Promise<RawBuilder<boolean> | null> {
  if (typeof library !== 'number') return null;
  const entry = await libraryEntry(trx, catalogue, { user, language }, library);
  return passingCondition(trx, catalogue, user, entry.query);
}
