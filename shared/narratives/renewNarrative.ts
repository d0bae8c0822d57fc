/** Compares the sentences of a text with those that its template would write now, and renews them. Pure. */
import { alignSentences, type FoundSentence } from './alignSentences.ts';
import type { Sentence } from './sentence.types.ts';

/**
 * `same`: as it would be written now. `changed`, `gone`: it would read otherwise, or not be written. `new`: it would be
 * written now. `edited`: a user changed or removed it; `editedChanged`: and it would read otherwise now.
 */
export type SentenceState = 'same' | 'changed' | 'gone' | 'new' | 'edited' | 'editedChanged';

export interface ComparedSentence {
  state: SentenceState;
  /** as it was written; null: it is new */
  written: Sentence | null;
  /** as it would be written now; null: it would not be */
  now: Sentence | null;
  /** its place in the text; null: it is not in the text as it was written */
  found: FoundSentence | null;
  /** of a new one: white space before it; empty for the first */
  gapBefore: string;
}

/** The states that *renew* changes. */
export const RENEWED: ReadonlySet<SentenceState> = new Set<SentenceState>(['changed', 'gone', 'new']);

/** All sentences in the order of the text, new ones behind the sentence that they follow. */
export function compareNarrative(
  text: string,
  written: readonly Sentence[],
  now: readonly Sentence[],
): ComparedSentence[] {
  const found = new Map(alignSentences(text, written).map((one) => [one.index, one]));
  const byKey = new Map(now.map((sentence) => [sentence.key, sentence]));
  const known = new Set(written.map(({ key }) => key));
  const compared = written.map((sentence, index): ComparedSentence => {
    const next = byKey.get(sentence.key) ?? null;
    const place = found.get(index) ?? null;
    return {
      state: stateOf(sentence, next, place),
      written: sentence,
      now: next,
      found: place,
      gapBefore: '',
    };
  });
  now.forEach((sentence, at) => {
    if (known.has(sentence.key)) return;
    const before = now.slice(0, at).map(({ key }) => key);
    const behind = compared.findLastIndex((one) => before.includes(one.written?.key ?? one.now?.key ?? ''));
    compared.splice(behind + 1, 0, {
      state: 'new',
      written: null,
      now: sentence,
      found: null,
      gapBefore: now[at - 1]?.gap ?? '',
    });
  });
  return compared;
}

function stateOf({ text }: Sentence, now: Sentence | null, found: FoundSentence | null): SentenceState {
  if (!found) return now?.text === text ? 'edited' : 'editedChanged';
  if (!now) return 'gone';
  return now.text === text ? 'same' : 'changed';
}

export interface RenewedNarrative {
  text: string;
  /** to be stored with the text */
  sentences: Sentence[];
}

/**
 * The text with all sentences renewed that nobody edited. Everything else in it stays letter by letter, except for white
 * space where a sentence is removed.
 */
export function renewNarrative(text: string, compared: readonly ComparedSentence[]): RenewedNarrative {
  let result = '';
  /** what comes before it is in the result */
  let at = 0;
  compared.forEach((one, index) => {
    const { state, now, found } = one;
    if (found) {
      result += text.slice(at, found.start);
      at = found.end;
      if (state === 'gone') remove();
      else result += state === 'changed' && now ? now.text : text.slice(found.start, found.end);
    } else if (state === 'new' && now) {
      if (compared[index - 1]?.found === null) copyEdited(index);
      add(now, one.gapBefore);
    }
  });
  return { text: result + text.slice(at), sentences: compared.flatMap(remembered) };

  /** Of the white space around the sentence stays what divides more: the end of its paragraph, else that before it. */
  function remove(): void {
    const rest = text.slice(at).trimStart();
    const behind = text.slice(at, text.length - rest.length);
    const before = result.slice(result.trimEnd().length);
    const isEnd = rest === '' || linesIn(behind) > linesIn(before);
    if (isEnd) result = result.trimEnd();
    if (isEnd && rest !== '' && result !== '') result += behind;
    at += behind.length;
  }

  /** A new sentence follows what was edited. */
  function copyEdited(index: number): void {
    const next = compared.slice(index).find(({ found }) => found)?.found?.start ?? text.length;
    const edited = text.slice(at, next).trimEnd();
    result += edited;
    at += edited.length;
  }

  function add({ text: sentence, gap }: Sentence, gapBefore: string): void {
    const isFirst = result.trim() === '';
    const hasMore = text.slice(at).trim() !== '';
    result += isFirst ? sentence + (hasMore ? gap || ' ' : '') : gapBefore + sentence;
  }
}

const linesIn = (space: string): number => space.split('\n').length;

/** Of an edited sentence what was written: it is not new because it is no longer in the text. */
const remembered = ({ state, written, now }: ComparedSentence): Sentence[] => {
  const one = state === 'edited' || state === 'editedChanged' ? written : now;
  return one ? [one] : [];
};
