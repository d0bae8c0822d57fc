/**
 * Statements that PostgreSQL plans once a connection, not each time: for what every request runs, and finds by keys, so
 * that one plan is good for all values. A list, whose plan depends on what is searched for, is none of them.
 */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

const MARK = '/* prepared */';

/** Begins such a statement. Its text is always the same. */
export const prepared: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

/** What the connection knows the statement by: the same for the same text. Undefined for one that is planned each time. */
export function preparedName(statement: string): string | undefined {
  if (!statement.startsWith(MARK)) return undefined;
  const name = names.get(statement) ?? createHash('sha256').update(statement).digest('hex').slice(0, 32);
  names.set(statement, name);
  return name;
}
