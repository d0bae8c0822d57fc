/** Entries by their names. */
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Db, Trx } from '../storage/database.ts';
import { findEntries } from './entries.store.ts';
import type { LoadedEntry } from './entry.ts';
import { factsOf } from './facts.ts';
import type { Release } from './releases.store.ts';
import { findHits } from './search.store.ts';

/** Limit of entries with the same name. */
const MAX_NAMED = 50;

/**
 * The current entries of which a name, in any language, is the text. None where so many entries have the name that it
 * means none of them. `fields`: values by field of the descriptor.
 */
export async function entriesNamed(
  db: Db | Trx,
  descriptor: DictionaryDescriptor,
  release: Release,
  /** folded, not empty */
  text: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<LoadedEntry[]> {
  const facts = factsOf(descriptor, fields);
  const request = { keyword: text, exact: true, facts, offset: 0, rowCount: MAX_NAMED };
  const { hits, total } = await findHits(db, { release }, request);
  if (total > MAX_NAMED) return [];
  const current = hits.filter((hit) => hit.current).map(({ entryNo }) => entryNo);
  return [...(await findEntries(db, release.release_no, current)).values()]
    .filter(({ term }) => Object.values(term).some((name) => fold(name) === text))
    .map((entry) => ({ ...entry, current: true }));
}
