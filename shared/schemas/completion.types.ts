import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';

/** Names declared by the sources that a text can refer to. */
export interface SourceNames {
  /** of all regions */
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
  dictionaries: readonly string[];
  ruleIds: readonly string[];
}

export interface Completion {
  /** the inserted text, matched while typing */
  label: string;
  kind: 'key' | 'value' | 'name' | 'code' | 'function';
  /** shown beside it: its label in the user's language, or its signature */
  detail?: string;
  /** shown below it: its purpose */
  info?: string;
  /** the inserted text; `|` marks the cursor position */
  insert: string;
}

export interface Completions {
  /** the range of the text that is replaced */
  from: number;
  to: number;
  options: Completion[];
}
