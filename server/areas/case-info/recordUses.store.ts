/** Queries on where records are used. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { RecordReference } from '../../../schemas/compile/records.ts';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { masterPrefix } from '../../../shared/provenance/provenance.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { RecordRow } from '../../records/record.store.ts';
import type { Trx } from '../../storage/database.ts';

/** As many are named; all are counted. */
const MAX_NAMED = 10;

interface Uses<Use> {
  total: number;
  some: Use[];
  hidden: number;
}

export const NO_USES = { total: 0, some: [], hidden: 0 };

/** A query of uses: `use`, a JSON object; `visible`; and `sort`, a text. */
async function countUses<Use>(trx: Trx, uses: RawBuilder<unknown>): Promise<Uses<Use>> {
  const { rows } = await sql<Uses<Use>>`
    with used as materialized (${uses})
    select count(*) filter (where visible)::int as total, count(*) filter (where not visible)::int as hidden,
      coalesce((select jsonb_agg(use order by sort) from
        (select use, sort from used where visible order by sort limit ${MAX_NAMED}) named), '[]') as some
    from used`.execute(trx);
  return rows[0] ?? NO_USES;
}

type Named = Pick<RecordRow, 'sponsor_key' | 'kind' | 'record_key' | 'name'>;

/**
 * Whether an item of a document `d` was filled from the record, or holds its name, with or without the notation.
 * `documents`: `... where ...`
 */
const namesIn = (
  documents: RawBuilder<unknown>,
  { kind, record_key, name }: Named,
  references: readonly RecordReference[],
): RawBuilder<boolean> =>
  references.length === 0
    ? sql`false`
    : sql`exists (select from ${documents}
        and d.page = any(${references.map(({ page }) => page)}::text[]) and exists (
          select from jsonb_each(d.items) i
          where split_part(i.key, '|', 1) = any(${references.map(({ itemId }) => itemId)}::text[])
            and (starts_with(i.value -> 'p' ->> 'provenance', ${masterPrefix(kind, record_key)}::text)
              or ${name}::text <> '' and (lower(i.value ->> 'v') = lower(${name}::text)
                or starts_with(lower(i.value ->> 'v'), lower(${`${name} (`}::text))))))`;

/** Cases are linked to records that limit users. */
const LINKS: Record<RecordScope, (key: number) => RawBuilder<boolean>> = {
  senderKeys: (key) => sql`c.sender_key = ${key}`,
  productKeys: (key) => sql`${key}::int = any(c.product_keys)`,
  studyKeys: (key) => sql`${key}::int = any(c.study_keys)`,
};

interface CaseUse {
  scope: RecordScope | null;
  /** items of cases with the names of records */
  items: readonly RecordReference[];
  user: Scope;
  mayRead: boolean;
}

/** Newest versions of cases. */
export const findCaseUses = (
  trx: Trx,
  found: Named,
  { scope, items, user, mayRead }: CaseUse,
): Promise<Uses<{ caseKey: number; caseNo: string }>> => {
  const isUse = scope
    ? LINKS[scope](found.record_key)
    : namesIn(
        sql`case_page_row d where d.sponsor_key = c.sponsor_key and d.case_key = c.case_key and not d.deleted`,
        found,
        items,
      );
  return countUses(
    trx,
    sql`select jsonb_build_object('caseKey', c.case_key, 'caseNo', c.case_no) as use, c.case_no as sort,
        ${mayRead ? caseInScope(user) : sql`false`} as visible
      from pv_case c
      where c.sponsor_key = ${found.sponsor_key} and c.latest and c.del_flag = 'N' and ${isUse}`,
  );
};

/** Records of another kind that are not deleted; `within`: keys that the user is limited to, null for all. */
export const findRecordUses = (
  trx: Trx,
  found: Named,
  {
    kind,
    items,
    within,
  }: { kind: string; items: readonly RecordReference[]; within: readonly number[] | null },
): Promise<Uses<{ recordKey: number; name: string }>> => {
  return countUses(
    trx,
    sql`select jsonb_build_object('recordKey', r.record_key, 'name', r.name) as use, r.name as sort,
        ${within === null ? sql`true` : sql`r.record_key = any(${[...within]}::int[])`} as visible
      from record r
      where r.sponsor_key = ${found.sponsor_key} and r.kind = ${kind} and r.del_flag = 'N'
        and not (r.kind = ${found.kind} and r.record_key = ${found.record_key})
        and ${namesIn(sql`record_page d where d.sponsor_key = r.sponsor_key and d.kind = r.kind and d.record_key = r.record_key`, found, items)}`,
  );
};

const LIMITS: Record<RecordScope, { table: string; column: string }> = {
  senderKeys: { table: 'user_sender', column: 'sender_key' },
  productKeys: { table: 'user_product', column: 'product_key' },
  studyKeys: { table: 'user_study', column: 'study_key' },
};

/** Users whose scope names the record. */
export const findLimitedUsers = (
  trx: Trx,
  found: Named,
  scope: RecordScope,
  mayRead: boolean,
): Promise<Uses<{ userId: string; userName: string }>> => {
  const { table, column } = LIMITS[scope];
  return countUses(
    trx,
    sql`select jsonb_build_object('userId', u.user_id, 'userName', u.name) as use, u.user_id as sort,
        ${mayRead}::boolean as visible
      from ${sql.table(table)} l join app_user u on u.user_key = l.user_key
      where l.sponsor_key = ${found.sponsor_key} and l.${sql.ref(column)} = ${found.record_key}`,
  );
};
