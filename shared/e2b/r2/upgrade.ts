/** The state of reading one E2B(R2) report as the items of R3, and what rules do with it. */
import { isR2Block, type R2Block, type R2Leaf } from '../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import type { CaseRow, CaseValue } from '../../case/caseContent.ts';
import { addressAt } from '../../case/itemAddress.ts';
import { innerText, isMarkup } from '../innerText.ts';
import { pathOf, trimmed, type XmlElement } from '../xmlTree.ts';
import type { ConversionNote, ConversionRule, ResidueReason } from './conversion.types.ts';

/** One occurrence of a block, and its rows. */
export interface Place {
  block: R2Block;
  element: XmlElement;
  rows: readonly number[];
}

export interface UpgradePorts {
  newUuid: () => string;
  /** the LLT code of a term that a loaded dictionary of this version knows */
  codeOf: (term: string, version: string) => string | null;
}

export class Upgrade {
  readonly values: CaseValue[] = [];
  readonly rows: CaseRow[] = [];
  readonly notes: ConversionNote[] = [];
  readonly map: R2Map;
  readonly ports: UpgradePorts;
  /** texts of terms that were coded, by the address of the code */
  readonly terms = new Map<string, string>();
  /** texts for the narrative, or for another text */
  readonly #headed: { into: string; text: string }[] = [];
  readonly #values = new Map<string, CaseValue>();
  readonly #rowKeys = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #used = new Set<XmlElement>();
  readonly #why = new Map<XmlElement, ResidueReason>();
  readonly #later: (() => void)[] = [];
  readonly #places = new Map<XmlElement, readonly number[]>();
  readonly #header: XmlElement | null;
  readonly #path: string;

  constructor(map: R2Map, ports: UpgradePorts, header: XmlElement | null, path: string) {
    this.map = map;
    this.ports = ports;
    this.#header = header;
    this.#path = path;
  }

  /** The occurrences of an element in a block. */
  children = ({ element }: Place, name: string): XmlElement[] =>
    element.children.filter((child) => child.name === name);

  /** The first occurrence, or undefined. */
  child = (place: Place, name: string | undefined): XmlElement | undefined =>
    place.element.children.find((child) => child.name === name);

  text = (place: Place, name: string | undefined): string => textOf(this.child(place, name));

