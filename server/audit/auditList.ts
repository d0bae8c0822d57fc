/** An audit trail as a list: whatever it is of, its entries are filtered, ordered and exported as any other rows. */
import { sql, type RawBuilder } from 'kysely';
import type { ListCode } from '../../schemas/compile/lists.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { attachmentItems } from '../../shared/entry/acceptedFile.ts';
import { REMARKS } from '../../shared/replay/replay.ts';
import { hiddenItems, withheldItems } from '../cases/record/caseAccess.ts';
import { isSeenQuoted } from '../cases/record/quotedText.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { holdsFolded } from '../storage/foldedSql.ts';
import type { ListReading, ListSource, RowLink, SourceColumn } from '../lists/listSource.ts';
import type { Trx } from '../storage/database.ts';
import { SIGNED_ACTIONS, type Chain } from './auditEntry.ts';
import {
  codesHolding,
  codeTexts,
  dateHolding,
  entryText,
  isCoded,
  type EntryCodes,
  type EntryContent,
} from './auditWords.ts';
import { ENTRY_QUOTES, findNamed, type Named } from './readAudit.ts';

export interface AuditListOf {
  /** names the descriptor, which takes of the columns those it wants */
  menuId: string;
  /** the trail of what the list is of. Throws 404 where the reader has no such thing. */
  chainOf: (trx: Trx, reading: ListReading) => Promise<Chain>;
  /** what the items of entries were called when these were made */
  wordsOf: (trx: Trx, reading: ListReading, named: readonly Named[]) => Promise<string[]>;
  /** what an entry of that item id says, where it is a code of its own. Left out: none does */
  codesOf?: (reading: ListReading, itemId: string) => readonly ListCode[] | null;
  /** where the items of its entries are described. Left out: in the catalogue of cases */
  catalogueOf?: (reading: ListReading) => CatalogueSource;
  /** entries may hold times in UTC: they read, are found and are exported in the zone of the reader */
  holdsTimes?: true;
  /** where an entry opens, below the prefix of the main area; null: nowhere. Left out: none does */
  link?: (reading: ListReading, address: ItemAddress) => string | null;
  /** entries `e` that parameters of the call narrow it to */
  narrow?: NonNullable<ListSource['narrow']>;
}

/** What a list is bound to. */
interface Trail {
  chain: Chain;
  named: readonly Named[];
  /** of each of `named` */
  words: readonly string[];
  codes: EntryCodes;
  sides: Sides;
}

const ENTRIES = sql`audit_entry e join audit_save s on s.sponsor_key = e.sponsor_key and s.scope = e.scope
  and s.scope_key = e.scope_key and s.save_no = e.save_no`;
/** The newest save first, its entries as they were made. */
const KEY = sql<number>`(e.save_no::bigint * 1000000 - e.entry_no)`;
type LinkValues = Readonly<Record<string, string | null>>;

/** The list of the audit trails of one kind, each for one subject. */
export const auditList = ({
  menuId,
  chainOf,
  wordsOf,
  codesOf,
  catalogueOf,
  holdsTimes,
  link,
  narrow,
}: AuditListOf): ListSource => ({
  ...sourceOf(menuId, NO_TRAIL),
  ...(narrow && { narrow }),
  scopeTo: async (trx, reading) => {
    const chain = await chainOf(trx, reading);
    const described = { ...reading, ...(catalogueOf && { catalogue: catalogueOf(reading) }) };
    const named = await findNamed(trx, chain);
    const own = new Map(
      named.flatMap(({ item_id: itemId }) => {
        const codes = codesOf?.(reading, itemId);
        return codes ? [[itemId, codes] as const] : [];
      }),
    );
    const sides = withFileNames(described, holdsTimes ? sidesIn(reading.user.timeZone) : SIDES);
    const coded = new Set(
      named.map(({ item_id: itemId }) => itemId).filter((one) => isCoded(described, own, one)),
    );
    const texts = await codeTexts(trx, described, own, await codedEntries(trx, chain, [...coded]));
    const words = await wordsOf(trx, reading, named);
    const trail = { chain, named, words, codes: { own, texts }, sides };
    const path = link && ((values: LinkValues) => link(reading, addressIn(values)));
    return { ...sourceOf(menuId, trail, path), ...(narrow && { narrow }) };
  },
});

