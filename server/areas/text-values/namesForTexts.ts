/** The names that are looked for in texts: of the dictionaries in use, and of the sponsor's products. */
import { buildCodingIndex } from '../../../shared/coding/index.ts';
import { runNotes, namesOf, type NameSource } from '../../../shared/text-values/namesOf.ts';
import type { TextNames } from '../../../shared/text-values/textValues.types.ts';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { TextPart } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { indexOf } from '../../coding/codingSources.ts';
import { approvedSynonyms } from '../../coding/synonyms.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import type { SessionUser } from '../../http/session.ts';
import { findActiveRecords } from '../../records/activeRecords.store.ts';
import type { DatabaseWorld, Trx } from '../../storage/database.ts';
import { readInTurns } from './readInTurns.ts';

/** The text, and what it is read with. */
interface Question {
  user: SessionUser;
  /** of the region */
  catalogue: Catalogue;
  text: string;
  now: Date;
}

/** A dictionary that is not loaded has no names here. */
export async function namesForTexts(
  trx: Trx,
  deps: CatalogueWorld & DatabaseWorld,
  { user, catalogue, text, now }: Question,
): Promise<TextNames> {
  const { sponsorKey } = user;
  const { whole } = deps.catalogue;
  const runs = runsOf(text);
  const sourceFor = async (dictionary: string | null | undefined): Promise<NameSource | null> => {
    const descriptor = deps.catalogue.dictionaries[dictionary ?? ''];
    const release = descriptor && (await releaseInUse(trx, user, sourceOf(descriptor)));
    if (!release) return null;
    const of = { sponsorKey, dictionary: descriptor.dictionary, now };
    const synonyms = await approvedSynonyms(trx, whole, of);
    const codes = synonyms.map(({ code }) => code);
    return { index: await indexOf(deps.db, { descriptor, release, codes }, runs), synonyms };
  };
  const reactions = await sourceFor(itemFor(catalogue, 'reactionCode')?.dictionary);
  const drug = itemFor(catalogue, 'drug');
  const products: NameSource[] = [];
  // what a reporter writes does not depend on the region
  const dictionaries = [whole, catalogue].flatMap((one) => dictionariesOf(one, drug));
  for (const dictionary of new Set(dictionaries)) {
    const source = await sourceFor(dictionary);
    if (source) products.push(source);
  }
  const masters = drug?.selection ? await findActiveRecords(trx, sponsorKey, drug.selection.master) : [];
  const names = masters.flatMap(({ name }) =>
    [...new Set([name, withoutStrength(name)])].map((one) => ({ code: name, name: one })),
  );
  return namesOf(reactions, [...products, { index: buildCodingIndex(names, true) }]);
}

/** Every run of words of the text that may be a name, found once where a dictionary asks for them. */
function runsOf(text: string): () => Promise<ReadonlySet<string>> {
  let runs: Promise<ReadonlySet<string>> | undefined;
  const find = async () => {
    const notes = runNotes();
    await readInTurns(text, notes.names);
    return notes.runs;
  };
  return () => (runs ??= find());
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
