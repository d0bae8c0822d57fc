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

function currentAt(index: CodingIndex, codeIndex: number | undefined): KnownName[] {
  const { code = '', term = '', current = false } = index.codes[codeIndex ?? -1] ?? {};
  return current ? [{ code, term }] : [];
}

/** The current codes that were approved for words. */
function codesApproved({ index, synonyms = [] }: NameSource): (words: readonly string[]) => KnownName[] {
  const approved = tableOf(synonyms);
  return (words) =>
    approved(words).flatMap(({ code, recordKey, approvedBy, until }) =>
      currentAt(index, index.indexOfCode(code)).map((name) => ({
        ...name,
        synonym: { recordKey, approvedBy, until },
      })),
    );
}

/** What was approved comes before names. */
function codesNamed(source: NameSource): FindNames {
  const { index } = source;
  const approved = codesApproved(source);
  return (words) => {
    const bySynonym = approved(words);
    if (bySynonym.length > 0) return bySynonym;
    const codes = new Set(index.exact(words).map((name) => index.nameAt(name).code));
    return [...codes].flatMap((codeIndex) => currentAt(index, codeIndex));
  };
}

/** A product is named, not coded: the many codes of a name are one. */
function productsNamed(sources: readonly NameSource[]): FindNames {
  const approved = sources.map(codesApproved);
  return (words) => {
    const synonym = approved.flatMap((find) => find(words))[0]?.synonym;
    if (!synonym && !sources.some(({ index }) => index.exact(words).length > 0)) return [];
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
