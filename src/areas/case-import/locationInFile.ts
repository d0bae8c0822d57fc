/** Line and column out of the details of a refusal, or null where it names none. */
export function locationInFile(details: unknown): { line: number; column: number } | null {
  if (typeof details !== 'object' || details === null || !('line' in details)) return null;
  const { line } = details;
  const column = 'column' in details ? details.column : 0;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}
