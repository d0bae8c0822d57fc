/** Times as sources write them. */

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Without an offset, a time is that of a place which nobody names. */
export const hasOffset = (text: string): boolean => TIME.exec(text)?.[3] !== undefined;

/** The moment in UTC; one without an offset is taken for UTC. Null: it is no complete time. */
export function isoTime(text: string): string | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const time = new Date(found[3] === undefined ? `${text}Z` : text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
