/** The catalogue compiled in the browser from the very files that analysts write. */
import { codeListsOf, compileCatalogue, forAppendix } from '../schemas/compile/compileCatalogue.ts';
import type { Catalogue } from '../schemas/compile/catalogue.types.ts';

const texts = import.meta.glob<string>(
  [
    '../schemas/pages/*.json',
    '../schemas/appendices/*.json',
    '../schemas/code-lists/*.json',
    '../schemas/completeness/*.json',
    '../schemas/dictionaries/*.json',
    '../schemas/headers/*.json',
    '../schemas/reports/*.json',
    '../schemas/records/*/*.json',
    '../schemas/warnings/*.json',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const sources = Object.entries(texts).map(([path, text]) => ({
  file: path.replace('../schemas/', ''),
  text,
}));

export const allItems: Catalogue = compileCatalogue(sources);
export const codeLists = codeListsOf(sources);

const seen = new Map<string, Catalogue>();

/** The catalogue as a region shows it; the same object every time. */
export function catalogueOf(appendix: string): Catalogue {
  const known = seen.get(appendix) ?? forAppendix(allItems, appendix);
  seen.set(appendix, known);
  return known;
}
