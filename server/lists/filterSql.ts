/** A filter of a column as SQL (specification 2 section 4, "Column filters"). */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { ANY_VALUE } from '../../shared/contract/menus.ts';
import { fold } from '../case-record/index.ts';
import type { FilterEntry } from '../storage/tables.ts';

type Condition = RawBuilder<boolean>;
type Text = RawBuilder<string | null>;

/** Does a text (SQL) pass the filter? Entries of a check filter are alternatives; the others have one entry. */
export function passes(text: Text, entries: readonly FilterEntry[]): Condition {
  const [first] = entries;
  if (!first) return sql<boolean>`true`;
  const { filterType, valueCode, valueCode2 = '' } = first;
  switch (filterType) {
    case 'CHECK':
      return sql<boolean>`${text} = any(${entries.map((entry) => entry.valueCode)}::text[])`;
    case 'LIKE_CHECK':
    case 'LIKE_ALL':
    case 'LIKE':
      return valueCode === ANY_VALUE ? sql<boolean>`${text} <> ''` : holds(text, valueCode);
    case 'BETWEEN_NUMERIC':
      return between(number(text), number(text), numeric(valueCode), numeric(valueCode2));
    case 'BETWEEN_DATE':
    case 'BETWEEN_DATE_TIME':
      // a date that stops at the year or month lies in every range that its year or month touches
      return between(
        sql`rpad(${digits(text)}, ${DATE_LENGTH}, '9')`,
        sql`rpad(${digits(text)}, ${DATE_LENGTH}, '0')`,
        padded(valueCode, '0'),
        padded(valueCode2, '9'),
      );
  }
}

/** Does any row of the item that is not struck pass? `c` is the case of the query around. */
export function itemPasses(catalogue: Catalogue, item: CatalogueItem, entries: readonly FilterEntry[]) {
  const isPageOfRows = catalogue.pages[item.page]?.kind === 'rows';
  // the first group of a page of rows is the document's own row
  const inner = isPageOfRows ? item.groups.slice(1) : item.groups;
  const notStruck = inner.map((group) => {
    const depth = item.groups.indexOf(group) + 1;
    const numbers = [1, 2, 3].map((at) =>
      at <= depth ? sql`split_part(e.key, '|', ${sql.lit(at + 1)})` : sql`'0'`,
    );
    return sql`and not coalesce((r.rows -> (${group} || '|' || ${sql.join(numbers, sql` || '|' || `)}) ->> 'del')::boolean, false)`;
  });
  return sql<boolean>`exists (
    select from case_page_row r cross join lateral jsonb_each(r.items) e
    where r.sponsor_key = c.sponsor_key and r.case_key = c.case_key and r.page = ${item.page} and not r.deleted
      and split_part(e.key, '|', 1) = ${item.itemId} ${sql.join(notStruck, sql` `)}
      and (${passes(sql`(e.value ->> 'v')`, entries)} ${orNotation(item, entries)}))`;
}

const orNotation = (item: CatalogueItem, entries: readonly FilterEntry[]) =>
  item.notation ? sql`or ${passes(sql`(e.value ->> 'n')`, entries)}` : sql``;

/** nothing where the text is no number */
const number = (text: Text) =>
  sql`case when ${text} ~ '^[-+]?[0-9]+([.][0-9]+)?$' then (${text})::numeric end`;

const DATE_LENGTH = 14;
const digits = (text: Text) =>
  sql`nullif(regexp_replace(left(${text}, ${DATE_LENGTH}), '[^0-9].*$', ''), '')`;
const padded = (text: string, filler: string) =>
  text === '' ? null : text.replaceAll(/\D/g, '').padEnd(DATE_LENGTH, filler).slice(0, DATE_LENGTH);
/** whole numbers, as the specification parses them; nothing where it is none */
const numeric = (text: string): number | null => {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? null : number;
};

const holds = (text: Text, wanted: string) =>
  sql<boolean>`strpos(lower(normalize(${text}, NFKC)), ${fold(wanted)}) > 0`;

/** `last` is the end of what may be meant, `first` its beginning; an end that is null is open. */
const between = (
  last: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  from: string | number | null,
  to: string | number | null,
): Condition => {
  const ends = [
    ...(from === null ? [] : [sql`${last} >= ${from}`]),
    ...(to === null ? [] : [sql`${first} <= ${to}`]),
  ];
  return ends.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${sql.join(ends, sql` and `)}, false)`;
};
