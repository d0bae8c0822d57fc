/** Names of dictionaries and synonyms of the sponsor, as the reader of texts looks them up. */
import type { CodingIndex } from '../coding/index.ts';
import { exactKey, keysOf, wordsOf } from '../coding/words.ts';
import type { ApprovedText, FindNames, KnownName, TextNames } from './textValues.types.ts';

/** Names of a dictionary, and texts for which the sponsor approved its codes. */
export interface NameSource {
  index: CodingIndex;
  synonyms?: readonly ApprovedText[];
}

type SynonymTable = (words: readonly string[]) => readonly ApprovedText[];

function tableOf(synonyms: readonly ApprovedText[]): SynonymTable {
  const byKey = Map.groupBy(
    synonyms.flatMap((synonym) => keysOf(wordsOf(synonym.text)).map((key) => ({ key, synonym }))),
    ({ key }) => key,
  );
  return (words) => [
    ...new Set(keysOf(words).flatMap((key) => (byKey.get(key) ?? []).map(({ synonym }) => synonym))),
  ];
}

/** What was approved comes before names. */
function codesNamed({ index, synonyms = [] }: NameSource): FindNames {
  const approved = tableOf(synonyms);
  const currentAt = (codeIndex: number | undefined): KnownName[] => {
    const { code = '', term = '', current = false } = index.codes[codeIndex ?? -1] ?? {};
    return current ? [{ code, term }] : [];
  };
  return (words) => {
    const bySynonym = approved(words).flatMap(({ code, recordKey, approvedBy, until }) =>
      currentAt(index.indexOfCode(code)).map((name) => ({
        ...name,
        synonym: { recordKey, approvedBy, until },
      })),
    );
    if (bySynonym.length > 0) return bySynonym;
    const codes = new Set(index.exact(words).map((name) => index.nameAt(name).code));
    return [...codes].flatMap(currentAt);
  };
}

/** A product is named, not coded: the many codes of a name are one. */
function productsNamed(sources: readonly NameSource[]): FindNames {
  const found = sources.map((source) => ({ index: source.index, find: codesNamed(source) }));
  return (words) => {
    const named = found.flatMap(({ find }) => find(words, ''));
    if (named.length === 0 && !found.some(({ index }) => index.exact(words).length > 0)) return [];
    const synonym = named.find((one) => one.synonym)?.synonym;
    return [{ code: exactKey(words), term: words.join(' '), ...(synonym && { synonym }) }];
  };
}

export const namesOf = (reactions: NameSource | null, drugs: readonly NameSource[]): TextNames => ({
  reactions: reactions ? codesNamed(reactions) : () => [],
  drugs: productsNamed(drugs),
});

/** Finds nothing, and notes what is looked for, so that it can be looked up where the names are not at hand. */
export function runNotes(): { names: TextNames; runs: ReadonlySet<string> } {
  const runs = new Set<string>();
  const note: FindNames = (_, written) => {
    runs.add(written);
    return [];
  };
  return { names: { reactions: note, drugs: note }, runs };
}
