/** The text with a part inserted where the caret of its field is, or at its end. */
export function insertedAtCaret(
  text: string,
  part: string,
  caret: { start: number; end: number } | null,
): { text: string; caret: number } {
  const { start, end } = caret ?? { start: text.length, end: text.length };
  return { text: text.slice(0, start) + part + text.slice(end), caret: start + part.length };
}
