/** Queries on the names of the receivers of batches and downloads: a record of a partner may have got another name since, and its name another partner. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';

/** Authorities are called by their own name, whatever their records are. */
export const authoritiesIn = ({ whole }: Pick<CatalogueSource, 'whole'>): string[] =>
  whole.appendices.map(({ authority }) => authority);

/**
 * The name that the receiver of the batch `b`, or of another row with that alias, has now; of a record that is gone the last one
 * (decision 0617).
 */
export const receiverNow = (authorities: readonly string[], alias = 'b'): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`case when ${of('receiver')} = any(${[...authorities]}::text[]) then ${of('receiver')}
    else coalesce((select k.name from record k where k.sponsor_key = ${of('sponsor_key')} and k.kind = 'receiver'
      and k.record_key = ${of('receiver_key')}), ${of('receiver')}) end`;
};
