/** Finds in a text the sentences that a template wrote: those that nobody has edited since. */
import type { Sentence } from './sentence.types.ts';

export interface FoundSentence {
  /** its place in the list */
  index: number;
  start: number;
  end: number;
}

/** Occurrences of one sentence that are considered; a template repeats few. */
const MAX_OCCURRENCES = 20;

/** Characters that end a sentence, so that what is typed behind or before it is another one. */
const ENDS = /[.!?…。！？]["'”’)）」』]*$/;

/**
 * The sentences that the text contains in their order, letter by letter and as sentences of their own: what is typed
 * into or directly before or after one edits it.
 */
export function alignSentences(text: string, sentences: readonly Sentence[]): FoundSentence[] {
  let found = bestChain(occurrencesOf(text, sentences));
  // a neighbour that was edited leaves a part of itself beside a sentence
  for (;;) {
    const whole = found.filter((_, at) => isWhole(text, found, at));
    if (whole.length === found.length) return found;
    found = whole;
  }
}

function occurrencesOf(text: string, sentences: readonly Sentence[]): FoundSentence[] {
  return sentences.flatMap((sentence, index) => {
    const all: FoundSentence[] = [];
    let start = text.indexOf(sentence.text);
    while (start >= 0 && all.length < MAX_OCCURRENCES) {
      all.push({ index, start, end: start + sentence.text.length });
      start = text.indexOf(sentence.text, start + 1);
    }
    return all;
  });
}

/** Of the occurrences those in the order of both list and text that cover most of the text. */
function bestChain(occurrences: readonly FoundSentence[]): FoundSentence[] {
  const best: { covered: number; before: number }[] = [];
  occurrences.forEach(({ index, start, end }, at) => {
    let [covered, before] = [0, -1];
    for (let earlier = 0; earlier < at; earlier += 1) {
      const other = occurrences[earlier];
      const reached = best[earlier]?.covered ?? 0;
      if (other && other.index < index && other.end <= start && reached > covered)
        [covered, before] = [reached, earlier];
    }
    best.push({ covered: covered + end - start, before });
  });
  const chain: FoundSentence[] = [];
  let at = best.reduce((top, { covered }, index) => (covered > (best[top]?.covered ?? 0) ? index : top), 0);
  for (let one = occurrences[at]; one; one = occurrences[at]) {
    chain.unshift(one);
    at = best[at]?.before ?? -1;
  }
  return chain;
}

/** Whether nothing is typed into the sentence at its ends. */
function isWhole(text: string, found: readonly FoundSentence[], at: number): boolean {
  const { start = 0, end = 0 } = found[at] ?? {};
  const before = text.slice(found[at - 1]?.end ?? 0, start);
  const after = text.slice(end, found[at + 1]?.start ?? text.length);
  return isApart(before, text.slice(start, end), 'before') && isApart(after, text.slice(start, end), 'after');
}

/** Whether the text beside a sentence is no part of it. */
function isApart(beside: string, sentence: string, side: 'before' | 'after'): boolean {
  if (beside.trim() === '') return true;
  if (side === 'before') return ENDS.test(beside.trimEnd()) || /\n\s*$/.test(beside);
  if (/^[^\S\n]*\n/.test(beside)) return true;
  return ENDS.test(sentence) && (/^\s/.test(beside) || /[。！？]["'”’)）」』]*$/.test(sentence));
}
