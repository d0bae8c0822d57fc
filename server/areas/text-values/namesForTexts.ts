/** The names that are looked for in texts: of the dictionaries in use, and of the sponsor's products. */
import { buildCodingIndex, type CodingIndex } from '../../../shared/coding/index.ts';
import { namesOf } from '../../../shared/text-values/namesOf.ts';
import type { TextNames } from '../../../shared/text-values/textValues.types.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { TextPart } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { indexOf } from '../../coding/codingSources.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import type { SessionUser } from '../../http/session.ts';
import { findActiveRecords } from '../../records/activeRecords.store.ts';
import type { DatabaseWorld, Trx } from '../../storage/database.ts';

/** `catalogue`: of the region. A dictionary that is not loaded, or too large to be held, has no names here. */
export async function namesForTexts(
  trx: Trx,
  deps: CatalogueWorld & DatabaseWorld,
  user: SessionUser,
  catalogue: Catalogue,
): Promise<TextNames> {
  const indexOfDictionary = async (dictionary: string | null | undefined): Promise<CodingIndex | null> => {
    const descriptor = deps.catalogue.dictionaries[dictionary ?? ''];
    const release = descriptor && (await releaseInUse(trx, user, sourceOf(descriptor)));
    return release ? indexOf(deps.db, descriptor, release) : null;
  };
  const reactions = await indexOfDictionary(itemFor(catalogue, 'reactionCode')?.dictionary);
  const drug = itemFor(catalogue, 'drug');
  const products: CodingIndex[] = [];
  // what a reporter writes does not depend on the region
  const dictionaries = [deps.catalogue.whole, catalogue].flatMap((one) => dictionariesOf(one, drug));
  for (const dictionary of new Set(dictionaries)) {
    const index = await indexOfDictionary(dictionary);
    if (index) products.push(index);
  }
  const masters = drug?.selection ? await findActiveRecords(trx, user.sponsorKey, drug.selection.master) : [];
  const names = masters.flatMap(({ name }) =>
    [...new Set([name, withoutStrength(name)])].map((one) => ({ code: name, name: one })),
  );
  return namesOf(reactions, [...products, buildCodingIndex(names, true)]);
}

/** Those that code the text of an item. */
const dictionariesOf = ({ items }: Catalogue, item: CatalogueItem | undefined): string[] =>
  Object.values(items).flatMap(({ coding, dictionary }) =>
    item && dictionary !== null && coding?.texts.includes(item.itemId) ? dictionary : [],
  );

const itemFor = ({ items }: Catalogue, part: TextPart) =>
  Object.values(items).find(({ fromText }) => fromText === part);

/** `Velanorix` of `Velanorix 20 mg tablet`: a reporter names the brand. */
const withoutStrength = (name: string): string => name.replace(/\s+\d.*$/u, '');
