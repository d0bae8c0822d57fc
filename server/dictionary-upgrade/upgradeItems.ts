/** What an upgrade is about: the dictionaries that share the entries of one, their items, and the two releases. */
import { itemsCodedWith } from '../../schemas/compile/codedItems.ts';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { storesPrefix, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { sourceOf } from '../dictionaries/layout.ts';
import { findLoaded, type Release } from '../dictionaries/releases.store.ts';
import { releaseNotFound } from '../problems.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { Upgrade } from './upgrade.store.ts';

export interface UpgradeDictionary {
  descriptor: DictionaryDescriptor;
  items: readonly CatalogueItem[];
  /** the code of a case is the beginning of a code of the dictionary */
  begins: boolean;
}

/** The dictionaries with the entries of `source` that code items. */
export const dictionariesOf = ({ catalogue }: CatalogueWorld, source: string): UpgradeDictionary[] =>
  Object.values(catalogue.dictionaries)
    .filter((descriptor) => sourceOf(descriptor) === source)
    .map((descriptor) => ({
      descriptor,
      items: itemsCodedWith(catalogue.whole, descriptor.dictionary),
      begins: storesPrefix(descriptor),
    }))
    .filter(({ items }) => items.length > 0);

/** The dictionaries whose entries code items, of others too: each can be upgraded, and a sponsor may set its version. */
export const codingSources = (world: CatalogueWorld): DictionaryDescriptor[] =>
  Object.values(world.catalogue.dictionaries).filter(
    ({ dictionary, termsOf }) => termsOf === undefined && dictionariesOf(world, dictionary).length > 0,
  );

export interface UpgradeReleases {
  before: Release;
  after: Release;
}

/** Throws 404 RELEASE_NOT_FOUND where one is no longer loaded. */
export async function releasesOf(
  db: Db | Trx,
  { dictionary, from_version, to_version }: Pick<Upgrade, 'dictionary' | 'from_version' | 'to_version'>,
): Promise<UpgradeReleases> {
  const loaded = await findLoaded(db, dictionary);
  const releaseOf = (version: string): Release => {
    const found = loaded.find((release) => release.version === version);
    if (!found) throw releaseNotFound(dictionary, version);
    return found;
  };
  return { before: releaseOf(from_version), after: releaseOf(to_version) };
}
