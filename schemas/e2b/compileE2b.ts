/** Compiles containers and slots to one tree of locations, shared by every read and write. */
import type { Catalogue, CatalogueItem } from '../compile/catalogue.types.ts';
import type { E2bConditions, E2bContainer, E2bSlot, E2bStructure } from './e2b.types.ts';
import { references } from './matrixReferences.ts';
import type { E2bMap, MapLevel, MapLink, MapNode, MapOwner, MapSlot, MapTest } from './e2bMap.types.ts';

const STEP = /^([\w-]+)(?:\[(\d+)\])?(?:\[@([\w:]+)='([^']*)'\])?$/;
const SIDE_ATTRIBUTES = new Set(['unit', 'codeSystemVersion', 'language', 'assigningAuthorityName']);
const SIDE_CODECS = new Set(['durationUnit', 'periodUnit', 'intervalUnit']);

interface Building {
  structure: E2bStructure;
  nodes: Map<string, MapNode>;
  /** the element that contains slots and inner containers, by id of the mounted container */
  acts: Map<string, MapNode>;
  /** prefixes under which a container is mounted */
  mounts: Map<string, string[]>;
  count: number;
}

/**
 * Throws on a table that contradicts itself or the catalogue: an unknown container, a slot at the wrong depth of
 * repetition, two slots of one item at one location.
 */
export function compileE2b(catalogue: Catalogue, structure: E2bStructure): E2bMap {
  const building: Building = { structure, nodes: new Map(), acts: new Map(), mounts: new Map(), count: 0 };
  for (const container of [...structure.containers, ...catalogue.containers]) mount(building, container);
  const slotsByItem = new Map<string, MapSlot[]>();
  for (const item of Object.values(catalogue.items).toSorted((a, b) => a.sort - b.sort))
    if (item.e2b.length > 0)
      slotsByItem.set(
        item.itemId,
        item.e2b
          .filter((slot) => slot.as !== 'rowReference')
          .map((slot) => locateSlot(building, catalogue, item, slot)),
      );
  const [root] = building.nodes.values();
  const messageNode = building.nodes.get(
    structure.containers.find(({ message }) => message)?.container ?? '',
  );
  if (!root || !messageNode)
    throw new Error('the E2B containers must start with the batch and declare the message');
  finish(root);
  return {
    root,
    message: messageNode,
    nodes: building.nodes,
    slotsByItem,
    order: structure.order,
    references: references(catalogue),
  };
}

function mount(building: Building, container: E2bContainer): void {
  const parents = [container.in ?? []].flat();
  const prefixes: string[] = [];
  if (parents.length === 0) {
    addContainer(building, container, null, '');
    prefixes.push('');
  }
  parents.forEach((parent, index) => {
    for (const outer of building.mounts.get(parent) ?? unknownContainer(container.container, parent)) {
      const prefix = outer || index === 0 ? outer : `${parent}.`;
      addContainer(building, container, actOf(building, outer + parent), prefix);
      prefixes.push(prefix);
    }
  });
  building.mounts.set(container.container, prefixes);
}

function addContainer(
  building: Building,
  container: E2bContainer,
  parent: MapNode | null,
  prefix: string,
): void {
  const [first = '', ...rest] = container.path.split('/');
  const id = prefix + container.container;
  const row = rowOf(container, prefix);
  const shares = !container.is && !row && !container.refs && parent;
  const node = (shares && plainChild(parent, first, 1)) || addNode(building, parent, first, id);
  node.tests = [container.is ?? {}, ...(container.or ?? [])].map(testsOf).filter((tests) => tests.length > 0);
  node.weight = (node.tests[0] ?? []).reduce((sum, test) => sum + test.attributes.length, 0);
  node.row = row;
  const links: MapLevel[] = (container.refs ?? []).map(({ group }) => ({ group, link: true }));
  node.levels = [...(parent?.levels ?? []), ...links, ...(row ? [{ group: row, link: false }] : [])];
  let act = node;
  for (const step of rest) act = descend(building, act, step);
  building.acts.set(id, act);

  setConstants(building, node, container.is);
  setConstants(building, node, container.write);
  node.links = (container.refs ?? []).map(({ at, group }) => linkAt(building, node, at, group));
  if (container.identity && row) node.identity = linkAt(building, node, container.identity, row);
  node.always.push(...(container.always ?? []).map((path) => walk(building, node, path)));
}

