/** Places in the E2B message, as far as a slot or container alone tells; what the whole tree tells is asked of `compileE2b`. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { e2bStructure } from '../../e2b/structure.ts';
import { closest } from './closest.ts';
import { itemsOf, namedGroupsOf, namedItemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

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

/** Those of the table and those the appendices bring, in the order they are mounted. */
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
  /** by container the element that slots stand in; undefined without the table */
  elementOf: ReadonlyMap<string, string> | undefined,
): SourceFinding[] {
  const say = (key: string, problem: Problem) => {
    const place = property(slot, key) ?? slot;
    return findingAt(item.document, place, { ...problem, message: `${item.name}: ${problem.message}` });
  };
  const found: SourceFinding[] = [];
  const asked = textAt(slot, 'in');
  // `parent.history` is the container `history` below `parent`
  const unknown = asked?.split('.').find((name) => elementOf && !elementOf.has(name));
  if (asked !== undefined && unknown !== undefined) {
    const near = closest(unknown, elementOf?.keys() ?? []);
    const message = `the E2B place is in container ${unknown}, which neither e2b/containers.json nor an appendix has`;
    const meant = near && asked.replace(unknown, near);
    found.push(say('in', { rule: 'unknown-container', message, meant }));
  }
  const element = elementOf?.get(asked?.split('.').at(-1) ?? '');
  for (const problem of problemsOf(textAt(slot, 'at') ?? '', element)) found.push(say('at', problem));
  const unitFrom = textAt(slot, 'unitFrom');
  const unit =
    unitFrom === undefined ? undefined : namedItemsOf(declarations).find(({ name }) => name === unitFrom);
  const waits = unit !== undefined && declarations.unplaced.includes(unit);
  if (unitFrom !== undefined && !waits && unit?.groups.join() !== item.groups.join()) {
    const message = unit
      ? `"unitFrom" names ${unitFrom}, which does not stand in the same rows`
      : `"unitFrom" names ${unitFrom}, which is not there`;
    found.push(say('unitFrom', { rule: unit ? 'attached-elsewhere' : 'unknown-item', message }));
  }
  if (textAt(slot, 'as') === 'telecom' && textAt(slot, 'prefix') === undefined)
    found.push(say('as', { rule: 'prefix-missing', message: 'a telecom place needs a "prefix", e.g. tel:' }));
  return found;
}

/** What is wrong with a path that begins in the element; undefined: which one is not known. */
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
      message: `"${wrong}" is no step of an E2B path; known are name, name[2], name[@attribute='value'] and, at the end, @attribute`,
    },
  ];
}

/** The name of the element of a step. */
const elementIn = (step: string): string => /^[\w-]*/.exec(step)?.[0] ?? '';

/** The first step that the element around it cannot have; what elements that the order does not know have is not told. */
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
  const meant = near && path.replace(step, step.replace(name, near));
  return [
    {
      rule: 'unknown-element',
      message: `the element ${outer} of the E2B message has no ${name} in it`,
      meant,
    },
  ];
}

function ofContainer(
  declarations: Declarations,
  { node, document }: ContainerNode,
  elementOf: ReadonlyMap<string, string>,
): SourceFinding[] {
  const name = textAt(node, 'container') ?? '';
  const say = (place: Node, problem: Problem) =>
    findingAt(document, place, { ...problem, message: `${name}: ${problem.message}` });
  const inside = property(node, 'in');
  const parents =
    inside?.type === 'string' ? [{ text: String(inside.value), node: inside }] : textsOf(inside);
  const groups = new Set(namedGroupsOf(declarations).map((group) => group.name));
  return [
    ...parents
      .filter(({ text }) => !elementOf.has(text))
      .map(({ text, node: place }) =>
        say(place, {
          rule: 'unknown-container',
          message: `"in" names container ${text}, which is not there`,
          meant: closest(text, elementOf.keys()),
        }),
      ),
    ...problemsOf(textAt(node, 'path') ?? '', elementOf.get(parents[0]?.text ?? '')).map((problem) =>
      say(property(node, 'path') ?? node, problem),
    ),
    ...rowsNamed(node)
      .filter((place) => !groups.has(String(place.value)))
      .map((place) =>
        say(place, {
          rule: 'unknown-group',
          message: `its rows are those of group ${String(place.value)}, which is not there`,
          meant: closest(String(place.value), groups),
        }),
      ),
  ];
}

/** Where a container names groups. */
function rowsNamed(container: Node): Node[] {
  const row = property(container, 'row');
  const own = row?.type === 'string' ? [row] : members(row).flatMap(({ value }) => value ?? []);
  const linked = elements(property(container, 'refs')).flatMap((ref) => property(ref, 'group') ?? []);
  return [...own, ...linked].filter(({ type }) => type === 'string');
}

function sameContainers(containers: ContainerNode[]): SourceFinding[] {
  const seen = new Set<string>();
  return containers.flatMap(({ node, document }) => {
    const place = property(node, 'container');
    const name = textAt(node, 'container');
    if (!place || name === undefined) return [];
    const again = seen.has(name);
    seen.add(name);
    return again
      ? [
          findingAt(document, place, {
            rule: 'duplicate-container',
            message: `container ${name} stands twice`,
          }),
        ]
      : [];
  });
}
