/** Terms that two coders coded, as a list and as pairs of codes. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { CODED_TWICE_MENU } from '../../../shared/contract/index.ts';
import { hasCode, inMeaningOrder } from '../../dictionaries/entries.store.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';
import { inLanguage } from '../../storage/inLanguage.ts';
import { TERM_COLUMNS, TERM_ROWS, visibleTerms } from './codingList.ts';

/** Which second codings are meant. */
export interface CodedTwice {
  dictionary: string;
  items: readonly Pick<CatalogueItem, 'itemId'>[];
  /** the code of a case is the beginning of a code of the dictionary */
  begins: boolean;
  /** the column that numbers the entries of one code; null: there is none */
  sequence: string | null;
  from?: Date | undefined;
  /** not included */
  before?: Date | undefined;
  /** both or none */
  coder?: string | undefined;
  otherCoder?: string | undefined;
  level: number;
  agreed?: boolean | undefined;
}

const NOTHING: CodedTwice = { dictionary: '', items: [], begins: false, sequence: null, level: 0 };

/** Second codings (`s`) with their terms (`w`) in the newest version of the case (`c`), whatever code these have now. */
const ORIGIN = sql`second_coding s
  join pv_case c on c.sponsor_key = s.sponsor_key and c.root_case_key = s.root_case_key and c.latest
  join case_coding w on w.sponsor_key = c.sponsor_key and w.case_key = c.case_key and w.item_id = s.item_id
    and w.row_no = s.row_no and w.row_no2 = s.row_no2 and w.row_no3 = s.row_no3`;

/** A value of the entry (`e`) that a code has in the release that was in use. */
const ofEntry = <T>(
  code: RawBuilder<string>,
  { begins, sequence }: Pick<CodedTwice, 'begins' | 'sequence'>,
  value: RawBuilder<T>,
): RawBuilder<T> => sql<T>`(
  select ${value} from dictionary_entry e
  join dictionary_search f on f.release_no = e.release_no and f.entry_no = e.entry_no
  where e.release_no = s.release_no and ${hasCode(code, begins)}
  order by not f.current, ${inMeaningOrder(sql`${sequence}::text`)} limit 1)`;

/** What a code is in a level: the code itself, or its broader term; null: the release does not have it. */
const inLevel = (code: RawBuilder<string>, meant: CodedTwice): RawBuilder<string | null> =>
  meant.level === 0
    ? code
    : ofEntry(code, meant, sql<string | null>`e.parents -> ${meant.level - 1}::int ->> 'code'`);

const FIRST = sql<string>`s.first_code`;
const SECOND = sql<string>`s.second_code`;

function isMeant(reading: ListReading, meant: CodedTwice): RawBuilder<boolean> {
  const { dictionary, items, from, before, coder, otherCoder } = meant;
  const both = [coder, otherCoder];
  return sql<boolean>`(${visibleTerms(reading, items)} and s.dictionary = ${dictionary}
    ${from ? sql`and s.second_at >= ${from}` : sql``} ${before ? sql`and s.second_at < ${before}` : sql``}
    ${coder === undefined ? sql`` : sql`and s.first_by = any(${both}::text[]) and s.second_by = any(${both}::text[])`})`;
}

function isInList(reading: ListReading, meant: CodedTwice): RawBuilder<boolean> {
  const [first, second] = [inLevel(FIRST, meant), inLevel(SECOND, meant)];
  const compared = { true: sql`${first} = ${second}`, false: sql`${first} <> ${second}` };
  return sql<boolean>`(${isMeant(reading, meant)} and ${
    meant.agreed === undefined
      ? sql`${first} is not null and ${second} is not null`
      : compared[meant.agreed ? 'true' : 'false']
  })`;
}

/** Without a dictionary there is nothing to list: so its columns are known, whatever is meant. */
export function termsCodedTwice(meant: CodedTwice = NOTHING): ListSource {
  const termOf = (code: RawBuilder<string>) => ({
    value: ({ language }: ListReading) =>
      sql<string>`concat_ws(' ', ${ofEntry(code, meant, inLanguage(sql`e.term`, language))}, ${code})`,
  });
  const nameOf = (userId: RawBuilder<string>) => ({
    value: sql<string>`coalesce((select u.name from app_user u where u.user_id = ${userId}), ${userId})`,
  });
  return {
    ...TERM_ROWS,
    key: sql<string>`concat_ws('|', w.case_key, w.item_id, w.row_no, w.row_no2, w.row_no3, s.second_key)`,
    menuId: CODED_TWICE_MENU,
    from: ORIGIN,
    scope: (reading) => isInList(reading, meant),
    columns: {
      text: TERM_COLUMNS.text,
      caseNo: TERM_COLUMNS.caseNo,
      place: TERM_COLUMNS.place,
      outcome: {
        value: sql`case when s.first_code = s.second_code then 'equal' when s.decided_at is null then 'open' else 'decided' end`,
        notNull: true,
      },
      first: termOf(FIRST),
      second: termOf(SECOND),
      firstBy: nameOf(sql<string>`s.first_by`),
      secondBy: nameOf(sql<string>`s.second_by`),
      secondAt: { value: sql`s.second_at` },
      decided: { value: sql`s.decided_code` },
      reason: { value: sql`s.reason` },
    },
  };
}

/** Both codes of a term, with their broader terms upwards; null: the release does not have the code. */
export interface CodePair {
  firstBy: string;
  secondBy: string;
  firstCode: string;
  secondCode: string;
  firstPath: string[] | null;
  secondPath: string[] | null;
}

export async function findCodePairs(trx: Trx, reading: ListReading, meant: CodedTwice): Promise<CodePair[]> {
  const path = (code: RawBuilder<string>) =>
    ofEntry(code, meant, sql<string[]>`jsonb_path_query_array(e.parents, '$[*].code')`);
  const { rows } = await sql<CodePair>`
    select s.first_by as "firstBy", s.second_by as "secondBy", s.first_code as "firstCode",
      s.second_code as "secondCode", ${path(FIRST)} as "firstPath", ${path(SECOND)} as "secondPath"
    from ${ORIGIN} where ${isMeant(reading, meant)}`.execute(trx);
  return rows;
}

/** Dictionaries of which the sponsor has terms that were coded twice. */
export async function findDictionariesCodedTwice(trx: Trx, sponsorKey: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('second_coding')
    .select('dictionary')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('dictionary')
    .execute();
  return rows.map(({ dictionary }) => dictionary);
}
