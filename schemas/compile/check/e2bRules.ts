/** E2B locations, as far as a slot or container can be checked alone; `compileE2b` checks the whole tree. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { e2bStructure } from '../../e2b/structure.ts';
import { closest } from './closest.ts';
import { itemsOf, namedGroupsOf, namedItemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';
import { referenceOf, unknownNames } from './unknownNames.ts';

/** A step of a path, or an attribute at its end. */
const STEP = /^[\w-]+(\[\d+\])?(\[@[\w:]+='[^']*'\])?$/;
const ATTRIBUTE = /^@[\w:]+$/;

export function e2bRules(declarations: Declarations): SourceFinding[] {
  const containers = containersOf(declarations);
  const elementOf = new Map(
    containers.flatMap(({ node }): [string, string][] => {
      const [name, path] = [textAt(node, 'container'), textAt(node, 'path')];
      return name === undefined ? [] : [[name, elementIn(path?.split('/').at(-1) ?? '')]];
    }),
  );
  const hasTable = declarations.documents.some(({ kind }) => kind === 'containers');
  return [
    ...containers.flatMap((container) => ofContainer(declarations, container, elementOf)),
    ...sameContainers(containers),
    ...itemsOf(declarations).flatMap((item) =>
      slotsOf(item).flatMap((slot) => ofSlot(declarations, item, slot, hasTable ? elementOf : undefined)),
    ),
  ];
}

interface ContainerNode {
  node: Node;
  document: SourceDocument;
}

/** Containers of the table and of the appendices, in mounting order. */
const containersOf = ({ documents }: Declarations): ContainerNode[] =>
  (['containers', 'appendix'] as const).flatMap((kind) =>
    documents
      .filter((document) => document.kind === kind)
      .flatMap((document) =>
        elements(property(document.root, 'containers')).map((node) => ({ node, document })),
      ),
  );

const slotsOf = ({ node }: Declaration): Node[] => {
  const e2b = property(node, 'e2b');
  return e2b?.type === 'array' ? elements(e2b) : e2b ? [e2b] : [];
};

function ofSlot(
  declarations: Declarations,
  item: Declaration,
  slot: Node,
  /** by container the element that its slots belong to; undefined without the table */
  elementOf: ReadonlyMap<string, string> | undefined,
): SourceFinding[] {
  const finding = (key: string, problem: Problem) => {
    const location = property(slot, key) ?? slot;
    return findingAt(item.document, location, { ...problem, message: `${item.name}: ${problem.message}` });
  };
  const found: SourceFinding[] = [];
  const requested = textAt(slot, 'in');
  // `parent.history` is the container `history` below `parent`
  const unknown = requested?.split('.').find((name) => elementOf && !elementOf.has(name));
  if (requested !== undefined && unknown !== undefined) {
    const near = closest(unknown, elementOf?.keys() ?? []);
    const message = `the E2B location is in container ${unknown}, which neither e2b/containers.json nor an appendix has`;
    const suggestion = near && requested.replace(unknown, near);
    found.push(finding('in', { rule: 'unknown-container', message, suggestion }));
  }
  const element = elementOf?.get(requested?.split('.').at(-1) ?? '');
  for (const problem of problemsOf(textAt(slot, 'at') ?? '', element)) found.push(finding('at', problem));
  const unitFrom = textAt(slot, 'unitFrom');
  const unit =
    unitFrom === undefined ? undefined : namedItemsOf(declarations).find(({ name }) => name === unitFrom);
  const waits = unit !== undefined && declarations.unplaced.includes(unit);
  if (unitFrom !== undefined && !waits && unit?.groups.join() !== item.groups.join()) {
    const message = unit
      ? `"unitFrom" names ${unitFrom}, which is not in the same rows`
      : `"unitFrom" names ${unitFrom}, which does not exist`;
    found.push(finding('unitFrom', { rule: unit ? 'attached-elsewhere' : 'unknown-item', message }));
  }
  if (textAt(slot, 'as') === 'telecom' && textAt(slot, 'prefix') === undefined)
    found.push(
      finding('as', { rule: 'prefix-missing', message: 'a telecom place needs a "prefix", e.g. tel:' }),
    );
  return found;
}

/** Problems of a path that starts in the element; undefined: an unknown one. */
function problemsOf(path: string, element: string | undefined): Problem[] {
  const unreadable = unreadableStep(path);
  return unreadable.length > 0 ? unreadable : strangeElement(path, element);
}

function unreadableStep(path: string): Problem[] {
  const steps = path.split('/').filter(Boolean);
  const wrong = steps.find(
    (step, at) => !STEP.test(step) && !(at === steps.length - 1 && ATTRIBUTE.test(step)),
  );
  if (wrong === undefined) return [];
  return [
    {
      rule: 'unreadable-path',
      message: `"${wrong}" is not a step of an E2B path; known are name, name[2], name[@attribute='value'] and, at the end, @attribute`,
    },
  ];
}

/** The name of the element of a step. */
const elementIn = (step: string): string => /^[\w-]*/.exec(step)?.[0] ?? '';

/** The first step that its parent element cannot contain; children of elements missing in the order are not checked. */
function strangeElement(path: string, element: string | undefined): Problem[] {
  const { byName } = e2bStructure.order;
  const steps = path.split('/').filter((step) => step !== '' && !step.startsWith('@'));
  const around = [element ?? '', ...steps.map(elementIn)];
  const at = steps.findIndex((step, index) => {
    const possible = byName[around[index] ?? ''];
    return possible !== undefined && !possible.includes(elementIn(step));
  });
  const [step, outer] = [steps[at], around[at] ?? ''];
  if (step === undefined) return [];
  const name = elementIn(step);
  const near = closest(name, byName[outer] ?? []);
  const suggestion = near && path.replace(step, step.replace(name, near));
  return [
    {
      rule: 'unknown-element',
      message: `the element ${outer} of the E2B message has no ${name} in it`,
      suggestion,
    },
  ];
}

function ofContainer(
  declarations: Declarations,
  { node, document }: ContainerNode,
  elementOf: ReadonlyMap<string, string>,
): SourceFinding[] {
  const name = textAt(node, 'container') ?? '';
  const finding = (location: Node, problem: Problem) =>
    findingAt(document, location, { ...problem, message: `${name}: ${problem.message}` });
  const inside = property(node, 'in');
  const parents = inside?.type === 'string' ? referenceOf(inside) : textsOf(inside);
  const groups = namedGroupsOf(declarations).map((group) => group.name);
  return [
    ...unknownNames(document, parents, [...elementOf.keys()], (text) => ({
      rule: 'unknown-container',
      message: `${name}: "in" names container ${text}, which does not exist`,
    })),
    ...problemsOf(textAt(node, 'path') ?? '', elementOf.get(parents[0]?.text ?? '')).map((problem) =>
      finding(property(node, 'path') ?? node, problem),
    ),
    ...unknownNames(document, rowsNamed(node).flatMap(referenceOf), groups, (group) => ({
      rule: 'unknown-group',
      message: `${name}: its rows are those of group ${group}, which does not exist`,
    })),
  ];
}

/** The keys of a container that name groups. */
function rowsNamed(container: Node): Node[] {
  const row = property(container, 'row');
  const own = row?.type === 'string' ? [row] : members(row).flatMap(({ value }) => value ?? []);
  const linked = elements(property(container, 'refs')).flatMap((ref) => property(ref, 'group') ?? []);
  return [...own, ...linked].filter(({ type }) => type === 'string');
}

function sameContainers(containers: ContainerNode[]): SourceFinding[] {
  const seen = new Set<string>();
  return containers.flatMap(({ node, document }) => {
    const location = property(node, 'container');
    const name = textAt(node, 'container');
    if (!location || name === undefined) return [];
    const again = seen.has(name);
    seen.add(name);
    return again
      ? [
          findingAt(document, location, {
            rule: 'duplicate-container',
            message: `container ${name} occurs twice`,
          }),
        ]
      : [];
  });
}
