/** The state of writing a case as an E2B(R2) report, and what rules do with it. */
import { isR2Block, type R2Block, type R2Leaf } from '../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../case/caseContent.ts';
import { addressAt } from '../../case/itemAddress.ts';
import { exceedsLength, truncate } from '../../case/itemValue.ts';
import type { ConversionNote, ConversionRule } from './conversion.types.ts';

/** An element of the message that is written. */
export interface OutR2 {
  name: string;
  text: string;
  attributes: Record<string, string>;
  children: OutR2[];
  /** of blocks */
  rows: readonly number[];
}

/** One occurrence of a block that is written, and its rows. */
export interface OutPlace {
  block: R2Block;
  rows: readonly number[];
  /** the rows as numbers of occurrences, for paths */
  path: string;
  /** texts of elements that other rules write */
  parts: Map<string, string>;
  /** codes of ISO 639-1 of the texts of elements */
  languages: Map<string, string>;
  /** blocks of pairs */
  pairs: Map<string, Record<string, string>[]>;
  /** what has no element of its own and goes into the text of the dosage */
  dosageWords: string[];
}

export class Downgrade {
  readonly losses: ConversionNote[] = [];
  readonly map: R2Map;
  readonly #values: ReadonlyMap<string, CaseValue>;
  readonly #rows: readonly CaseRow[];
  readonly #used = new Set<CaseValue>();
  readonly #lost = new Set<string>();
  readonly #headed: { heading: string; text: string }[] = [];

  constructor(map: R2Map, { values, rows }: CaseContent) {
    this.map = map;
    this.#values = new Map(
      values.map((value) => [keyOf(value.itemId, [value.rowNo, value.rowNo2, value.rowNo3]), value]),
    );
    this.#rows = rows;
  }

  /** The value with its null flavor, which counts as written. */
  take(itemId: string | undefined, rows: readonly number[]): CaseValue | undefined {
    const found = this.peek(itemId, rows);
    // a second-language text alone is not written
    if (found && (found.value ?? found.nullFlavor) !== null) this.#used.add(found);
    return found;
  }

  /** Its text, which counts as written; '' if there is none. A null flavor has none, and is lost unless it is taken. */
  text(itemId: string | undefined, rows: readonly number[]): string {
    const text = this.peek(itemId, rows)?.value ?? '';
    if (text !== '') this.take(itemId, rows);
    return text;
  }

  peek(itemId: string | undefined, rows: readonly number[]): CaseValue | undefined {
    const depth = this.map.catalogue.items[itemId ?? '']?.groups.length ?? 0;
    return this.#values.get(keyOf(itemId ?? '', rows.slice(0, depth)));
  }

  /** The rows of a group in these outer rows, in order. A group that borrows rows has those of the other one. */
  rowsIn(group: string, outer: readonly number[]): (readonly number[])[] {
    const known = this.map.catalogue.groups[group];
    const depth = (known?.groups.length ?? 1) - 1;
    const parents = outer.slice(0, depth);
    const source = known?.rowsOf;
    if (source) return this.rowsIn(source, []).map((path) => [...parents, ...path]);
    return this.#rows
      .filter((row) => row.group === group && !row.deleted)
      .map((row) => ({ row, path: [row.rowNo, row.rowNo2, row.rowNo3].slice(0, depth + 1) }))
      .filter(({ path }) => parents.every((number, at) => path[at] === number))
      .toSorted((a, b) => a.row.sort - b.row.sort)
      .map(({ path }) => path);
  }

  /** Once, though a drug is written for each of its dosages. */
  lose(
    rule: ConversionRule,
    itemId: string,
    rows: readonly number[],
    place: Pick<OutPlace, 'path'> | null,
    [before, after]: [before: string, after: string],
  ): void {
    const depth = this.map.catalogue.items[itemId]?.groups.length ?? 0;
    const address = addressAt(itemId, rows.slice(0, depth));
    const key = JSON.stringify([rule, address, before, after]);
    if (this.#lost.has(key)) return;
    this.#lost.add(key);
    this.losses.push({ rule, ...address, path: place?.path ?? '', line: 0, before, after });
  }

  /** Repeats a text in the narrative below its heading. */
  headed(heading: string, text: string): void {
    this.#headed.push({ heading, text });
  }

  /** The lines below the narrative, in the order of the headings. */
  headedLines = (): string[] =>
    this.map.headings.flatMap((heading) =>
      [...new Set(this.#headed.filter((one) => one.heading === heading).map(({ text }) => text))].map(
        (text) => `${heading.replace(/ \(REASON\)$/, '')}${text}`,
      ),
    );

  /** Values of the message that nothing was made of. */
  loseUnused(): void {
    for (const value of this.#values.values()) {
      const item = this.map.catalogue.items[value.itemId];
      const text = value.value ?? value.nullFlavor ?? value.notation;
      if (this.#used.has(value) || !text || !item || item.e2b.length === 0 || this.#isDeleted(value))
        continue;
      const rows = [value.rowNo, value.rowNo2, value.rowNo3];
      this.lose('noPlace', value.itemId, rows, null, [item.control === 'attachment' ? '…' : text, '']);
    }
  }

  #isDeleted({ itemId, rowNo, rowNo2, rowNo3 }: CaseValue): boolean {
    const groups = this.map.catalogue.items[itemId]?.groups ?? [];
    const path = [rowNo, rowNo2, rowNo3];
    return groups.some((group, depth) =>
      this.#rows.some(
        (row) =>
          row.group === group &&
          row.deleted &&
          [row.rowNo, row.rowNo2, row.rowNo3].slice(0, depth + 1).every((one, at) => one === path[at]),
      ),
    );
  }
}

