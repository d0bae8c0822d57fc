/** The comparison of one value with what a question asks for, in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemTest } from '../../shared/query/condition.types.ts';
import { kindOf, type ItemKind } from '../../shared/query/itemKind.ts';
import { fold } from '../../shared/text/fold.ts';
import { datesBetween } from '../lists/dateRange.ts';
import { anyOf, numberIn, ofNumber } from '../lists/filterSql.ts';
import { SHORT_LENGTH } from '../lists/listValues.store.ts';
import { holdsFolded, spacedSql } from '../storage/foldedSql.ts';
import type { KnownTexts, KnownValues } from './knownValues.store.ts';

type Sql = RawBuilder<boolean>;
type Text = RawBuilder<string | null>;

interface EntryAlias {
  /** of a table with `value`, `null_flavor` and `notation` */
  alias: string;
  /** it also has `short`, the indexed beginning of the value */
  hasShort: boolean;
  known: KnownValues | undefined;
}

/** Whether an entry passes a test that is no negation of another one; null, or false, where it has no value. */
export function valuePasses(
  { operator, values, nullFlavors }: ItemTest,
  item: CatalogueItem,
  { alias, hasShort, known }: EntryAlias,
): Sql {
  const value = sql.ref<string | null>(`${alias}.value`);
  const short = hasShort ? sql.ref<string | null>(`${alias}.short`) : value;
  const texts = item.notation ? [value, sql.ref<string | null>(`${alias}.notation`)] : [value];
  switch (operator) {
    case 'NOT_NULL':
      return sql<boolean>`${short} <> ''`;
    case 'LIKE': {
      const [text = '', ...codes] = values;
      const holding = anyPasses(texts.map((one) => holdsFolded(one, fold(text))));
      const found = amongKnown(known?.texts, short, holding);
      return codes.length === 0 ? found : anyPasses([anyOf(short, codes), found]);
    }
    case 'RANGE':
      return inRange(item, { value, short, known }, values);
    default: {
      const equal =
        values.length === 0
          ? []
          : [amongKnown(known?.texts, short, equals(kindOf(item), { texts, short, known }, values))];
      const ofFlavor = nullFlavors.length === 0 ? [] : [anyOf(sql.ref(`${alias}.null_flavor`), nullFlavors)];
      return anyPasses([...equal, ...ofFlavor]);
    }
  }
}

/** The comparison, by beginnings of values as far as they decide it: an index finds them. */
export function amongKnown(known: KnownTexts | undefined, short: Text, compared: Sql): Sql {
  if (!known) return compared;
  const { sure, unsure } = known;
  return anyPasses([
    ...(sure.length === 0 ? [] : [anyOf(short, sure)]),
    ...(unsure.length === 0 ? [] : [sql<boolean>`(${anyOf(short, unsure)} and ${compared})`]),
    ...(unsure.includes('') ? [sql<boolean>`(${short} is null and ${compared})`] : []),
    ...(sure.length + unsure.length === 0 ? [sql<boolean>`false`] : []),
  ]);
}

const anyPasses = (parts: readonly Sql[]): Sql => sql<boolean>`(${sql.join(parts, sql` or `)})`;

function inRange(
  item: CatalogueItem,
  { value, short, known }: { value: Text; short: Text; known: KnownValues | undefined },
  [from = '', to = '']: readonly string[],
): Sql {
  if (kindOf(item) === 'date') return datesBetween(short, from, to, known?.beginnings);
  // an index has the beginning alone
  return ofNumber((item.maxLength ?? Infinity) <= SHORT_LENGTH ? short : value, (number) => {
    const ends = [
      ...(from === '' ? [] : [sql`${number} >= ${from}::text::numeric`]),
      ...(to === '' ? [] : [sql`${number} <= ${to}::text::numeric`]),
    ];
    return sql<boolean>`(${sql.join(ends, sql` and `)})`;
  });
}

/** Codes are compared as they are, texts folded as in searches, and dates as far as they are given. */
function equals(
  kind: ItemKind,
  { texts, short, known }: { texts: readonly Text[]; short: Text; known: KnownValues | undefined },
  values: readonly string[],
): Sql {
  switch (kind) {
    case 'code':
      return anyOf(short, values);
    case 'date':
      return anyPasses(values.map((value) => datesBetween(short, value, value, known?.beginnings)));
    case 'number':
      return anyPasses(texts.map((text) => sql`${numberIn(text)} = any(${[...values]}::text[]::numeric[])`));
    case 'text':
      return anyPasses(texts.map((text) => anyOf(sql`btrim(${spacedSql(text)})`, values.map(fold))));
  }
}
