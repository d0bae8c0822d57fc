/** Conditions on second codings (`s`) beside the term they are about (`w`) in the newest version of its case (`c`). */
import { sql, type RawBuilder } from 'kysely';
import type { DescribedValue } from '../../shared/settings/describedSettings.ts';

/** Which terms the sponsor has coded by a second coder. */
export type SecondCoderRule = DescribedValue<'coding'>;

/** About the text that a term `w` has now: `w` may be derived and not be stored yet, so that it has no hash of its own. */
export const isAboutText = (of: 'r' | 's'): RawBuilder<boolean> => {
  const hash = sql.ref(`${of}.text_hash`);
  return sql<boolean>`(${hash} is null or ${hash} = md5(w.text_key)::uuid)`;
};

/** About this term, and about the text and the code that it has now. */
export const IS_ABOUT_CODE = sql<boolean>`s.sponsor_key = c.sponsor_key and s.root_case_key = c.root_case_key
  and s.item_id = w.item_id and s.row_no = w.row_no and s.row_no2 = w.row_no2 and s.row_no3 = w.row_no3
  and s.first_code = w.code and s.version = coalesce(w.version, '') and s.second_at >= w.coded_at
  and ${isAboutText('s')}`;

/** Differences that wait for an adjudicator, with their terms: the first code is still the one of the case. */
export const OPEN_DIFFERENCES = sql`second_coding s
  join pv_case c on c.sponsor_key = s.sponsor_key and c.root_case_key = s.root_case_key and c.latest and c.del_flag = 'N'
  join case_coding w on w.sponsor_key = c.sponsor_key and w.case_key = c.case_key and ${IS_ABOUT_CODE}
    and s.decided_at is null and s.first_code <> s.second_code`;

/** Whether a term (`w`) is to be coded by a second coder. Doubts are of groups, and judged there. */
export function needsSecondCoder({ secondCoder, secondShare }: SecondCoderRule): RawBuilder<boolean> {
  const isChosen = {
    none: sql<boolean>`false`,
    all: sql<boolean>`true`,
    doubtful: sql<boolean>`true`,
    serious: sql<boolean>`c.serious`,
    sample: sql<boolean>`w.sample < ${secondShare ?? 100}::int`,
  }[secondCoder];
  return sql<boolean>`(${isChosen} and w.short_code is not null and w.reviewed_at is null and w.second_at is null)`;
}