  headerText = (name: string): string => textOf(this.#header?.children.find((child) => child.name === name));

  use(...elements: (XmlElement | undefined)[]): void {
    for (const element of elements) if (element) this.#used.add(element);
  }

  isUsed = (element: XmlElement): boolean => this.#used.has(element);

  refuse(element: XmlElement | undefined, why: ResidueReason): void {
    if (!element) return;
    this.#used.delete(element);
    this.#why.set(element, why);
  }

  reasonFor = (element: XmlElement): ResidueReason | undefined => this.#why.get(element);

  /** The rows of an occurrence of a block. */
  rowsAt = (element: XmlElement): readonly number[] | undefined => this.#places.get(element);

  placeAt(element: XmlElement, rows: readonly number[]): void {
    this.#places.set(element, rows);
  }

  /** Runs when all rows are known. */
  later(step: () => void): void {
    this.#later.push(step);
  }

  finish(): void {
    for (const step of this.#later) step();
    for (const { into, text } of this.#headed) this.append(into, [], text, '\n');
  }

  /** The next row of a group. */
  nextRow(group: string, outer: readonly number[]): number[] {
    const depth = this.#groups(group).length - 1;
    const parents = outer.slice(0, depth);
    const key = `${group}|${parents.join(',')}`;
    const number = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, number);
    return [...parents, number];
  }

  /** Numbers of the rows of an outermost group, also of one that borrows its rows. */
  rowsOf = (group: string): number[] =>
    this.rows.filter((row) => row.group === group && row.rowNo2 === 0).map(({ rowNo }) => rowNo);

  addRow(group: string, path: readonly number[]): void {
    const key = `${group}|${path.join(',')}`;
    if (this.#rowKeys.has(key)) return;
    this.#rowKeys.add(key);
    const { itemId: _, ...numbers } = addressAt('', path);
    this.rows.push({
      group,
      ...numbers,
      rowId: this.ports.newUuid(),
      sort: path.at(-1) ?? 1,
      deleted: false,
    });
  }

  value = (itemId: string | undefined, rows: readonly number[]): string | null =>
    this.#values.get(this.#key(itemId ?? '', rows))?.value ?? null;

  has = (itemId: string, rows: readonly number[]): boolean => this.#values.has(this.#key(itemId, rows));

  /** Sets the item in its rows, once; false if it has a value. */
  set(
    itemId: string,
    rows: readonly number[],
    value: string | null,
    nullFlavor: string | null = null,
  ): boolean {
    const key = this.#key(itemId, rows);
    if (this.#values.has(key)) return false;
    const groups = this.map.catalogue.items[itemId]?.groups ?? [];
    groups.forEach((group, depth) => {
      if (!this.map.catalogue.groups[group]?.rowsOf) this.addRow(group, rows.slice(0, depth + 1));
    });
    const taken = { ...addressAt(itemId, rows.slice(0, groups.length)), value, nullFlavor, notation: null };
    this.#values.set(key, taken);
    this.values.push(taken);
    return true;
  }

  replace(itemId: string, rows: readonly number[], value: string): void {
    const known = this.#values.get(this.#key(itemId, rows));
    if (known) Object.assign(known, { value, nullFlavor: null });
    else this.set(itemId, rows, value);
  }

  /** Adds to a text that may be there. */
  append(itemId: string, rows: readonly number[], text: string, between: string): void {
    const known = this.value(itemId, rows);
    this.replace(itemId, rows, known === null ? text : known + between + text);
  }

  /** Adds a text below a heading, to the narrative or to another text. */
  headed(into: string | undefined, text: string): void {
    this.#headed.push({ into: into ?? this.map.narrative, text });
  }

  note(
    rule: ConversionRule,
    itemId: string,
    rows: readonly number[],
    element: XmlElement | undefined,
    [before, after]: [before: string, after: string],
  ): void {
    const depth = this.map.catalogue.items[itemId]?.groups.length ?? 0;
    this.notes.push({
      rule,
      ...addressAt(itemId, rows.slice(0, depth)),
      path: element ? this.pathTo(element) : '',
      line: element?.line ?? 0,
      before,
      after,
    });
  }

  pathTo = (element: XmlElement): string => pathOf(element, this.#path);

  #groups = (group: string): readonly string[] => this.map.catalogue.groups[group]?.groups ?? [group];

  #key(itemId: string, rows: readonly number[]): string {
    const depth = this.map.catalogue.items[itemId]?.groups.length ?? 0;
    return `${itemId}|${rows.slice(0, depth).join(',')}`;
  }
}

/** The text of an element, with the words that are in markup. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  return isMarkup(element) ? innerText(element) : trimmed(element.text);
}

/** Whether anything is said in it. */
export const hasContent = (element: XmlElement): boolean =>
  element.hasText || element.children.some(hasContent);

export type UpRule = (up: Upgrade, leaf: R2Leaf, place: Place) => void;

/** Reads a block with all that is in it. */
export function readBlock(
  up: Upgrade,
  rules: (name: R2Leaf['rule']) => UpRule | undefined,
  place: Place,
  accepts: (leaf: R2Leaf) => boolean = () => true,
): void {
  const { block, element } = place;
  up.placeAt(element, place.rows);
  for (const one of block.content) {
    if (!isR2Block(one)) {
      if (accepts(one)) rules(one.rule)?.(up, one, place);
      continue;
    }
    const occurrences = occurrencesOf(up, one, element);
    if (one.pairs)
      for (const occurrence of occurrences) readPairs(up, rules, one, { ...place, element: occurrence });
    else if (one.dosages) readDosages(up, rules, one, place, occurrences);
    else
      for (const [at, occurrence] of occurrences.entries()) {
        // of reporters there is always one
        if (!hasContent(occurrence) && !(one.first && at === 0)) continue;
        const rows = one.row ? up.nextRow(one.row, place.rows) : place.rows;
        if (one.row) up.addRow(one.row, rows);
        readBlock(up, rules, { block: one, element: occurrence, rows });
      }
  }
}

/** A second patient is kept apart as residue: what repeats in it would be mixed with that of the first. */
function occurrencesOf(up: Upgrade, block: R2Block, { children }: XmlElement): readonly XmlElement[] {
  const all = children.filter(({ name }) => name === block.block);
  const isOnce = block.row === undefined && !block.pairs && block.content.some(isR2Block);
  if (!isOnce || all.length < 2) return all;
  const [first, ...others] = all.filter(hasContent);
  for (const other of others) up.refuse(other, 'second');
  return first ? [first] : [];
}

function readPairs(
  up: Upgrade,
  rules: (name: R2Leaf['rule']) => UpRule | undefined,
  block: R2Block,
  place: Place,
): void {
  for (const one of block.content) if (!isR2Block(one)) rules(one.rule)?.(up, one, { ...place, block });
}

/** Occurrences that say the same but for the dosage are dosages of one row. */
function readDosages(
  up: Upgrade,
  rules: (name: R2Leaf['rule']) => UpRule | undefined,
  block: R2Block,
  { rows: outer }: Place,
  occurrences: readonly XmlElement[],
): void {
  const { row = '', dosages = '' } = block;
  const known = new Map<string, readonly number[]>();
  for (const element of occurrences) {
    if (!hasContent(element)) continue;
    const isDosage = ({ name }: { name: string }): boolean => up.map.dosageElements.has(name);
    const hasDosage = element.children.some((child) => isDosage(child) && hasContent(child));
    const same = element.children.filter((child) => !isDosage(child) && hasContent(child));
    const signature = same.map(signatureOf).join('');
    const first = hasDosage ? known.get(signature) : undefined;
    const path = first ?? up.nextRow(row, outer);
    up.addRow(row, path);
    const rows = up.nextRow(dosages, path);
    const place = { block, element, rows };
    if (!first) {
      if (hasDosage && signature !== '') known.set(signature, path);
      readBlock(up, rules, place);
      continue;
    }
    for (const child of same) takeAll(up, child);
    const to = block.content.find((one) => !isR2Block(one) && one.to) as R2Leaf | undefined;
    up.note('merged', to?.to ?? '', path, element, [block.block, String(rows.at(-1))]);
    readBlock(
      up,
      rules,
      { ...place, block: { ...block, content: block.content.filter((one) => !isR2Block(one)) } },
      ({ element: name }) => up.map.dosageElements.has(name),
    );
  }
}

const signatureOf = (element: XmlElement): string =>
  `<${element.name}>${textOf(element)}${element.children.filter(hasContent).map(signatureOf).join('')}`;

function takeAll(up: Upgrade, element: XmlElement): void {
  up.use(element);
  for (const child of element.children) takeAll(up, child);
}
