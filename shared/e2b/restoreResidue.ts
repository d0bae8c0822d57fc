/** Writes residue back to its original location. */
import type { E2bMap, MapNode } from '../../schemas/e2b/e2bMap.types.ts';
import { isCompStep, isReachedBy } from './codecs.ts';
import { outElement, restored } from './outElement.ts';
import { CONTENT } from './reading.ts';
import type { OutElement } from './outElement.ts';
import type { WithoutDeleted } from './linksToDeleted.ts';
import { isDeleted, keyOf } from './writeTree.ts';
import type { MessageTree, RowIndex } from './writeTree.ts';
import { isNamed } from './identities.ts';
import type { Identity, Residue } from './e2b.types.ts';

const COMP = 'comp';

/** Values entered since then replace residue; deleted rows remove theirs. */
export function restoreResidue(
  tree: MessageTree,
  map: E2bMap,
  residue: readonly Residue[],
  rows: RowIndex,
  without: WithoutDeleted,
): void {
  for (const one of inTurn(residue)) {
    const node = map.nodes.get(one.node);
    if (!node || isDeleted(node, one.rows, rows)) continue;
    const holder = node.row ? 1 : one.holder;
    if (one.file !== undefined && tree.find(node, one.rows, holder)?.file?.fileKey !== one.file) continue;
    const element = makesElements(one) ? tree.at(node, one.rows, holder) : tree.find(node, one.rows, holder);
    if (element && one.id) restoreNullFlavor(tree, node, one);
    else if (element) restore(element, node, one, without);
  }
}

const makesElements = ({ derived, present }: Residue): boolean => !derived || present === true;

/** What makes elements is first, so that display names find them; what needs the content beside it is last. */
const inTurn = (residue: readonly Residue[]): Residue[] => {
  const isLast = ({ attribute }: Residue): boolean => attribute?.beside !== undefined;
  const before = residue.filter((one) => !isLast(one));
  return [
    ...before.filter(makesElements),
    ...before.filter((one) => !makesElements(one)),
    ...residue.filter(isLast),
  ];
};

/** A row without an id has none again, unless a link to it was written. */
function restoreNullFlavor(tree: MessageTree, { identity }: MapNode, { rows, id }: Residue): void {
  const element = identity && tree.find(identity.node, rows);
  if (!element || !id?.nullFlavor || isNamed(id) || tree.isReferred(identity.group, rows.at(-1) ?? 0)) return;
  delete element.attributes[identity.attribute];
  element.attributes['nullFlavor'] = id.nullFlavor;
}

function restore(
  element: OutElement,
  node: MapNode,
  { within = [], attribute, absent, text, element: whole }: Residue,
  without: WithoutDeleted,
): void {
  const target = pathIn(element, node, within).reduce(childNamed, element);
  if (node.codec === 'time' && attribute?.name === 'nullFlavor' && !attribute.beside && within.length === 0)
    liftNullFlavor(target, attribute.value);
  else if (whole) {
    if (node.codec === 'time' && whole.name === COMP) makeParts(target);
    target.children.push(...[without(whole) ?? []].flat().map(restored));
  } else if (text !== undefined) target.text ||= target.file ? '' : text;
  else if (absent) restoreAbsence(target, absent);
  else if (attribute) restoreAttribute(target, node, attribute, within.length > 0);
}

/** The parts of a time are in elements of their own only where it has several. */
const pathIn = (
  { children }: OutElement,
  { codec }: MapNode,
  within: readonly string[],
): readonly string[] =>
  codec === 'time' && !children.some(({ name }) => name === COMP)
    ? within.filter((step) => !isCompStep(step))
    : within;

/** Puts what a time says into a part of its own, beside which others can be. */
function makeParts(time: OutElement): void {
  if (time.children.some(({ name }) => name === COMP)) return;
  const { children, attributes } = time;
  time.children = [{ ...outElement(COMP, attributes, [0]), children }];
  time.attributes = { 'xsi:type': 'SXPR_TS' };
}

