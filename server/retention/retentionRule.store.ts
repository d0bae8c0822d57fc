/** The retention rule of a sponsor as a condition on the newest versions of cases (`c`). */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import type { SponsorSettings } from '../sponsor-settings/sponsorSettings.ts';

export type RetentionRule = SponsorSettings['retention'];

const CASES: Record<RetentionRule['cases'], RawBuilder<boolean>> = {
  locked: sql<boolean>`c.locked`,
  nullified: sql<boolean>`coalesce(c.nullification = ${sql.lit(NULLIFICATION)}, false)`,
  all: sql<boolean>`true`,
};

/** The item of the audit entry that the personal values of a case became pseudonyms. */
export const PSEUDONYMISED = 'pseudonymised';

/** Its personal values became pseudonyms, and no user changed it since. */
const IS_DONE = sql<boolean>`exists (
  select 1 from audit_entry e
    join audit_save s on s.sponsor_key = e.sponsor_key and s.scope = e.scope and s.scope_key = e.scope_key
      and s.save_no = e.save_no
  where e.sponsor_key = c.sponsor_key and e.scope = 'case' and e.scope_key = c.root_case_key
    and e.item_id = ${sql.lit(PSEUDONYMISED)} and s.at >= c.updated_at)`;

/**
 * Whether the period of a case is over: the longest one of those that apply to it, since each is a duty to keep. A region
 * applies by its authority, to which the case is or was reportable.
 */
export function isPastRetention(
  rule: RetentionRule,
  { appendices }: Pick<Catalogue, 'appendices'>,
  now: Date,
): RawBuilder<boolean> {
  const regions: Readonly<Record<string, unknown>> = rule;
  const ofRegions = appendices.flatMap(({ appendix, authority }) => {
    const years = regions[appendix];
    return typeof years === 'number' ? [{ authority, years }] : [];
  });
  const years = sql`greatest(${rule.years}::int,
    case when cardinality(c.study_keys) > 0 then ${rule.studyYears}::int end,
    (select max(a.years) from unnest(${ofRegions.map(({ authority }) => authority)}::text[],
        ${ofRegions.map((one) => one.years)}::int[]) as a (authority, years)
      where exists (select 1 from case_obligation o where o.sponsor_key = c.sponsor_key
        and o.root_case_key = c.root_case_key and o.receiver = a.authority)))`;
  return sql<boolean>`(${CASES[rule.cases]} and not ${IS_DONE}
    and coalesce(c.updated_at < ${now}::timestamptz - make_interval(years => ${years}), false))`;
}