const rowOf = ({ row }: E2bContainer, prefix: string): string | null =>
  typeof row !== 'object'
    ? (row ?? null)
    : ((prefix ? row[prefix.slice(0, -1)] : Object.values(row)[0]) ?? null);

function addNode(building: Building, parent: MapNode | null, step: string, id: string): MapNode {
  const [, name = step, position, attribute, value] = STEP.exec(step) ?? unreadable(step);
  const defaults = building.structure.attributes;
  const node: MapNode = {
    id,
    name,
    parent,
    sort: building.count++,
    position: Number(position ?? 1),
    tests:
      attribute && value !== undefined
        ? [[{ path: [], attributes: [[attribute, [value]]], scheme: null }]]
        : [],
    weight: attribute ? 1 : 0,
    levels: parent?.levels ?? [],
    row: null,
    identity: null,
    links: [],
    holder: false,
    containsIdentity: false,
    children: [],
    childrenByName: new Map(),
    constants: new Map(),
    linkAttributes: new Set(),
    owners: [],
    codec: null,
    always: [],
  };
  const structural = { ...defaults[name], ...defaults[`${parent?.name}/${name}`] };
  for (const [key, constant] of Object.entries(structural)) node.constants.set(key, [constant]);
  if (attribute && value !== undefined) node.constants.set(attribute, [value]);
  if (building.nodes.has(id)) throw new Error(`two E2B containers or places are called ${id}`);
  building.nodes.set(id, node);
  parent?.children.push(node);
  return node;
}

const plainChild = (parent: MapNode, name: string, position: number): MapNode | undefined =>
  parent.children.find(
    (child) =>
      child.name === name &&
      child.position === position &&
      child.weight === 0 &&
      !child.row &&
      child.tests.length === 0,
  );

function descend(building: Building, parent: MapNode, step: string): MapNode {
  const [, name = step, position, attribute] = STEP.exec(step) ?? unreadable(step);
  const id = `${parent.id}/${step.replace('[1]', '')}`;
  return (
    (attribute ? undefined : plainChild(parent, name, Number(position ?? 1))) ??
    building.nodes.get(id) ??
    addNode(building, parent, step, id)
  );
}

const walk = (building: Building, from: MapNode, path: string): MapNode =>
  path === '.' || path === ''
    ? from
    : path.split('/').reduce((node, step) => descend(building, node, step), from);

function setConstants(building: Building, node: MapNode, conditions: E2bConditions = {}): void {
  for (const [path, attributes] of Object.entries(conditions)) {
    // the code system of a value is written by its slot, beside the code
    if (Object.keys(attributes).length === 0 || path.endsWith('value')) continue;
    const target = walk(building, node, path);
    if (path !== '.') node.always.push(target);
    for (const [name, accepted] of Object.entries(attributes)) target.constants.set(name, [accepted].flat());
  }
}

const testsOf = (conditions: E2bConditions): MapTest[] =>
  Object.entries(conditions).map(([path, attributes]) => ({
    path: path === '.' ? [] : path.split('/'),
    attributes: Object.entries(attributes).map(([name, accepted]) => [name, [accepted].flat()] as const),
    scheme: null,
  }));

function linkAt(building: Building, node: MapNode, at: string, group: string): MapLink {
  const steps = at.split('/');
  const attribute = steps.pop()?.slice(1) ?? '';
  const target = walk(building, node, steps.join('/'));
  target.linkAttributes.add(attribute);
  return { node: target, attribute, path: steps, group };
}

/** The compiler's refusal of the locations of one item. */
export class RefusedE2bLocation extends Error {
  readonly itemId: string;

  constructor(itemId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.itemId = itemId;
  }
}

function locateSlot(building: Building, catalogue: Catalogue, item: CatalogueItem, slot: E2bSlot): MapSlot {
  try {
    return addSlot(building, catalogue, item, slot);
  } catch (cause) {
    throw new RefusedE2bLocation(item.itemId, cause);
  }
}