const keyOf = (itemId: string, rows: readonly number[]): string => {
  const [a = 0, b = 0, c = 0] = rows;
  return `${itemId}|${a}|${b}|${c}`;
};

export type DownRule = (down: Downgrade, leaf: R2Leaf, place: OutPlace) => string | undefined;
type Rules = (name: R2Leaf['rule']) => DownRule | undefined;

/** Writes the occurrences of a block in the outer rows. */
export function writeBlock(
  down: Downgrade,
  rules: Rules,
  block: R2Block,
  outer: readonly number[],
  path: string,
): OutR2[] {
  const places = rowsOf(down, block, outer);
  if (places.length === 0 && block.required) return [outR2(block.block, '')];
  return places.flatMap((rows, index) => {
    const place: OutPlace = {
      block,
      rows,
      path: `${path}/${block.block}${places.length > 1 ? `[${index + 1}]` : ''}`,
      parts: new Map(),
      languages: new Map(),
      pairs: new Map(),
      dosageWords: [],
    };
    const written = {
      name: block.block,
      text: '',
      attributes: {},
      children: childrenOf(down, rules, place),
      rows,
    };
    return written.children.length > 0 || block.required ? [written] : [];
  });
}

function rowsOf(
  down: Downgrade,
  { row, dosages, first }: R2Block,
  outer: readonly number[],
): (readonly number[])[] {
  if (!row) return [outer];
  const paths = down.rowsIn(row, outer);
  const isFirst = (path: readonly number[]): boolean => down.peek(first?.item, path)?.value === first?.value;
  const ordered = first ? [...paths.filter(isFirst), ...paths.filter((path) => !isFirst(path))] : paths;
  return dosages
    ? ordered.flatMap((path) => {
        const inner = down.rowsIn(dosages, path);
        return inner.length > 0 ? inner : [path];
      })
    : ordered;
}

function childrenOf(down: Downgrade, rules: Rules, place: OutPlace): OutR2[] {
  const { block, rows, path, parts, languages, pairs } = place;
  // rules may write the parts of others, which come before them
  for (const one of block.content.flatMap((each) => (isR2Block(each) && each.pairs ? each.content : each)))
    if (!isR2Block(one)) {
      const text = rules(one.rule)?.(down, one, { ...place, path: `${path}/${one.element}` });
      if (text !== undefined && text !== '') parts.set(one.element, text);
    }
  return block.content.flatMap((one) => {
    if (!isR2Block(one)) {
      const text = parts.get(one.element);
      const lang = languages.get(one.element);
      return text === undefined ? [] : [{ ...outR2(one.element, text), attributes: lang ? { lang } : {} }];
    }
    if (!one.pairs) return writeBlock(down, rules, one, rows, path);
    return (pairs.get(one.block) ?? []).map((texts) => ({
      ...outR2(one.block, ''),
      children: one.content.flatMap((leaf) => {
        const text = isR2Block(leaf) ? undefined : texts[leaf.element];
        return text && !isR2Block(leaf) ? [outR2(leaf.element, text)] : [];
      }),
    }));
  });
}

export const outR2 = (name: string, text: string): OutR2 => ({
  name,
  text,
  attributes: {},
  children: [],
  rows: [],
});

const CUT = '...';

/** A text within the limit of its element; the whole of a longer one goes below the heading. A code is not cut, but lost. */
export function fitted(
  down: Downgrade,
  { cut, length = Infinity, heading, subject, to = '' }: R2Leaf,
  { rows, path }: OutPlace,
  text: string,
): string {
  const limit = cut ?? length;
  if (!exceedsLength(text, limit)) return text;
  if (limit <= CUT.length) {
    down.lose('noPlace', to, rows, { path }, [text, '']);
    return '';
  }
  const short = `${truncate(text, limit - CUT.length)}${CUT}`;
  down.lose('cut', to, rows, { path }, [text, short]);
  if (heading) {
    const name = subject ? down.peek(subject, rows)?.value : null;
    down.headed(heading, `${name ? ` ${name}` : ''}: ${text}`);
  }
  return short;
}

const DECIMAL = /^[+-]?\d+\.\d+$/;
/** By how much rounding may change a number: `0.0004` in three places is none. */
const MAX_CHANGE = 0.05;

/**
 * A number within the limit of its element, with fewer decimals if need be; undefined, and lost, where none is near enough. A
 * part of its digits would be another number.
 */
export function fittedNumber(
  down: Downgrade,
  leaf: R2Leaf,
  { rows, path }: OutPlace,
  text: string,
): string | undefined {
  const { cut, length = Infinity, to = '' } = leaf;
  const limit = cut ?? length;
  if (text.length <= limit) return text;
  const rounded = DECIMAL.test(text) ? roundedTo(limit, Number(text)) : undefined;
  if (rounded === undefined) down.lose('noPlace', to, rows, { path }, [text, '']);
  else down.lose('rounded', to, rows, { path }, [text, rounded]);
  return rounded;
}

function roundedTo(limit: number, number: number): string | undefined {
  for (let decimals = limit; decimals >= 0; decimals -= 1) {
    const text = number.toFixed(decimals);
    if (text.length <= limit) return Math.abs(Number(text) / number - 1) <= MAX_CHANGE ? text : undefined;
  }
  return undefined;
}
