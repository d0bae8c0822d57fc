/** Codes of the terms that messages of E2B(R2) name in words, from the loaded dictionary. */
import { termKey, type MedicalTerm } from '../../shared/e2b/index.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { lookUp } from '../dictionaries/lookUp.ts';
import type { DatabaseWorld } from '../storage/database.ts';

const DICTIONARY = 'MEDDRA';
/** Terms of one report that are looked up. */
const MAX_TERMS = 500;

/** The codes by `termKey`; none for a term that is not in that version, or that several entries share. */
export async function codesOfTerms(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  terms: readonly MedicalTerm[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(terms.slice(0, MAX_TERMS).map((one) => [termKey(one), one]));
  const codes = new Map<string, string>();
  for (const [key, { term, version }] of wanted) {
    const code = await codeOf({ db, catalogue }, term, version === '' ? null : version);
    if (code !== null) codes.set(key, code);
  }
  return codes;
}

async function codeOf(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  term: string,
  version: string | null,
): Promise<string | null> {
  const { entries } = await lookUp(db, catalogue, {
    dictionary: DICTIONARY,
    version,
    keyword: term,
    code: null,
    exact: true,
    fields: {},
    offset: 0,
    rowCount: 20,
  });
  const same = entries.filter((entry) =>
    Object.values(entry.term).some((words) => words && fold(words) === fold(term)),
  );
  const [first, ...others] = new Set(same.map(({ code }) => code));
  return first !== undefined && others.length === 0 ? first : null;
}
