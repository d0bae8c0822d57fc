import { codeListsOf } from '../../schemas/compile/compileCatalogue.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import type { SourceNames } from './completion.types.ts';
import { sourceRules } from './sourceRules.ts';

/** Names declared by the sources, for completion. The catalogue is the one compiled from them. */
export const sourceNames = (catalogue: Catalogue, sources: SourceText[]): SourceNames => ({
  catalogue,
  codeLists: codeListsOf(sources),
  dictionaries: dictionariesOf(catalogue),
  ruleIds: sourceRules(sources).flatMap(({ rules, same }) => [
    ...rules.map(({ id }) => id),
    ...Object.keys(same),
  ]),
});

const dictionariesOf = ({ items }: Catalogue): string[] => [
  ...new Set(Object.values(items).flatMap(({ dictionary }) => dictionary ?? [])),
];
