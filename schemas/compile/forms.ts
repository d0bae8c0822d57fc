/**
 * Forms of the administration, whose values are in tables of their own: pages in the language of case pages
 * (`schemas/forms`). They are those of the product in every sponsor. Values are named by the roles of their items.
 */
import countries from '../code-lists/countries.codes.json' with { type: 'json' };
import yesNo from '../forms/form-yes-no.codes.json' with { type: 'json' };
import notice from '../forms/notice.page.json' with { type: 'json' };
import type { Catalogue, CodeList } from './catalogue.types.ts';
import { codeListsOf, compileCatalogue, forAppendix } from './compileCatalogue.ts';
import type { SourceText } from './sources.types.ts';

const PAGES = { notice } as const;
const CODE_LISTS = [countries, yesNo];

export type FormName = keyof typeof PAGES;
export const FORM_NAMES = Object.keys(PAGES) as FormName[];

/** A form with all its texts. */
export interface CompiledForm {
  page: string;
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
}

/** The source texts of a form. */
const sourcesOfForm = (name: FormName): SourceText[] => [
  { file: `pages/${PAGES[name].page}.page.json`, text: JSON.stringify(PAGES[name]) },
  ...CODE_LISTS.map((list) => ({
    file: `code-lists/${list.codeList}.codes.json`,
    text: JSON.stringify(list),
  })),
];

const compiled = new Map<FormName, CompiledForm>();

/** The form, compiled on first use. */
export function formNamed(name: FormName): CompiledForm {
  const known = compiled.get(name);
  if (known) return known;
  const sources = sourcesOfForm(name);
  const form: CompiledForm = {
    page: PAGES[name].page,
    catalogue: forAppendix(compileCatalogue(sources), 'ICH'),
    codeLists: codeListsOf(sources),
  };
  compiled.set(name, form);
  return form;
}
