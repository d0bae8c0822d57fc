/** Gives what boxes have their rows in the case: a number of a form is the same row in all of its boxes. */
import type { Catalogue, CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { fold } from '../text/fold.ts';
import type { Capture, CapturedRow } from './captures.ts';
import { impliedValue, type ImpliedValue } from './impliedValue.ts';
import type { FormProposal, FormReading, UnreadText } from './sheet.types.ts';

type Source = Pick<FormProposal, 'box' | 'spots'>;

export interface Placing {
  /** Returns the texts that have no place. */
  add: (tree: CapturedRow, source: Source) => UnreadText[];
  addTick: (implied: ImpliedValue, source: Source & { text: string }) => void;
  end: () => FormReading;
}

interface Placed {
  value: CaseValue;
  proposal: FormProposal;
}

export function placing(catalogue: Catalogue, report: CatalogueReport, newUuid: () => string): Placing {
  const { items, groups } = catalogue;
  const placed = new Map<string, Placed>();
  const rows = new Map<string, CaseRow>();
  /** rows of a set by their number on the form */
  const numbers = new Map<string, number>();
  const dateParts = new Map<string, Partial<Record<'year' | 'month' | 'day', string>>>();

  const groupOf = (name: string): string => report.rowSets?.[name]?.rows ?? name;

  const put = (
    itemId: string,
    path: RowPath,
    stored: Partial<CaseValue>,
    source: Source & { text: string },
  ) => {
    const address = addressAt(itemId, path);
    const key = addressKey(address);
    // what a box has first counts, unless a date becomes whole
    if (placed.has(key) && !dateParts.has(key)) return;
    for (const [depth, group] of (items[itemId]?.groups ?? []).entries())
      addStoredRow(group, path.slice(0, depth + 1));
    const spots = placed.get(key)?.proposal.spots ?? [];
    const value = { ...address, ...EMPTY_VALUE, ...stored };
    const { value: text, nullFlavor } = value;
    placed.set(key, {
      value,
      proposal: { ...address, ...source, value: text, nullFlavor, spots: [...spots, ...source.spots] },
    });
  };

  const addStoredRow = (group: string, path: RowPath): void => {
    if (groups[group]?.rowsOf != null) return;
    const { itemId: _, ...at } = addressAt('', path);
    const key = rowKey({ group, ...at });
    if (!rows.has(key))
      rows.set(key, { group, ...at, rowId: newUuid(), sort: path.at(-1) ?? 1, deleted: false });
  };

  /** The number in the case of a row that a set numbers; a new number for a new one. */
  const numberOf = (name: string, printed: number): number => {
    const key = `${name}|${printed}`;
    const group = groupOf(name);
    const known = numbers.get(key) ?? Math.max(0, ...topRows(group)) + 1;
    numbers.set(key, known);
    return known;
  };
  const topRows = (group: string): number[] => [
    ...[...rows.values()].filter((row) => row.group === group).map(({ rowNo }) => rowNo),
    ...[...numbers].filter(([key]) => groupOf(key.split('|')[0] ?? '') === group).map(([, number]) => number),
  ];

  /** A row of a group that has this text in one of its items. */
  const rowWithText = (lender: string, { kind, text }: Capture): number | undefined =>
    kind === 'text'
      ? [...placed.values()].find(
          ({ value }) => items[value.itemId]?.groups[0] === lender && fold(value.value ?? '') === fold(text),
        )?.value.rowNo
      : undefined;

  /** The row that a text in it names, e.g. the drug of an assessment. */
  const namedRow = (lender: string, row: CapturedRow): number | undefined => {
    const names = [...capturesIn(row)].filter(({ itemId }) => items[itemId]?.groups[0] === lender);
    return names.flatMap((name) => rowWithText(lender, name) ?? [])[0];
  };

  const addCaptures = (row: CapturedRow, path: RowPath, source: Source): UnreadText[] => {
    const group = row.rows === null ? null : groupOf(row.rows);
    return row.captures.flatMap((capture) => {
      const item = items[capture.itemId];
      const [outer] = item?.groups ?? [];
      const lender = row.number === null && outer !== undefined ? lenderOf(outer) : null;
      // the name of a row is a value of another box
      if (lender !== null && rowWithText(lender, capture) !== undefined) return [];
      if (!item?.groups.every((one, depth) => groups[group ?? '']?.groups[depth] === one))
        return [unreadOf(capture, source)];
      const from = { ...source, text: capture.text };
      const at = path.slice(0, item.groups.length);
      if (capture.kind === 'datePart') addDatePart(capture, at, from);
      else if (capture.kind === 'stored') put(capture.itemId, at, capture.stored, from);
      else
        put(capture.itemId, at, { value: capture.kind === 'implied' ? capture.value : capture.text }, from);
      return [];
    });
  };

  const addDatePart = (
    { itemId, part, digits }: Extract<Capture, { kind: 'datePart' }>,
    path: RowPath,
    source: Source & { text: string },
  ): void => {
    const key = addressKey(addressAt(itemId, path));
    if (placed.has(key) && !dateParts.has(key)) return;
    const parts = { ...dateParts.get(key), [part]: digits };
    dateParts.set(key, parts);
    const { year = '', month = '', day = '' } = parts;
    const value = year + (year && month) + (year && month && day);
    const text = [day, month, year].filter((one) => one !== '').join('-');
    if (value !== '') put(itemId, path, { value }, { ...source, text });
  };

  /** Rows without a number are known by the texts that they name, which other boxes have. */
  const later: (() => UnreadText[])[] = [];

  const addRows = (inside: readonly CapturedRow[], path: RowPath, source: Source): UnreadText[] => {
    const counts = new Map<string, number>();
    return inside.flatMap((row) => {
      const name = row.rows ?? '';
      const position = (counts.get(name) ?? 0) + 1;
      counts.set(name, position);
      const isSet = name in (report.rowSets ?? {});
      const lender = lenderOf(groupOf(name));
      if (row.number === null && lender !== null) {
        later.push(() => addNamed(row, { path, lender, source }));
        return [];
      }
      const printed = row.number ?? position;
      const number = isSet ? numberOf(name, printed) : printed;
      const role = isSet ? roleInSet(report.rowSets?.[name]) : null;
      if (role) put(role.itemId, [number], { value: role.value }, { ...source, text: `#${printed}` });
      return addRow(row, [...path, number], source);
    });
  };

  const addRow = (row: CapturedRow, path: RowPath, source: Source): UnreadText[] => [
    ...addCaptures(row, path, source),
    ...addRows(row.inner, path, source),
  ];

  const addNamed = (
    row: CapturedRow,
    { path, lender, source }: { path: RowPath; lender: string; source: Source },
  ): UnreadText[] => {
    const named = row.isFirst ? firstFree(row) : namedRow(lender, row);
    if (named === undefined) return [...capturesIn(row)].map((capture) => unreadOf(capture, source));
    return named === null ? [] : addRow(row, [...path, named], source);
  };

  /** The first row takes what no row has yet; null: one has it. */
  const firstFree = (row: CapturedRow): number | null =>
    row.captures.some(({ itemId, kind }) =>
      [...placed].some(
        ([key, { value }]) => value.itemId === itemId && !(kind === 'datePart' && dateParts.has(key)),
      ),
    )
      ? null
      : 1;

  /** The group whose rows a set numbers: of the group itself, or the one that lends it its rows. */
  const lenderOf = (group: string): string | null => {
    const lender = groups[group]?.rowsOf ?? group;
    return Object.values(report.rowSets ?? {}).some((set) => set.rows === lender) ? lender : null;
  };

  return {
    add: (tree, source) => addRow(tree, [], source),
    addTick: ({ itemId, value, group }, source) => {
      const isThere = [...placed.values()].some(
        (one) => one.value.itemId === itemId && one.value.value === value,
      );
      if (!isThere) put(itemId, group === null ? [] : [1], { value }, source);
    },
    end: () => {
      const unread: UnreadText[] = [];
      // what is named may itself name something
      while (later.length > 0) for (const add of later.splice(0)) unread.push(...add());
      const whole = [...placed.values()].filter(({ value: { itemId, ...at } }) => {
        // a unit without its number is none
        const measured = items[itemId]?.unitOf ?? null;
        return measured === null || placed.has(addressKey({ ...at, itemId: measured }));
      });
      return {
        content: { values: whole.map(({ value }) => value), rows: [...rows.values()] },
        proposals: whole.map(({ proposal }) => proposal),
        unread,
      };
    },
  };
}

/** What is printed among the rows of a set has by that a value, e.g. the role of a drug. */
const roleInSet = (set: NonNullable<CatalogueReport['rowSets']>[string] | undefined): ImpliedValue | null =>
  impliedValue(set?.when) ?? impliedValue(set?.main);

const unreadOf = ({ text }: Capture, { box, spots }: Source): UnreadText => ({
  box,
  text,
  page: spots[0]?.page ?? 1,
});

function* capturesIn(row: CapturedRow): Generator<Capture> {
  yield* row.captures;
  for (const inner of row.inner) yield* capturesIn(inner);
}
