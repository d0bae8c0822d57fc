/** Which words of a text are not in another one: for people who compare two versions of a narrative. */
export interface Part {
  text: string;
  /** not in the other text */
  differs: boolean;
}

/** Above this product of words a comparison would be felt; such texts are shown without marks inside. */
const MAX_CELLS = 4_000_000;

/** Words with the blanks behind them; each sign of a script without blanks by itself. */
const wordsOf = (text: string): string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
  ) ?? [];

/** The text in parts, those that the other one does not have in this order marked. */
export function differingWords(text: string, other: string): Part[] {
  const words = wordsOf(text);
  const others = wordsOf(other);
  if (words.length * others.length > MAX_CELLS) return [{ text, differs: text !== other }];
  const common = commonLengths(words, others);
  const parts: Part[] = [];
  let at = 0;
  let beside = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const isCommon = beside < others.length && same(word, others[beside]);
    if (
      !isCommon &&
      beside < others.length &&
      (common[at]?.[beside + 1] ?? 0) >= (common[at + 1]?.[beside] ?? 0)
    ) {
      beside += 1;
      continue;
    }
    if (isCommon) beside += 1;
    const last = parts.at(-1);
    if (last && last.differs === !isCommon) last.text += word;
    else parts.push({ text: word, differs: !isCommon });
    at += 1;
  }
  return parts;
}

const same = (a: string | undefined, b: string | undefined): boolean => a?.trimEnd() === b?.trimEnd();

/** Length of the longest common subsequence of what is left from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    const below = lengths[i + 1];
    if (!row || !below) continue;
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = same(a[i], b[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}
