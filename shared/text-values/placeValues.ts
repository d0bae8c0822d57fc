/** The values of a text beside those of the case: where each would go, and what of it the case has, or has otherwise. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { TextPart } from '../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';
import { addressAt } from '../case/itemAddress.ts';
import { isEmpty } from '../case/itemValue.ts';
import { compareDates } from '../dates/partialDate.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { fold } from '../text/fold.ts';
import type { SynonymUse, TextSubject, TextValue } from './textValues.types.ts';

interface PlacedChange extends ItemAddress {
  value: string;
  /** what the case has there; null: nothing */
  current: string | null;
}

export interface PlacedValue {
  /** identifies it among those of the text */
  key: string;
  sentence: number;
  from: number;
  to: number;
  changes: PlacedChange[];
  /** the case has something else there */
  differs: boolean;
  /** by which the text was recognised */
  synonym?: SynonymUse;
}

export interface PlacedGroup {
  subject: TextSubject;
  page: string;
  /** null: a page that is one form; 0: a row that does not exist yet */
  rowNo: number | null;
  /** group of the row within it that the values of a new one need (`G.k.4.r`), and its number */
  within: { group: string; rowNo2: number } | null;
  /** words of the text that name it; '' for the patient */
  name: string;
  /** the first one names the row, where it is new */
  values: PlacedValue[];
}

/** The item that names a row of each subject. */
const HEADS: Readonly<Record<Exclude<TextSubject, 'patient'>, TextPart>> = {
  drug: 'drug',
  reaction: 'reaction',
  test: 'test',
};

interface World {
  catalogue: Catalogue;
  content: CaseContent;
  reader: CaseReader;
  items: ReadonlyMap<TextPart, CatalogueItem>;
}

/** Groups without anything to propose are left out, and parts without an item. */
export function placeValues(
  catalogue: Catalogue,
  content: CaseContent,
  values: readonly TextValue[],
): PlacedGroup[] {
  const items = new Map<TextPart, CatalogueItem>();
  for (const item of Object.values(catalogue.items))
    if (item.fromText !== undefined && item.fromText !== 'text') items.set(item.fromText, item);
  const world = { catalogue, content, reader: caseReader(catalogue, content), items };
  return [...Map.groupBy(values, ({ subject, row }) => `${subject}/${row}`)].flatMap(([key, own]) => {
    const group = groupOf(world, key, own);
    return group && group.values.length > 0 ? group : [];
  });
}

function groupOf(world: World, key: string, values: readonly TextValue[]): PlacedGroup | null {
  const [first] = values;
  if (!first) return null;
  const { subject } = first;
  const parts = Object.assign({}, ...values.map((one) => one.parts)) as TextValue['parts'];
  const name = subject === 'patient' ? '' : (parts[HEADS[subject]] ?? '');
  const head = subject === 'patient' ? undefined : world.items.get(HEADS[subject]);
  if (subject !== 'patient' && (!head || name === '')) return null;
  const rowNo = head ? (existingRow(world, subject, head, parts) ?? 0) : null;
  const inner = values.flatMap((one) => itemsOf(world, one).flatMap(({ item }) => item.groups[1] ?? []))[0];
  const within = inner === undefined ? null : innerRow(world, inner, rowNo ?? 0);
  const page = head?.page ?? itemsOf(world, first)[0]?.item.page;
  if (page === undefined) return null;
  const place = { key, rowNo, rowNo2: within?.rowNo2 ?? 0 };
  const isHead = (one: TextValue) => subject !== 'patient' && one.parts[HEADS[subject]] !== undefined;
  const inOrder = values.toSorted((one, other) => Number(isHead(other)) - Number(isHead(one)));
  const placed = inOrder.flatMap((one, at) => placedValue(world, place, one, at) ?? []);
  return { subject, page, rowNo, within: within?.isNew ? within : null, name, values: placed };
}

