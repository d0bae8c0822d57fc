/** A text in sentences, each with its place. */
import type { TextRange } from './textValues.types.ts';

const END = /[.!?](?=\s|$)|[。！？\n]/gu;
/** A point behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|mr|mrs|ms|dr|prof|no|nr|st|vs|approx|ca|e\.g|i\.e|i\.[vm]|s\.c|p\.o|b\.i\.d|t\.i\.d|q\.d)$/iu;
/** Longer ones are cut: a text without an end of a sentence costs no more than others. */
const MAX_SENTENCE = 1000;

/** One character for each of the text, so that places stay: ASCII for full-width letters and digits. */
export const levelled = (text: string): string =>
  text.replace(/[\uff01-\uff5e\u3000\u2018\u2019\u00a0\u2010-\u2012]/g, (one) => {
    if (one === '\u3000' || one === '\u00a0') return ' ';
    if (one === '\u2018' || one === '\u2019') return "'";
    if (one >= '\u2010' && one <= '\u2012') return '-';
    // these end sentences and clauses as they are
    if ('！？，；：（）'.includes(one)) return one;
    return String.fromCharCode(one.charCodeAt(0) - 0xfee0);
  });

/** Without white space around them; what has no letter or digit is none. */
export function sentencesOf(text: string): TextRange[] {
  const found: TextRange[] = [];
  let from = 0;
  const close = (to: number): void => {
    for (let start = from; start < to; start += MAX_SENTENCE) add(start, Math.min(to, start + MAX_SENTENCE));
    from = to;
  };
  const add = (start: number, end: number): void => {
    const part = text.slice(start, end);
    if (!/[\p{L}\p{N}]/u.test(part)) return;
    const lead = part.length - part.trimStart().length;
    found.push({ from: start + lead, to: start + part.trimEnd().length });
  };
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark === '.' && ABBREVIATION.test(text.slice(Math.max(from, index - 8), index))) continue;
    close(index + 1);
  }
  close(text.length);
  return found;
}
