/** Questions about cases that come with the product, from their files. */
import type { LocalizedText, SourceText } from './sources.types.ts';

/** `schemas/queries/NAME.query.json`. `Query`: as contract/dataQueries describes it. */
export interface QuerySource<Query> {
  $schema?: string;
  query: string;
  /** its number in links, once among all of them */
  key: number;
  label: LocalizedText;
  description: LocalizedText;
  asks: Query;
}

const FOLDER = /^queries\/[^/]+\.json$/;

/** By key. The sources must be free of errors. */
export const queriesOf = <Query>(sources: readonly SourceText[]): QuerySource<Query>[] =>
  sources
    .filter(({ file }) => FOLDER.test(file))
    .map(({ text }) => JSON.parse(text) as QuerySource<Query>)
    .toSorted((a, b) => a.key - b.key);