const itemsOf = ({ items }: World, { parts }: TextValue): { item: CatalogueItem; value: string }[] =>
  Object.entries(parts).flatMap(([part, value]) => {
    const item = items.get(part as TextPart);
    return item ? [{ item, value }] : [];
  });

/** The first row within, or the number that a new one gets. */
function innerRow({ reader, content }: World, group: string, rowNo: number) {
  const [row] = rowNo === 0 ? [] : reader.rows(group, [rowNo]);
  const numbers = content.rows
    .filter((one) => one.group === group && one.rowNo === rowNo)
    .map(({ rowNo2 }) => rowNo2);
  return { group, rowNo2: row?.[1] ?? Math.max(0, ...numbers) + 1, isNew: row === undefined };
}

/** The row of the case with this name, or this code. Each result of a test is one of its own. */
function existingRow(
  { reader, items }: World,
  subject: TextSubject,
  head: CatalogueItem,
  parts: TextValue['parts'],
): number | null {
  const [group = ''] = head.groups;
  const valueOf = (part: TextPart, row: RowPath): string => {
    const item = items.get(part);
    return (item && reader.item(item.itemId, row)?.value) ?? '';
  };
  const isSame = (row: RowPath): boolean => {
    if (
      subject === 'reaction' &&
      parts.reactionCode !== undefined &&
      valueOf('reactionCode', row) === parts.reactionCode
    )
      return true;
    const named = isSameName(
      valueOf(HEADS[subject as keyof typeof HEADS], row),
      reader.item(head.itemId, row)?.notation ?? '',
      parts[HEADS[subject as keyof typeof HEADS]] ?? '',
    );
    return named && (subject !== 'test' || Number(valueOf('testResult', row)) === Number(parts.testResult));
  };
  return reader.rows(group, []).find(isSame)?.[0] ?? null;
}

/** `Zalmer 20 mg tablets` in the case is `Zalmer` of the text. */
function isSameName(value: string, notation: string, name: string): boolean {
  const wanted = fold(name);
  return [value, notation]
    .map(fold)
    .some((one) => one === wanted || (wanted !== '' && one.startsWith(`${wanted} `)));
}

interface Place {
  key: string;
  rowNo: number | null;
  rowNo2: number;
}

/** Null where the case has all of it. */
function placedValue(
  world: World,
  { key, rowNo, rowNo2 }: Place,
  value: TextValue,
  at: number,
): PlacedValue | null {
  const isHead = Object.values(HEADS).some((part) => value.parts[part] !== undefined);
  // the row was found by it
  if (isHead && rowNo !== null && rowNo > 0) return null;
  const path = (item: CatalogueItem): RowPath => [rowNo ?? 0, rowNo2].slice(0, item.groups.length);
  const changes = itemsOf(world, value).map(({ item, value: wanted }): PlacedChange => {
    const stored = rowNo === 0 ? undefined : world.reader.item(item.itemId, path(item));
    const current = stored && !isEmpty(stored) ? (stored.value ?? stored.nullFlavor) : null;
    return { ...addressAt(item.itemId, path(item)), value: wanted, current };
  });
  if (changes.length === 0) return null;
  const controlOf = (itemId: string) => world.catalogue.items[itemId]?.control;
  const others = changes.filter(
    ({ itemId, value: wanted, current }) => !hasIt(controlOf(itemId), current, wanted),
  );
  if (others.length === 0) return null;
  const { sentence, from, to, synonym } = value;
  return {
    ...(synonym && { synonym }),
    key: `${key}/${at}`,
    sentence,
    from,
    to,
    changes,
    differs: others.some(({ current }) => current !== null),
  };
}

/** A date to the day has the month that the text states. */
function hasIt(
  control: CatalogueItem['control'] | undefined,
  current: string | null,
  wanted: string,
): boolean {
  if (current === null) return false;
  if (control === 'date') return compareDates(current, wanted) === 0 && current.length >= wanted.length;
  if (control === 'number') return Number(current) === Number(wanted);
  return fold(current) === fold(wanted);
}