function addSlot(building: Building, catalogue: Catalogue, item: CatalogueItem, slot: E2bSlot): MapSlot {
  const act = actOf(building, slot.in);
  checkDepth(catalogue, item, act);
  const steps = (slot.at ?? '').split('/').filter(Boolean);
  const attribute = steps.at(-1)?.startsWith('@') ? (steps.pop()?.slice(1) ?? null) : null;
  const node =
    slot.as === 'telecom' ? telecomNode(building, act, slot) : walk(building, act, steps.join('/'));
  const compiled: MapSlot = {
    itemId: item.itemId,
    appendix: item.appendix,
    sort: item.sort,
    control: item.control,
    node,
    attribute,
    codec: slot.as ?? null,
    type: slot.type ?? null,
    typed: steps.length > 1 && node.parent ? node.parent : node,
    systems: [...(slot.system ?? []), ...receiversSystems(catalogue, slot)],
    anySystem: slot.anySystem ?? false,
    unit: slot.unit ?? null,
    unitFrom: slot.unitFrom ?? null,
    codes: new Map(Object.entries(slot.codes ?? {})),
    prefix: slot.prefix ?? null,
    readOnly: slot.readOnly ?? false,
    fill: slot.fill ?? null,
  };
  if (['start', 'end', 'duration', 'durationUnit', 'period', 'periodUnit'].includes(slot.as ?? ''))
    node.codec = 'time';
  own(node, compiled);
  return compiled;
}

/** What receivers write instead of the slot's first code system. */
const receiversSystems = ({ appendices }: Catalogue, { system: [first = ''] = [] }: E2bSlot): string[] =>
  appendices.flatMap(({ codeSystems }) => codeSystems[first] ?? []);

function telecomNode(building: Building, act: MapNode, { prefix = '' }: E2bSlot): MapNode {
  const id = `${act.id}/telecom[${prefix}]`;
  const node = building.nodes.get(id) ?? addNode(building, act, 'telecom', id);
  node.tests = [[{ path: [], attributes: [], scheme: prefix }]];
  node.weight = 1;
  return node;
}

/** Slots share an element if they write the same type and code system; otherwise they exclude each other. */
function own(node: MapNode, slot: MapSlot): void {
  const key =
    node.codec === 'time'
      ? 'time'
      : `${slot.typed === node ? (slot.type ?? '') : ''}|${slot.systems[0] ?? ''}`;
  const owner = node.owners.find((other) => other.key === key);
  if (!owner) {
    const { type, systems, anySystem } = slot;
    node.owners.push({ key, type, systems, anySystem, slots: [slot], main: slot });
    return;
  }
  const same = owner.slots.find(
    ({ attribute, codec }) => attribute === slot.attribute && codec === slot.codec,
  );
  if (same) throw new Error(`items ${same.itemId} and ${slot.itemId} have the same E2B location, ${node.id}`);
  owner.slots.push(slot);
  owner.main = mainOf(owner);
}

/** Whether a slot holds what belongs to the value of another: its unit, its version, its language. */
export const isSide = ({ attribute, codec }: MapSlot): boolean =>
  SIDE_ATTRIBUTES.has(attribute ?? '') || SIDE_CODECS.has(codec ?? '');
const mainOf = (owner: MapOwner): MapSlot => owner.slots.find((slot) => !isSide(slot)) ?? owner.main;

function checkDepth(catalogue: Catalogue, item: CatalogueItem, node: MapNode): void {
  const source = (group: string): string => catalogue.groups[group]?.rowsOf ?? group;
  const expected = item.groups.map(source).join(' > ');
  const found = node.levels.map(({ group }) => source(group)).join(' > ');
  if (expected !== found)
    throw new Error(
      `item ${item.itemId} repeats by ${expected || 'nothing'}, its E2B location ${node.id} by ${found || 'nothing'}`,
    );
}

/** Checks that need the whole tree. */
function finish(node: MapNode): void {
  for (const child of node.children) {
    finish(child);
    node.childrenByName.set(child.name, [...(node.childrenByName.get(child.name) ?? []), child]);
  }
  for (const list of node.childrenByName.values())
    list.sort((a, b) => b.weight - a.weight || a.sort - b.sort);
  node.containsIdentity = node.identity !== null || node.children.some((child) => child.containsIdentity);
  node.holder = node.weight > 0 && !node.row && !hasItems(node);
  node.owners.sort((a, b) => Number(b.anySystem) - Number(a.anySystem));
}

const hasItems = (node: MapNode): boolean =>
  node.owners.length > 0 ||
  node.links.length > 0 ||
  node.children.some((child) => child.weight === 0 && !child.row && hasItems(child));

function actOf(building: Building, id: string): MapNode {
  return building.acts.get(id) ?? unknownContainer('a slot', id);
}

function unknownContainer(who: string, id: string): never {
  throw new Error(`${who} names the E2B container ${id}, which does not exist`);
}

function unreadable(step: string): never {
  throw new Error(
    `"${step}" is no step of an E2B path; known are name, name[2] and name[@attribute='value']`,
  );
}