/** What the entries of these items say, each value once. */
async function codedEntries(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  items: readonly string[],
): Promise<{ itemId: string; code: string }[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ itemId: string; code: string }>`
    select distinct e.item_id as "itemId", side.code
    from audit_entry e cross join lateral (values (e.value), (e.old_value)) as side (code)
    where e.sponsor_key = ${sponsorKey} and e.scope = ${scope} and e.scope_key = ${scopeKey}
      and e.item_id = any(${[...items]}::text[]) and side.code is not null`.execute(trx);
  return rows;
}

const addressIn = ({ itemId, rowNo, rowNo2, rowNo3 }: LinkValues): ItemAddress => ({
  itemId: itemId ?? '',
  rowNo: Number(rowNo),
  rowNo2: Number(rowNo2),
  rowNo3: Number(rowNo3),
});

function sourceOf(
  menuId: string,
  { chain, named, words, codes, sides }: Trail,
  path?: RowLink['path'],
): ListSource {
  const ofChain = sql<boolean>`e.sponsor_key = ${chain.sponsorKey} and e.scope = ${chain.scope}
    and e.scope_key = ${chain.scopeKey}`;
  return {
    menuId,
    // `e`: the entry, `s`: its save, `v`: the version it was made in, `n`: what its item was called then
    from: sql`${ENTRIES}
      left join pv_case v on v.sponsor_key = s.sponsor_key and v.case_key = s.case_key
      left join unnest(${named.map(({ catalogue_version }) => catalogue_version)}::text[],
        ${named.map(({ item_id }) => item_id)}::text[], ${[...words]}::text[]) as n (version, item_id, label)
        on n.version = s.catalogue_version and n.item_id = e.item_id`,
    scope: (reading) =>
      sql<boolean>`${ofChain} and e.item_id <> all(${withheldItems(reading, reading.user)}::text[])`,
    key: KEY,
    name: 'item',
    columns: columnsOf({ ofChain, codes, sides }),
    search: (keyword, reading) =>
      sql<boolean>`(${sql.join(
        keyword.map((word) => isHeld(word, reading, { codes, sides })),
        sql` and `,
      )})`,
    ...(path && {
      open: {
        path,
        values: {
          itemId: sql`e.item_id`,
          rowNo: sql`e.row_no`,
          rowNo2: sql`e.row_no2`,
          rowNo3: sql`e.row_no3`,
        },
      },
    }),
  };
}

/** What the columns of a trail need to know of it. */
interface OfTrail {
  ofChain: RawBuilder<boolean>;
  codes: EntryCodes;
  sides: Sides;
}

const columnsOf = (trail: OfTrail): ListSource['columns'] => ({
  time: { value: sql`s.at`, order: KEY, notNull: true },
  versionNo: { value: sql`v.version_no` },
  page: {
    value: sql`nullif(e.page, '')`,
    codes: (_trx, { catalogue: { whole } }) =>
      Object.values(whole.pages).map(({ page, label }) => ({ code: page, label })),
  },
  item: { value: sql`n.label`, notNull: true },
  itemId: { value: sql`nullif(e.item_id, '')` },
  row: {
    value: sql`nullif(concat_ws('.', nullif(e.row_no, 0), nullif(e.row_no2, 0), nullif(e.row_no3, 0)), '')`,
    order: sql`case when e.row_no > 0 then array[e.row_no, e.row_no2, e.row_no3] end`,
  },
  action: { value: sql`e.action`, notNull: true },
  signed: {
    value: sql`case when e.action = any(${[...SIGNED_ACTIONS]}::text[]) then e.properties ->> 'meaning' end`,
    codes: (_trx, { catalogue }) => catalogue.codeLists['signature-meaning']?.codes ?? [],
  },
  before: withRows(trail.sides.before, trail),
  after: sideColumn(trail.sides.after, trail),
  reason: { value: sql`s.reason`, notNull: true },
  // what a receiver did has no user id
  user: {
    value: sql`case s.user_id when '' then s.user_name else s.user_id || ' (' || s.user_name || ')' end`,
    notNull: true,
  },
  source: { value: sql`s.source`, notNull: true },
  changes: { value: (reading) => sql<number>`(select count(*) from audit_entry o where ${ofSave(reading)})` },
  place: {
    value: (reading) =>
      sql<string>`case when exists (select from audit_entry o where ${ofSave(reading)} and o.entry_no < e.entry_no)
        then 'further' else 'first' end`,
    notNull: true,
  },
});

/** `o`: the entries of the save of `e` that the reader is shown. */
const ofSave = (reading: ListReading) => sql<boolean>`o.sponsor_key = e.sponsor_key and o.scope = e.scope
  and o.scope_key = e.scope_key and o.save_no = e.save_no
  and o.item_id <> all(${withheldItems(reading, reading.user)}::text[])`;

