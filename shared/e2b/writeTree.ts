/** Builds a message from values: map nodes become elements as they are needed. */
import type { MapNode, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import { rowKey } from '../case/caseContent.ts';
import type { CaseRow, CaseValue } from '../case/caseContent.ts';
import { isNamed } from './identities.ts';
import type { Identity } from './e2b.types.ts';
import { outElement } from './outElement.ts';
import type { OutElement } from './outElement.ts';

/** The rows of one case as the writer needs them. */
export interface RowIndex {
  /** the row at a level of an address; undefined if the case has no such row */
  find(group: string, numbers: readonly number[]): CaseRow | undefined;
  /** the id of a row that links refer to: as its sender gave it, otherwise its row id */
  idOf(group: string, number: number): Identity;
}

export function rowIndex(
  rows: readonly CaseRow[],
  senderIds: ReadonlyMap<string, Identity>,
  newUuid: () => string,
): RowIndex {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const made = new Map<string, string>();
  const find: RowIndex['find'] = (group, [rowNo = 0, rowNo2 = 0, rowNo3 = 0]) =>
    byKey.get(rowKey({ group, rowNo, rowNo2, rowNo3 }));
  return {
    find,
    idOf: (group, number) => {
      const key = `${group}|${number}`;
      const senderId = senderIds.get(key);
      if (senderId && isNamed(senderId)) return senderId;
      const root = find(group, [number])?.rowId ?? made.get(key) ?? newUuid();
      made.set(key, root);
      return { root };
    },
  };
}

/** Creates the elements below one root, once per map node and row. */
export class MessageTree {
  readonly root: OutElement;
  readonly #rootNode: MapNode;
  readonly #rows: RowIndex;
  readonly #instances = new Map<string, OutElement>();
  readonly #referred = new Set<string>();
  /** rows that were in the second or a later element of a node that contains them all */
  readonly #holders: ReadonlyMap<string, number>;

  constructor(rootNode: MapNode, rows: RowIndex, holders: ReadonlyMap<string, number> = new Map()) {
    this.#rootNode = rootNode;
    this.#rows = rows;
    this.#holders = holders;
    this.root = outElement(rootNode.name, constantsOf(rootNode), [rootNode.sort]);
    this.#instances.set(keyOf(rootNode, []), this.root);
    for (const node of rootNode.always) this.at(node, []);
  }

  /** The element of a map node in a row, if it exists. */
  find(node: MapNode, numbers: readonly number[], holder = 1): OutElement | undefined {
    return this.#instances.get(keyOf(node, numbers, holder));
  }

  /** The element of a map node in a row, created with its ancestors if necessary. */
  at(node: MapNode, numbers: readonly number[], holder = 1): OutElement {
    const key = keyOf(node, numbers, holder);
    const found = this.#instances.get(key);
    if (found) return found;
    const { parent } = node;
    if (!parent) throw new Error(`E2B place ${node.id} is not below ${this.#rootNode.id}`);
    const outer = node.row ? (this.#holders.get(key) ?? 1) : node.holder ? 1 : holder;
    const above = this.at(parent, numbers, outer);
    // creating the parent may have created it
    const made = this.#instances.get(key);
    if (made) return made;
    const element = outElement(node.name, constantsOf(node), [
      node.sort,
      ...this.#ranks(node, numbers, parent.levels.length),
    ]);
    this.#instances.set(key, element);
    above.children.push(element);
    if (node.position > 1) this.#standBefore(node, numbers);
    this.#link(node, numbers, parent.levels.length);
    for (const needed of node.always) this.at(needed, numbers, node.row ? 1 : holder);
    return element;
  }

  // a second given name is identified by its position alone
  #standBefore(node: MapNode, numbers: readonly number[]): void {
    const before = node.parent?.children.find(
      ({ name, position }) => name === node.name && position === node.position - 1,
    );
    if (before) this.at(before, numbers);
  }

  #link(node: MapNode, numbers: readonly number[], from: number): void {
    const { identity, links } = node;
    links.forEach((link, index) => {
      const number = numbers[from + index] ?? 0;
      this.#referred.add(`${link.group}|${number}`);
      const { nullFlavor: _ofRow, ...id } = this.#rows.idOf(link.group, number);
      Object.assign(this.at(link.node, numbers).attributes, id);
    });
    if (identity) {
      const number = numbers[node.levels.length - 1] ?? 0;
      Object.assign(this.at(identity.node, numbers).attributes, this.#rows.idOf(identity.group, number));
    }
  }

  /** Whether a link to the row was written. */
  isReferred(group: string, number: number): boolean {
    return this.#referred.has(`${group}|${number}`);
  }

  #ranks(node: MapNode, numbers: readonly number[], from: number): number[] {
    return node.levels.slice(from).map((level, index) => {
      const number = numbers[from + index] ?? 0;
      const path = level.link ? [number] : numbers.slice(0, from + index + 1);
      return this.#rows.find(level.group, path)?.sort ?? number;
    });
  }
}

/** The key of a map node in a row; for nodes around rows, including their index. */
export const keyOf = (node: MapNode, numbers: readonly number[], holder = 1): string =>
  `${node.id}|${numbers.slice(0, node.levels.length).join(',')}${holder > 1 ? `#${holder}` : ''}`;

const constantsOf = (node: MapNode): Record<string, string> =>
  Object.fromEntries([...node.constants].map(([name, [first = '']]) => [name, first]));

/** Row numbers of an address down to the depth of the node. */
export const numbersFor = (
  { levels }: MapNode,
  { rowNo, rowNo2, rowNo3 }: Pick<CaseValue, 'rowNo' | 'rowNo2' | 'rowNo3'>,
): number[] => [rowNo, rowNo2, rowNo3].slice(0, levels.length);

/** Whether one of the enclosing rows is deleted. */
export const isDeleted = ({ levels }: MapNode, numbers: readonly number[], rows: RowIndex): boolean =>
  levels.some(
    ({ group, link }, index) =>
      rows.find(group, link ? [numbers[index] ?? 0] : numbers.slice(0, index + 1))?.deleted,
  );

export const writableSlot = (slots: readonly MapSlot[]): MapSlot | undefined =>
  slots.find(({ readOnly }) => !readOnly);