function restoreAbsence({ attributes }: OutElement, { name, beside }: NonNullable<Residue['absent']>): void {
  if (attributes[beside.name] === beside.value) delete attributes[name];
}

/** A time known only by its null flavor: given for the whole, as it was received. */
function liftNullFlavor(time: OutElement, nullFlavor: string): void {
  const [only, ...more] = time.children;
  const same = only?.name === 'low' && only.attributes['nullFlavor'] === nullFlavor && more.length === 0;
  if (only && !same) return;
  time.children = [];
  time.attributes['nullFlavor'] = nullFlavor;
}

function restoreAttribute(
  element: OutElement,
  node: MapNode,
  { name, value, code, beside }: NonNullable<Residue['attribute']>,
  inner: boolean,
): void {
  const { attributes } = element;
  if (code !== undefined && attributes['code'] !== code) return;
  if (beside && Object.entries(beside).some(([one, was]) => attributes[one] !== was)) return;
  if (name === 'nullFlavor') {
    // what is always written is no content in an element that its sender left out
    const always = beside || inner ? [] : [node];
    if (isWithoutContent(element, always) === (beside !== undefined)) return;
    if (!beside) {
      for (const one of CONTENT) if (!inner && node.constants.has(one)) delete attributes[one];
      element.children = [];
    }
  }
  const isConstant = !inner && node.constants.has(name);
  // the open end of a quantity is written as infinite
  if (isConstant || (inner && name === 'nullFlavor')) attributes[name] = value;
  else attributes[name] ??= value;
}

/** What an element within says by itself: an id of a root alone is that of a row. */
const CONTENT_WITHIN = [...CONTENT, 'root'];

/**
 * Whether the element has no content, but for a null flavor of its own and what is constant in one of its nodes, and no element
 * within it has any.
 */
const isWithoutContent = (
  { attributes, children, text, file }: OutElement,
  nodes: readonly MapNode[],
  content: readonly string[] = CONTENT,
): boolean =>
  text === '' &&
  !file &&
  content.every(
    (one) =>
      attributes[one] === undefined ||
      nodes.some(({ constants }) => constants.get(one)?.[0] === attributes[one]),
  ) &&
  children.every(
    (child) =>
      child.attributes['nullFlavor'] === undefined &&
      isWithoutContent(
        child,
        nodes.flatMap(({ childrenByName }) => childrenByName.get(child.name) ?? []),
        CONTENT_WITHIN,
      ),
  );

function childNamed(element: OutElement, step: string): OutElement {
  const isComp = isCompStep(step);
  const found =
    descendant(element, (child) => isReachedBy(step, child)) ??
    // what it held has changed
    (isComp ? descendant(element, ({ name }) => name === COMP) : undefined);
  if (found) return found;
  const created = outElement(isComp ? COMP : step);
  element.children.push(created);
  return created;
}

const descendant = ({ children }: OutElement, fits: (child: OutElement) => boolean): OutElement | undefined =>
  children.find(fits) ?? children.map((child) => descendant(child, fits)).find(Boolean);

/** The ids that senders gave to rows, by group and number. */
export const senderIdsOf = (map: E2bMap, residue: readonly Residue[]): Map<string, Identity> =>
  new Map(
    residue.flatMap(({ node, rows, id }) => {
      const group = map.nodes.get(node)?.row;
      return group && id ? [[`${group}|${rows.at(-1)}`, id] as const] : [];
    }),
  );

/** Rows that were in the second or a later element around such rows, by the key of the row's map node. */
export const holdersOf = (map: E2bMap, residue: readonly Residue[]): Map<string, number> =>
  new Map(
    residue.flatMap(({ node, rows, holder }) => {
      const mapNode = map.nodes.get(node);
      return mapNode && holder ? [[keyOf(mapNode, rows), holder] as const] : [];
    }),
  );
