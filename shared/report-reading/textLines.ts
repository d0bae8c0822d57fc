/** Joins texts of a page into lines, and lines into the text that was broken into them. */
import type { Area } from '../reports/report.types.ts';
import type { SheetText } from './sheet.types.ts';

export interface TextLine extends Area {
  text: string;
  /** width of its first word, about */
  firstWord: number;
}

/** A gap that is a space, in sizes of the font. */
const SPACE = 0.12;
/** Texts on one baseline, in sizes of the font. */
const SAME_LINE = 0.45;
/** of a character, in sizes of the font */
const CHARACTER = 0.6;

/** From the top, each from the left. */
export function linesOf(texts: readonly SheetText[]): TextLine[] {
  const lines: SheetText[][] = [];
  for (const text of texts.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && Math.abs(text.y - first.y) <= SAME_LINE * Math.max(text.size, first.size))
      line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => joined(line.toSorted((a, b) => a.x - b.x)));
}

function joined(texts: readonly SheetText[]): TextLine {
  const [first] = texts;
  let text = '';
  let right = first?.x ?? 0;
  let size = 0;
  for (const one of texts) {
    const hasGap = text !== '' && one.x - right > SPACE * one.size;
    text += hasGap && !text.endsWith(' ') && !one.text.startsWith(' ') ? ` ${one.text}` : one.text;
    right = one.x + one.width;
    size = Math.max(size, one.size);
  }
  const word = /^\S*/.exec(first?.text ?? '')?.[0].length ?? 0;
  return {
    text: text.trim(),
    x: first?.x ?? 0,
    y: (first?.y ?? 0) - size,
    width: right - (first?.x ?? 0),
    height: size * 1.2,
    firstWord: ((first?.width ?? 0) * word) / Math.max(1, first?.text.length ?? 1),
  };
}

/** Characters between which lines break without a space. */
const WITHOUT_SPACE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Whether a line may begin or end with the character without a space. */
export const breaksWithoutSpace = (character: string): boolean => WITHOUT_SPACE.test(character);

/** A character, and what closes it, with which no line begins. */
const UNBROKEN = /^.[\p{Pe}\p{Pf},.;:!?、。，．：；！？]*/u;

/** The text of lines up to a right edge: a line that had space for the next word ends where the text has a line break. */
export function textOfLines(lines: readonly TextLine[], right: number): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    text += line.text;
    const next = lines[index + 1];
    if (next) text += breakBetween(line, next, right);
  }
  return text;
}

function breakBetween(line: TextLine, next: TextLine, right: number): string {
  const last = line.text.at(-1) ?? '';
  const first = next.text.at(0) ?? '';
  const rest = right - (line.x + line.width);
  const character = CHARACTER * line.height;
  const isUnspaced = breaksWithoutSpace(last) || breaksWithoutSpace(first);
  const [unbroken = ''] = UNBROKEN.exec(next.text) ?? [];
  const needed = isUnspaced ? character * 1.5 * [...unbroken].length : next.firstWord + character / 2;
  if (rest > needed) return '\n';
  if (isUnspaced) return '';
  // a word wider than the box is broken between characters
  return !line.text.includes(' ') && rest < character ? '' : ' ';
}

/** The area around lines. */
export function aroundLines(lines: readonly Area[]): Area {
  const x = Math.min(...lines.map((line) => line.x));
  const y = Math.min(...lines.map((line) => line.y));
  return {
    x,
    y,
    width: Math.max(...lines.map((line) => line.x + line.width)) - x,
    height: Math.max(...lines.map((line) => line.y + line.height)) - y,
  };
}
