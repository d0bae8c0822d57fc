/**
 * Limits of a JSON text, checked before it is parsed: objects by the million, or deep inside each other, cost many times
 * what texts of the same length do.
 */

/** No body of the contract comes near these. */
const JSON_LIMITS = { levels: 64, parts: 600_000, properties: 5000 } as const;
type JsonLimits = Record<keyof typeof JSON_LIMITS, number>;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, OPEN_OBJECT] = [91, 123];
const [CLOSE_LIST, CLOSE_OBJECT] = [93, 125];

/** What a text has too much of; null: nothing. It need not be valid JSON. `parts`: objects, lists and commas. */
export function excessIn(text: string, limits: JsonLimits = JSON_LIMITS): string | null {
  /** of each container that is open: its commas, or null for a list */
  const open: (number | null)[] = [];
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) {
      parts += 1;
      const commas = open.at(-1) ?? null;
      if (commas !== null) {
        if (commas + 1 >= limits.properties) return `more than ${limits.properties} properties`;
        open[open.length - 1] = commas + 1;
      }
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      parts += 1;
      open.push(code === OPEN_OBJECT ? 0 : null);
      if (open.length > limits.levels) return `more than ${limits.levels} levels`;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) open.pop();
    if (parts > limits.parts) return `more than ${limits.parts} parts`;
  }
  return null;
}

/** Of the closing quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
