import type { CodeShown } from '../../schemas/compile/sources.types.ts';
import { fold } from '../text/fold.ts';

export interface Code {
  code: string;
  label: string;
  deleted?: boolean;
}

/** The codes of an item, and whether others may be given, too. */
export interface CodeChoices {
  codes: readonly Code[];
  open: boolean;
  shown?: CodeShown | undefined;
}

export const SHOWN_CODES = 60;

/**
 * Codes whose code or label begins with or contains the query; exact codes first. Deleted codes are left out, except
 * for the `current` one.
 */
export function searchCodes(codes: readonly Code[], query: string, current: string | null): readonly Code[] {
  const open = codes.filter(({ code, deleted }) => !deleted || code === current);
  const foldedQuery = fold(query);
  if (foldedQuery === '') return open;
  const rank = ({ code, label }: Code): number => {
    if (fold(code) === foldedQuery) return 0;
    if (fold(code).startsWith(foldedQuery)) return 1;
    if (fold(label).startsWith(foldedQuery)) return 2;
    return fold(label).includes(foldedQuery) ? 3 : 4;
  };
  return open
    .map((code) => ({ code, rank: rank(code) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ code }) => code);
}

/** What people write between code and label: `2 – Female`, `2: Female`. */
const DIVIDED = /^(\S+?)\s*[-–—:]\s+/;

/**
 * The code that matches a typed text: by its code, its label, both, or as the only match; else null. If codes outside
 * the list are allowed, a part of a code matches nothing.
 */
export function codeOfText(codes: readonly Code[], text: string, isOpen = false): Code | null {
  const foldedQuery = fold(text.replace(DIVIDED, '$1 '));
  const exact = codes.find(({ code, label }) =>
    [code, label, codeText({ code, label })].some((words) => fold(words) === foldedQuery),
  );
  if (exact || isOpen) return exact ?? null;
  const found = searchCodes(codes, text, null);
  return found.length === 1 ? (found[0] ?? null) : null;
}

type CodeWords = Pick<Code, 'code' | 'label'>;

/** A code as its field shows it. Some codes, such as versions, have no label of their own. */
export function codeText(words: CodeWords, shown?: CodeShown): string {
  return shown ? codeInText(words, shown) : `${words.code} ${words.label}`.trim();
}

/** A code within other text: its label, or the code where it is a symbol that people know. */
export const codeInText = ({ code, label }: CodeWords, shown?: CodeShown): string =>
  label === '' || (shown === 'code' && !isAnnotated(code)) ? code : label;

/** Units with annotations, such as `{DF}` and `[iU]`, are for computers (UCUM). */
const isAnnotated = (code: string): boolean => /[[{]/.test(code);
