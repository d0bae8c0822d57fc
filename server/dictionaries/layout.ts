/** How the entries of a dictionary become rows that are found and shown, as its descriptors say. */
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { fold } from '../../shared/text/fold.ts';
import type { LoadedEntry } from './entry.ts';
import type { EntryRow } from './releases.store.ts';
import { searchTextOf } from './searchText.ts';
import type { TermWords } from './words.ts';

type Descriptors = Readonly<Record<string, DictionaryDescriptor>>;

const MAX_SIZE = 32_767;

/** The dictionary whose releases hold the terms. */
export const sourceOf = ({ dictionary, termsOf = dictionary }: DictionaryDescriptor): string => termsOf;

/** Columns of a dictionary that a descriptor of its terms has as fields. */
function factColumns(descriptors: Descriptors, dictionary: string): string[] {
  const searchable = Object.values(descriptors)
    .filter((descriptor) => sourceOf(descriptor) === dictionary)
    .flatMap(({ only = {}, fields = [] }) => [
      ...Object.keys(only),
      ...fields.flatMap(({ column, anyOf = {}, allOf = {} }) => [
        ...(column === undefined ? [] : [column]),
        ...Object.keys({ ...anyOf, ...allOf }),
      ]),
    ]);
  return [...new Set(searchable)];
}

/** The texts of a column, in every language there is. */
function textsOf(descriptor: DictionaryDescriptor, entry: LoadedEntry, column: string): string[] {
  if (column === descriptor.term) return Object.values(entry.term);
  if (column === descriptor.code) return [entry.code];
  const level = descriptor.columns.find((one) => one.column === column)?.level;
  if (level !== undefined) return Object.values(entry.parents[level]?.term ?? {});
  return [entry.columns[column] ?? ''];
}

/** Makes rows of the entries of a dictionary. Throws where no descriptor tells of it. */
export function rowsOf(descriptors: Descriptors, dictionary: string): (entry: LoadedEntry) => EntryRow {
  const descriptor = descriptors[dictionary];
  if (!descriptor) throw new Error(`schemas/dictionaries has no descriptor of ${dictionary}`);
  const facts = factColumns(descriptors, dictionary);
  return (entry) => {
    const texts = (column: string) => textsOf(descriptor, entry, column);
    const values = facts.map((column) => [column, texts(column)[0] ?? ''] as const);
    return {
      ...entry,
      size: Math.min(fold(entry.term.en).length, MAX_SIZE),
      facts: Object.fromEntries(values.filter(([, value]) => value !== '')),
      search: searchTextOf(descriptor.searched.flatMap(texts)),
    };
  };
}

/** What is shown of an entry in one language: its own columns, its code, its term and its broader terms. */
export function columnsOf(
  descriptor: DictionaryDescriptor,
  { code, term, parents, columns }: Omit<LoadedEntry, 'current'>,
  inLanguage: (words: TermWords) => string,
): Record<string, string> {
  const broader = descriptor.columns.flatMap(({ column, level }) => {
    const parent = level === undefined ? undefined : parents[level];
    return parent ? [[column, inLanguage(parent.term)] as const] : [];
  });
  return {
    ...Object.fromEntries(broader),
    [descriptor.code]: code,
    [descriptor.term]: inLanguage(term),
    // last: a column of a file is shown as it is, e.g. the Korean name beside the English one
    ...columns,
  };
}
