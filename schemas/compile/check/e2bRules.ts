/** Places in the E2B message, as far as a slot or container alone tells; what the whole tree tells is asked of `compileE2b`. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, itemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';

/** A step of a path, or an attribute at its end. */
const STEP = /^[\w-]+(\[\d+\])?(\[@[\w:]+='[^']*'\])?$/;
const ATTRIBUTE = /^@[\w:]+$/;

export function e2bRules(declarations: Declarations): SourceFinding[] {
  const containers = containersOf(declarations);
  const names = new Set(containers.flatMap(({ node }) => textAt(node, 'container') ?? []));
  const hasTable = declarations.documents.some(({ kind }) => kind === 'containers');
  return [
    ...containers.flatMap((container) => ofContainer(declarations, container, names)),
    ...sameContainers(containers),
    ...itemsOf(declarations).flatMap((item) =>
      slotsOf(item).flatMap((slot) => ofSlot(declarations, item, slot, hasTable ? names : undefined)),
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
  containers: ReadonlySet<string> | undefined,
): SourceFinding[] {
  const say = (key: string, problem: Problem) => {
    const place = property(slot, key) ?? slot;
    return findingAt(item.document, place, { ...problem, message: `${item.name}: ${problem.message}` });
  };
  const found: SourceFinding[] = [];
  const asked = textAt(slot, 'in');
  // `parent.history` is the container `history` below `parent`
  const unknown = asked?.split('.').find((name) => containers && !containers.has(name));
  if (asked !== undefined && unknown !== undefined) {
    const near = closest(unknown, containers ?? []);
    const message = `the E2B place is in container ${unknown}, which neither e2b/containers.json nor an appendix has`;
    const meant = near && asked.replace(unknown, near);
    found.push(say('in', { rule: 'unknown-container', message, meant }));
  }
  for (const problem of pathProblems(textAt(slot, 'at') ?? '')) found.push(say('at', problem));
  const unitFrom = textAt(slot, 'unitFrom');
  const unit =
    unitFrom === undefined ? undefined : itemsOf(declarations).find(({ name }) => name === unitFrom);
  if (unitFrom !== undefined && unit?.groups.join() !== item.groups.join()) {
    const message = unit
      ? `"unitFrom" names ${unitFrom}, which does not stand in the same rows`
      : `"unitFrom" names ${unitFrom}, which is not there`;
    found.push(say('unitFrom', { rule: unit ? 'attached-elsewhere' : 'unknown-item', message }));
  }
  if (textAt(slot, 'as') === 'telecom' && textAt(slot, 'prefix') === undefined)
    found.push(say('as', { rule: 'prefix-missing', message: 'a telecom place needs a "prefix", e.g. tel:' }));
  return found;
}

function pathProblems(path: string): Problem[] {
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

function ofContainer(
  declarations: Declarations,
  { node, document }: ContainerNode,
  names: ReadonlySet<string>,
): SourceFinding[] {
  const name = textAt(node, 'container') ?? '';
  const say = (place: Node, problem: Problem) =>
    findingAt(document, place, { ...problem, message: `${name}: ${problem.message}` });
  const inside = property(node, 'in');
  const parents =
    inside?.type === 'string' ? [{ text: String(inside.value), node: inside }] : textsOf(inside);
  const groups = new Set(groupsOf(declarations).map((group) => group.name));
  return [
    ...parents
      .filter(({ text }) => !names.has(text))
      .map(({ text, node: place }) =>
        say(place, {
          rule: 'unknown-container',
          message: `"in" names container ${text}, which is not there`,
          meant: closest(text, names),
        }),
      ),
    ...pathProblems(textAt(node, 'path') ?? '').map((problem) =>
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
