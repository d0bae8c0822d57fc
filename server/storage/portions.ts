/** A statement of PostgreSQL has a count of parameters of 16 bits; the driver sends a wrong one beyond. */
const MAX_PARAMETERS = 65_535;

/** Rows to be inserted, in portions of one statement each. All rows have the columns of the first. */
export function portionsOf<Row extends object>(rows: readonly Row[]): Row[][] {
  const size = Math.floor(MAX_PARAMETERS / Math.max(1, Object.keys(rows[0] ?? {}).length));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
}
