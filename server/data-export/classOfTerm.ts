/** The preferred term and the system organ class of a code of reactions, in the version that the sponsor uses. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { sponsorVersion } from '../../shared/coding/sponsorVersion.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { sourceOf } from '../dictionaries/layout.ts';
import { descriptorOf, lookUp } from '../dictionaries/lookUp.ts';
import type { TermWords } from '../dictionaries/words.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { ClassOf, NamedTerm } from './tabulation.ts';

/** One release for all cases: a table with terms of several ones would count the same twice. Each code is looked up once. */
export function classOfTerm(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { dictionary }: Pick<CatalogueItem, 'dictionary'>,
  { user, language }: { user: SessionUser; language: Language },
): ClassOf {
  const known = new Map<string, ReturnType<ClassOf>>();
  const find: ClassOf = async (code) => {
    if (dictionary === null) return null;
    const { entries } = await lookUp(db, catalogue, {
      dictionary,
      version: sponsorVersion(user, sourceOf(descriptorOf(catalogue, dictionary))),
      keyword: '',
      code,
      exact: true,
      fields: {},
      offset: 0,
      rowCount: 1,
    });
    const [entry] = entries;
    if (!entry) return null;
    const preferred = entry.parents[0] ?? entry;
    const organClass = entry.parents.at(-1) ?? entry;
    const named = (found: { code: string; term: TermWords }): NamedTerm => ({
      code: found.code,
      name: found.term[language] ?? found.term.en,
    });
    return { term: named(preferred), organClass: named(organClass) };
  };
  return (code) => {
    const found = known.get(code) ?? find(code);
    known.set(code, found);
    return found;
  };
}
