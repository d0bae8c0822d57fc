/** A code list of the product as a dictionary: what answers until a release is loaded. */
import type { CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { LoadedEntry } from './entry.ts';
import { rowsOf } from './layout.ts';
import type { Rows } from './search.store.ts';

interface Listed {
  entries: LoadedEntry[];
  rows: Rows;
}

const known = new WeakMap<CodeList, Listed>();

/** Made once for each list; a withdrawn code is one that is not current. */
export function listedEntries(list: CodeList, descriptor: DictionaryDescriptor): Listed {
  const made = known.get(list) ?? madeOf(list, descriptor);
  known.set(list, made);
  return made;
}

function madeOf({ codes }: CodeList, descriptor: DictionaryDescriptor): Listed {
  const entries = codes.map(({ code, label, deleted = false }): LoadedEntry => ({
    code,
    term: label,
    current: !deleted,
    parents: [],
    columns: {},
  }));
  const { dictionary } = descriptor;
  return { entries, rows: { listed: entries.map(rowsOf({ [dictionary]: descriptor }, dictionary)) } };
}
