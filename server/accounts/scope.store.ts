/** What users are limited to, as part of statements that find them. */
import { sql, type AliasedRawBuilder } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';

export interface ScopeColumns {
  sender_keys: number[];
  product_keys: number[];
  study_keys: number[];
}

/** The columns of a user's scope for a select; the arguments name the columns of the user key and the sponsor key. */
export function scopeColumns(
  sponsorKey: string,
  userKey: string,
): AliasedRawBuilder<number[], keyof ScopeColumns>[] {
  const keys = (table: string, column: string) => sql<number[]>`array(
    select ${sql.ref(`x.${column}`)} from ${sql.table(table)} x
    where x.sponsor_key = ${sql.ref(sponsorKey)} and x.user_key = ${sql.ref(userKey)} order by 1
  )`;
  return [
    keys('user_sender', 'sender_key').as('sender_keys'),
    keys('user_product', 'product_key').as('product_keys'),
    keys('user_study', 'study_key').as('study_keys'),
  ];
}

export const scopeOf = ({ sender_keys, product_keys, study_keys }: ScopeColumns): Scope => ({
  senderKeys: sender_keys,
  productKeys: product_keys,
  studyKeys: study_keys,
});
