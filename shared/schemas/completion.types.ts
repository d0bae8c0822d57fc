import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';

/** What the sources declare, as far as a text may name it. */
export interface SourceNames {
  /** of all regions */
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
  dictionaries: readonly string[];
  ruleIds: readonly string[];
}

export interface Completion {
  /** what is written, and looked for while typing */
  label: string;
  kind: 'key' | 'value' | 'name' | 'code' | 'function';
  /** beside it: what it is called in the user's language, or its signature */
  detail?: string;
  /** below it: what it is for */
  info?: string;
  /** what is put into the text; `|` marks the place of the cursor */
  insert: string;
}

export interface Completions {
  /** the stretch of the text that is replaced */
  from: number;
  to: number;
  options: Completion[];
}