/** What was said before and after a change; the code of it first. */
const SIDES = {
  before: [sql`e.old_value`, sql`e.old_null_flavor`, sql`e.old_notation`],
  after: [sql`e.value`, sql`e.null_flavor`, sql`e.notation`],
} as const;
type Side = readonly [
  value: RawBuilder<unknown>,
  nullFlavor: RawBuilder<unknown>,
  notation: RawBuilder<unknown>,
];
type Sides = Record<keyof typeof SIDES, Side>;

/** The same, with the times in their values as a reader in the zone sees them. */
const sidesIn = (timeZone: string): Sides => {
  const inZone = ([value, ...further]: Side): Side => [
    sql`times_in_zone(${value}, ${timeZone}::text)`,
    ...further,
  ];
  return { before: inZone(SIDES.before), after: inZone(SIDES.after) };
};

/** The same, with the names of files in place of their keys. */
function withFileNames(reading: ListReading, { before, after }: Sides): Sides {
  const named = ([value, ...further]: Side, properties: RawBuilder<unknown>): Side => [
    fileNameOr(reading, { itemId: sql`e.item_id`, properties, value }),
    ...further,
  ];
  return { before: named(before, sql`e.old_properties`), after: named(after, sql`e.properties`) };
}

/** What a value of the item says: an attachment is the key of its file, and has its name as a property. */
const fileNameOr = (
  { catalogue: { whole } }: ListReading,
  { itemId, properties, value }: Record<'itemId' | 'properties' | 'value', RawBuilder<unknown>>,
): RawBuilder<unknown> =>
  sql`case when ${itemId} = any(${attachmentItems(whole)}::text[])
    then coalesce(nullif(${properties} ->> 'fileName', ''), ${value}) else ${value} end`;

/** has no rows */
const NO_TRAIL: Trail = {
  chain: { sponsorKey: 0, scope: 'case', scopeKey: 0 },
  named: [],
  words: [],
  codes: { own: new Map(), texts: new Map() },
  sides: SIDES,
};

const isSeen = (reading: ListReading) =>
  sql<boolean>`(e.item_id <> all(${hiddenItems(reading, reading.user)}::text[])
    and ${isSeenQuoted(reading.user, ENTRY_QUOTES)})`;

const isHeld = (
  word: string,
  reading: ListReading,
  { codes, sides }: Pick<Trail, 'codes' | 'sides'>,
): RawBuilder<boolean> => {
  const texts = [sql`n.label`, sql`s.reason`, sql`s.user_id`, sql`s.user_name`];
  return sql<boolean>`(${sql.join(
    [
      sql`lower(e.item_id) = ${word}`,
      ...texts.map((text) => holdsFolded(sql<string>`${text}`, word)),
      beforeContains(sides.before, word, reading, codes),
      sideContains(sides.after, word, reading, codes),
    ],
    sql` or `,
  )})`;
};

const textOfSide = (side: Side) => sql<string>`concat_ws(' ', ${sql.join(side)})`;

const sideText = (side: Side, reading: ListReading) =>
  sql<string | null>`(case when ${isSeen(reading)} then nullif(${textOfSide(side)}, '') end)`;

/** Of an item `itemId`. Found as it is stored, of a code by its words, and of a date as it is displayed. */
function sideHolds(
  itemId: RawBuilder<unknown>,
  side: Side,
  text: string,
  { reading, codes: ofTrail }: { reading: ListReading; codes: EntryCodes },
): RawBuilder<boolean> {
  const { items, codes } = codesHolding(ofTrail, text);
  const date = dateHolding(reading, text);
  return sql<boolean>`(${holdsFolded(textOfSide(side), text)}
    or coalesce((${itemId}, ${side[0]}) in (select * from unnest(${items}::text[], ${codes}::text[])), false)
    or ${date ? sql`${itemId} = any(${date.items}::text[]) and strpos(${side[0]}, ${date.part}) > 0` : sql`false`})`;
}

const sideContains = (side: Side, text: string, reading: ListReading, codes: EntryCodes) =>
  sql<boolean>`(${isSeen(reading)} and ${sideHolds(sql`e.item_id`, side, text, { reading, codes })})`;

const beforeContains = (side: Side, text: string, reading: ListReading, codes: EntryCodes) =>
  sql<boolean>`(${sideContains(side, text, reading, codes)} or exists (select from ${deletedRow(reading)} d
    where ${sideHolds(sql`d."itemId"`, DELETED, text, { reading, codes })}))`;

