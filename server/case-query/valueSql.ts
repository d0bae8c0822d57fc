/** The comparison of one value with what a question asks for, in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemTest } from '../../shared/query/condition.types.ts';
import { kindOf, type ItemKind } from '../../shared/query/itemKind.ts';
import { fold } from '../../shared/text/fold.ts';
import { datesBetween } from '../lists/dateRange.ts';
import { anyOf, numberIn } from '../lists/filterSql.ts';
import { foldedSql } from '../storage/foldedSql.ts';

type Sql = RawBuilder<boolean>;
type Text = RawBuilder<string | null>;

interface EntryAlias {
  /** of a table with `value`, `null_flavor` and `notation` */
  alias: string;
  /** it also has `short`, the indexed beginning of the value */
  hasShort: boolean;
}

/** Whether an entry passes a test that is no negation of another one; null, or false, where it has no value. */
export function valuePasses(
  { operator, values, nullFlavors }: ItemTest,
  item: CatalogueItem,
  { alias, hasShort }: EntryAlias,
): Sql {
  const value = sql.ref<string | null>(`${alias}.value`);
  const short = hasShort ? sql.ref<string | null>(`${alias}.short`) : value;
  const texts = item.notation ? [value, sql.ref<string | null>(`${alias}.notation`)] : [value];
  switch (operator) {
    case 'NOT_NULL':
      return sql<boolean>`${value} <> ''`;
    case 'LIKE': {
      const wanted = fold(values[0] ?? '');
      return anyPasses(texts.map((text) => contains(text, wanted)));
    }
    case 'RANGE':
      return inRange(kindOf(item), { value, short }, values);
    default: {
      const equal = values.length === 0 ? [] : [equals(kindOf(item), { texts, short }, values)];
      const ofFlavor = nullFlavors.length === 0 ? [] : [anyOf(sql.ref(`${alias}.null_flavor`), nullFlavors)];
      return anyPasses([...equal, ...ofFlavor]);
    }
  }
}

/** Folded, with single spaces: a line break in a narrative is found by the space that is typed for it. */
const spacedSql = (text: Text): Text =>
  sql<string | null>`regexp_replace(${foldedSql(text)}, '\\s+', ' ', 'g')`;

/** A text without spaces is found whatever the spaces around it are. */
const contains = (text: Text, wanted: string): Sql =>
  sql<boolean>`strpos(${/\s/.test(wanted) ? spacedSql(text) : foldedSql(text)}, ${wanted}) > 0`;

const anyPasses = (parts: readonly Sql[]): Sql => sql<boolean>`(${sql.join(parts, sql` or `)})`;

function inRange(
  kind: ItemKind,
  { value, short }: { value: Text; short: Text },
  [from = '', to = '']: readonly string[],
): Sql {
  if (kind === 'date') return datesBetween(short, from, to);
  const number = numberIn(value);
  const ends = [
    ...(from === '' ? [] : [sql`${number} >= ${from}::text::numeric`]),
    ...(to === '' ? [] : [sql`${number} <= ${to}::text::numeric`]),
  ];
  return sql<boolean>`(${sql.join(ends, sql` and `)})`;
}

/** Codes are compared as they are, texts folded as in searches, and dates as far as they are given. */
function equals(
  kind: ItemKind,
  { texts, short }: { texts: readonly Text[]; short: Text },
  values: readonly string[],
): Sql {
  switch (kind) {
    case 'code':
      return anyOf(short, values);
    case 'date':
      return anyPasses(values.map((value) => datesBetween(short, value, value)));
    case 'number':
      return anyPasses(texts.map((text) => sql`${numberIn(text)} = any(${[...values]}::text[]::numeric[])`));
    case 'text':
      return anyPasses(texts.map((text) => anyOf(sql`btrim(${spacedSql(text)})`, values.map(fold))));
  }
}
