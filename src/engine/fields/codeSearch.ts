import { fold } from '../../../shared/text/fold.ts';
import type { Code } from '../services.ts';

export const SHOWN_CODES = 60;

/** Codes that begin with the query, or whose words hold it; exact codes first. Struck codes stay out, but for `kept`. */
export function searchCodes(codes: readonly Code[], query: string, kept: string | null): readonly Code[] {
  const open = codes.filter(({ code, deleted }) => !deleted || code === kept);
  const wanted = fold(query);
  if (wanted === '') return open;
  const rank = ({ code, label }: Code): number => {
    if (fold(code) === wanted) return 0;
    if (fold(code).startsWith(wanted)) return 1;
    if (fold(label).startsWith(wanted)) return 2;
    return fold(label).includes(wanted) ? 3 : 4;
  };
  return open
    .map((code) => ({ code, rank: rank(code) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ code }) => code);
}

/**
 * The one code a typed text means: its code, its label, `code label`, or the only one that matches; else null. Where
 * other codes than those of the list may be given, a part of one means nothing.
 */
export function codeMeant(codes: readonly Code[], text: string, isOpen = false): Code | null {
  const wanted = fold(text);
  const exact = codes.find(({ code, label }) =>
    [code, label, codeText({ code, label })].some((words) => fold(words) === wanted),
  );
  if (exact || isOpen) return exact ?? null;
  const found = searchCodes(codes, text, null);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Some codes, such as versions, have no words beside themselves. */
export const codeText = ({ code, label }: Pick<Code, 'code' | 'label'>): string => `${code} ${label}`.trim();