const sideColumn = (side: Side, { ofChain, codes }: OfTrail): SourceColumn => ({
  value: (reading) => sideText(side, reading),
  contains: (text, reading) => sideContains(side, text, reading, codes),
  loadCells: async (trx, reading, rowKeys) => {
    const { rows } = await sql<EntryContent & { key: string }>`
      select ${KEY}::text as key, e.item_id as "itemId", side.*
      from ${ENTRIES} cross join lateral (select ${sql.join(side)}) as side (value, "nullFlavor", notation)
      where ${ofChain} and ${isSeen(reading)} and ${KEY} = any(${[...rowKeys]}::bigint[])`.execute(trx);
    return new Map(rows.map((row) => [row.key, { text: entryText(reading, codes, row) }]));
  },
});

/** The column with what a deleted row said where the row was deleted: the items that stand for it in lists. */
const withRows = (side: Side, trail: OfTrail): SourceColumn => {
  const column = sideColumn(side, trail);
  return {
    value: (reading) => sql`coalesce(${sideText(side, reading)}, (select
      string_agg(${textOfSide(DELETED)}, ' · ' order by d.at) from ${deletedRow(reading)} d))`,
    contains: (text, reading) => beforeContains(side, text, reading, trail.codes),
    loadCells: async (trx, reading, rowKeys) => {
      const cells = (await column.loadCells?.(trx, reading, rowKeys)) ?? new Map();
      const rows = await deletedRows(trx, reading, { ...trail, rowKeys });
      return new Map([...cells, ...rows]);
    },
  };
};

/** What an item of `deletedRow` said. */
const DELETED: Side = [sql`d.value`, sql`d."nullFlavor"`, sql`d.notation`];

/**
 * The items that stand for a row in lists, where `e` deleted one: what each said before. A value that the same save cleared
 * is the old one of that entry.
 */
function deletedRow(reading: ListReading) {
  const named = Object.values(reading.catalogue.whole.groups).flatMap(({ group, summary }) =>
    summary.map((itemId, at) => ({ group, itemId, at })),
  );
  const shownOf = (properties: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    fileNameOr(reading, { itemId: sql`o.item_id`, properties, value });
  return sql`lateral (
    select distinct on (i.at) i.at, o.item_id as "itemId",
      case when o.save_no = e.save_no then ${shownOf(sql`o.old_properties`, sql`o.old_value`)}
        else ${shownOf(sql`o.properties`, sql`o.value`)} end as value,
      case when o.save_no = e.save_no then o.old_null_flavor else o.null_flavor end as "nullFlavor",
      case when o.save_no = e.save_no then o.old_notation else o.notation end as notation
    from unnest(${named.map(({ group }) => group)}::text[], ${named.map(({ itemId }) => itemId)}::text[],
        ${named.map(({ at }) => at)}::int[]) as i (row_group, item_id, at)
      join audit_entry o on o.sponsor_key = e.sponsor_key and o.scope = e.scope and o.scope_key = e.scope_key
        and o.save_no <= e.save_no and o.item_id = i.item_id and o.action <> all(${[...REMARKS]}::text[])
        and o.row_no = e.row_no and o.row_no2 = e.row_no2 and o.row_no3 = e.row_no3
    where e.action = 'rowDelete' and i.row_group = e.item_id
      and o.item_id <> all(${hiddenItems(reading, reading.user)}::text[])
    order by i.at, o.save_no desc, o.entry_no)`;
}

interface DeletedIn extends OfTrail {
  rowKeys: readonly string[];
}

/** What deleted rows said before, by key of the entry. */
async function deletedRows(
  trx: Trx,
  reading: ListReading,
  { ofChain, codes, rowKeys }: DeletedIn,
): Promise<Map<string, { text: string }>> {
  const { rows } = await sql<EntryContent & { key: string }>`
    select ${KEY}::text as key, d."itemId", d.value, d."nullFlavor", d.notation
    from audit_entry e cross join ${deletedRow(reading)} d
    where ${ofChain} and ${KEY} = any(${[...rowKeys]}::bigint[])
    order by d.at`.execute(trx);
  const texts = new Map<string, string[]>();
  for (const row of rows) {
    const text = entryText(reading, codes, row);
    if (text) texts.set(row.key, [...(texts.get(row.key) ?? []), text]);
  }
  return new Map([...texts].map(([key, parts]) => [key, { text: parts.join(' · ') }]));
}
