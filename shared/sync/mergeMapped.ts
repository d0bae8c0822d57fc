/**
 * Puts mapped values into the content of a case. Rows are found by the record they were made of; a value that a person
 * changed since it was synchronised is left as it is, unless its rule or the user decides otherwise. A personal value that is
 * masked stays, whatever they decide: it may have been pseudonymised.
 */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, parseAddressKey, rowPathOf, type ItemAddress } from '../case/itemAddress.ts';
import { differs, EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import { MASKED } from '../masking/maskContent.ts';
import type { MappedCase, MappedPart, MappedValue, MappingProblem, MappingRule } from './mappingRule.ts';

/** Which row of the case was made of which record. */
export interface RowLink {
  group: string;
  /** '#' and a number where a rule makes the row of no record */
  recordKey: string;
  path: readonly number[];
}

/** A value as it was synchronised last. */
export interface SyncedValue {
  address: ItemAddress;
  value: ItemValue;
  parts: readonly MappedPart[];
}

export interface MergeInput {
  catalogue: Catalogue;
  /** of the case; without values and rows for a new one */
  content: CaseContent;
  mapped: MappedCase;
  links: readonly RowLink[];
  /** by address */
  last: ReadonlyMap<string, SyncedValue>;
  /** Whether the rules and rows of now say what the source has for a value that was synchronised; it stays otherwise. */
  covers: (synced: SyncedValue) => boolean;
  /** of the first source of a value */
  overwriteOf: (rule: MappedPart['rule'] | undefined) => MappingRule['overwrite'];
  /** addresses at which the user prefers the source */
  chosen: ReadonlySet<string>;
  newRowId: () => string;
}

export interface MergedValue {
  address: ItemAddress;
  /** what it was made of: now, or when it was synchronised, where the source has no such value any more */
  parts: readonly MappedPart[];
  /** null: the source has no such value any more */
  mapped: MappedValue | null;
  before: ItemValue;
  /** as the source has it */
  after: ItemValue;
  /** same: nothing to do; set: written; conflict: changed by a person and left; deleted: its row is deleted in the case */
  outcome: 'same' | 'set' | 'conflict' | 'deleted';
  /** a person changed it since it was synchronised, or wrote it before */
  touched: boolean;
}

export interface Merged {
  content: CaseContent;
  values: MergedValue[];
  /** of all rows that the mapped values are in */
  links: RowLink[];
  /** why a value that was synchronised before stays: what the source has now cannot be mapped */
  problems: MappingProblem[];
}

export function mergeMapped(input: MergeInput): Merged {
  const { catalogue, content, mapped, last } = input;
  const rows = new MergedRows(input);
  const stored = new Map(content.values.map((value) => [addressKey(value), value]));
  const isMasked = (address: ItemAddress) =>
    catalogue.items[address.itemId]?.privacy === true &&
    stored.get(addressKey(address))?.nullFlavor === MASKED;
  const values = mapped.values.flatMap((one): MergedValue[] => {
    const { itemId, ...numbers } = parseAddressKey(one.address);
    const groups = catalogue.items[itemId]?.groups ?? [];
    const path = rows.find(groups, rowPathOf(numbers, groups.length));
    const address = addressAt(itemId, path);
    if (isMasked(address)) return [];
    return [decided(input, rows, stored, { address, parts: one.parts, mapped: one, after: one.value })];
  });
  const known = new Set(values.map(({ address }) => addressKey(address)));
  const obstacles = new Map(
    mapped.problems.flatMap((problem) => {
      const key = rows.caseKeyOf(problem.address);
      return key !== null && last.has(key) && !isMasked(parseAddressKey(key))
        ? [[key, problem] as const]
        : [];
    }),
  );
  for (const [key, synced] of last) {
    const { address, parts } = synced;
    const isEmptied =
      !known.has(key) && !obstacles.has(key) && rows.areMapped(address) && input.covers(synced);
    if (isEmptied && !isMasked(address))
      values.push(decided(input, rows, stored, { address, parts, mapped: null, after: EMPTY_VALUE }));
  }
  for (const { address, after, outcome } of values)
    if (outcome === 'set') stored.set(addressKey(address), { ...address, ...after });
  return {
    content: { values: [...stored.values()].filter((value) => !isEmpty(value)), rows: rows.all },
    values,
    links: rows.links,
    problems: [...obstacles.values()],
  };
}

type Wanted = Pick<MergedValue, 'address' | 'parts' | 'mapped' | 'after'>;

function decided(
  { last, chosen, overwriteOf }: MergeInput,
  rows: MergedRows,
  stored: ReadonlyMap<string, CaseValue>,
  wanted: Wanted,
): MergedValue {
  const key = addressKey(wanted.address);
  const before = valueOnly(stored.get(key) ?? EMPTY_VALUE);
  const touched = differs(before, last.get(key)?.value ?? EMPTY_VALUE);
  const made = { ...wanted, before, touched };
  if (rows.isDeleted(wanted.address)) return { ...made, outcome: 'deleted' };
  if (!differs(before, wanted.after)) return { ...made, outcome: 'same' };
  const policy = overwriteOf(wanted.parts[0]?.rule);
  const isFree = policy === 'always' || (policy === 'ifUntouched' ? !touched : isEmpty(before) && !touched);
  return { ...made, outcome: isFree || chosen.has(key) ? 'set' : 'conflict' };
}

/** A mapped value has no notation; that of the case stays with the value it belongs to. */
const valueOnly = ({ value, nullFlavor, properties }: ItemValue): ItemValue => ({
  ...EMPTY_VALUE,
  value,
  nullFlavor,
  ...(properties && { properties }),
});

/** The rows of the case, and those that mapped values add to them. */
class MergedRows {
  readonly all: CaseRow[];
  readonly links: RowLink[] = [];
  readonly #input: MergeInput;
  /** by mapped row */
  readonly #paths = new Map<string, readonly number[]>();
  /** rows of the case that mapped values are in */
  readonly #mapped = new Set<string>();

  constructor(input: MergeInput) {
    this.#input = input;
    this.all = [...input.content.rows];
    // rows of the case whose values the source emptied; a row that never had a value is not added
    for (const key of Object.keys(input.mapped.rows)) {
      const [group = '', ...numbers] = key.split('|');
      const groups = input.catalogue.groups[group]?.groups ?? [];
      const mapped = numbers.slice(0, groups.length).map(Number);
      if (this.#isLinked(groups, mapped)) this.find(groups, mapped);
    }
  }

  /** The row of the case for a mapped row; added where there is none. */
  find(groups: readonly string[], mapped: readonly number[]): readonly number[] {
    const group = groups.at(-1);
    if (group === undefined) return [];
    const key = `${group}|${mapped.join('|')}`;
    const known = this.#paths.get(key);
    if (known) return known;
    const outer = this.find(groups.slice(0, -1), mapped.slice(0, -1));
    const path = [...outer, this.#numberIn(group, outer, mapped)];
    this.#paths.set(key, path);
    this.#mapped.add(`${group}|${path.join('|')}`);
    return path;
  }

  /** The address in the case for a mapped one; null: its row is not in the case. */
  caseKeyOf(mappedKey: string): string | null {
    const { itemId, ...numbers } = parseAddressKey(mappedKey);
    const groups = this.#input.catalogue.items[itemId]?.groups ?? [];
    const mapped = rowPathOf(numbers, groups.length);
    return this.#isLinked(groups, mapped) ? addressKey(addressAt(itemId, this.find(groups, mapped))) : null;
  }

  /** Whether the source still has the rows that the address is in. */
  areMapped(address: ItemAddress): boolean {
    return this.#rowsOf(address).every((key) => this.#mapped.has(key));
  }

  isDeleted(address: ItemAddress): boolean {
    const keys = new Set(this.#rowsOf(address));
    return this.all.some((row) => row.deleted && keys.has(this.#keyOf(row)));
  }

  #rowsOf({ itemId, ...numbers }: ItemAddress): string[] {
    const groups = this.#input.catalogue.items[itemId]?.groups ?? [];
    return groups.map((group, at) => `${group}|${rowPathOf(numbers, at + 1).join('|')}`);
  }

  /** Whether the row and all rows around it are in the case. */
  #isLinked(groups: readonly string[], mapped: readonly number[]): boolean {
    const group = groups.at(-1);
    if (group === undefined) return true;
    const [outer, outerMapped] = [groups.slice(0, -1), mapped.slice(0, -1)];
    const lender = this.#lenderOf(group);
    if (!this.#isLinked(outer, outerMapped)) return false;
    return lender === null
      ? this.#linkedNumber(group, this.find(outer, outerMapped), mapped) !== undefined
      : this.#isLinked([lender], mapped.slice(-1));
  }

  #lenderOf(group: string): string | null {
    return this.#input.catalogue.groups[group]?.rowsOf ?? null;
  }

  /** '#' and the number where the row is made of no record. */
  #recordOf(group: string, mapped: readonly number[]): string {
    return this.#input.mapped.rows[`${group}|${mapped.join('|')}`] ?? `#${mapped.at(-1) ?? 0}`;
  }

  /** Undefined: no row of the case was made of the record, or it is gone. */
  #linkedNumber(group: string, outer: readonly number[], mapped: readonly number[]): number | undefined {
    const recordKey = this.#recordOf(group, mapped);
    const link = this.#input.links.find(
      (one) =>
        one.group === group && one.recordKey === recordKey && isInside(one.path, outer, outer.length + 1),
    );
    const linked = link?.path.at(-1);
    return this.#siblings(group, outer).some((row) => this.#pathOf(row).at(-1) === linked)
      ? linked
      : undefined;
  }

  #siblings(group: string, outer: readonly number[]): CaseRow[] {
    return this.all.filter((row) => row.group === group && isInside(this.#pathOf(row), outer));
  }

  #numberIn(group: string, outer: readonly number[], mapped: readonly number[]): number {
    const lender = this.#lenderOf(group);
    // borrowed rows have the numbers of the rows they are borrowed from
    if (lender !== null) return this.find([lender], mapped.slice(-1)).at(-1) ?? 0;
    const number = this.#linkedNumber(group, outer, mapped) ?? this.#add(group, outer);
    this.links.push({ group, recordKey: this.#recordOf(group, mapped), path: [...outer, number] });
    return number;
  }

  #add(group: string, outer: readonly number[]): number {
    const siblings = this.#siblings(group, outer);
    const number = 1 + Math.max(0, ...siblings.map((row) => this.#pathOf(row).at(-1) ?? 0));
    const { rowNo, rowNo2, rowNo3 } = addressAt(group, [...outer, number]);
    const sort = 1 + Math.max(0, ...siblings.map((row) => row.sort));
    this.all.push({ group, rowNo, rowNo2, rowNo3, rowId: this.#input.newRowId(), sort, deleted: false });
    return number;
  }

  #pathOf(row: CaseRow): readonly number[] {
    return rowPathOf(row, this.#input.catalogue.groups[row.group]?.groups.length ?? 1);
  }

  #keyOf(row: CaseRow): string {
    return `${row.group}|${this.#pathOf(row).join('|')}`;
  }
}

const isInside = (path: readonly number[], outer: readonly number[], depth = path.length): boolean =>
  path.length === depth && outer.every((number, at) => path[at] === number);
