/** Compares two messages fact by fact: every attribute, every text, every element without either. */
import { createHash } from 'node:crypto';
import { REFERS_TO } from './messageTree.ts';
import type { TreeElement } from './messageTree.ts';

export interface Difference {
  kind: 'lost' | 'added' | 'changed' | 'moved';
  /** names of the elements from the root, then `@name` of an attribute or `text()` */
  path: string;
  before: string;
  after: string;
}

/** Attributes, texts, and elements without content, each with its path below the element. */
export function factsOf(element: TreeElement, path = element.name): [path: string, value: string][] {
  const facts = [
    ...[...element.attributes].map(([name, value]): [string, string] => [`${path}/@${name}`, value]),
    ...(element.text === '' ? [] : [[`${path}/text()`, element.text] as [string, string]]),
    ...element.children.flatMap((child) => factsOf(child, `${path}/${child.name}`)),
  ];
  return facts.length > 0 ? facts : [[path, '']];
}

/**
 * Pairs the children of two elements, the equal ones first and then those that have most in common, and lists what
 * differs between the two of a pair or has no pair. Children of one name, code and subject must keep their order.
 */
export function compareTrees(before: TreeElement, after: TreeElement, path = before.name): Difference[] {
  const names = new Set([...before.attributes.keys(), ...after.attributes.keys()]);
  const own = [
    ...[...names].map((name) =>
      change(`${path}/@${name}`, before.attributes.get(name), after.attributes.get(name)),
    ),
    change(`${path}/text()`, before.text || undefined, after.text || undefined),
  ];
  const pairs = pairsOf(before.children, after.children);
  const [paired, pairedAfter] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, one]) => one))];
  const alone = (kind: 'lost' | 'added', one: TreeElement): Difference[] =>
    factsOf(one, `${path}/${one.name}`).map(([at, value]) => ({
      kind,
      path: at,
      before: kind === 'lost' ? value : '',
      after: kind === 'added' ? value : '',
    }));
  return [
    ...own.flat(),
    ...before.children.filter((one) => !paired.has(one)).flatMap((one) => alone('lost', one)),
    ...after.children.filter((one) => !pairedAfter.has(one)).flatMap((one) => alone('added', one)),
    ...moves(before.children, after.children, pairs, path),
    ...pairs.flatMap(([one, other]) => compareTrees(one, other, `${path}/${one.name}`)),
  ];
}

function change(path: string, before: string | undefined, after: string | undefined): Difference[] {
  if (before === after) return [];
  const kind = before === undefined ? 'added' : after === undefined ? 'lost' : 'changed';
  return [{ kind, path, before: before ?? '', after: after ?? '' }];
}

type Pair = [before: TreeElement, after: TreeElement];

function pairsOf(before: readonly TreeElement[], after: readonly TreeElement[]): Pair[] {
  const pairs: Pair[] = [];
  const left = new Set(after);
  const remaining = before.filter((one) => {
    const equal = [...left].find((other) => textOf(other) === textOf(one));
    if (equal) {
      pairs.push([one, equal]);
      left.delete(equal);
    }
    return !equal;
  });
  const candidates = remaining
    .flatMap((one) =>
      [...left]
        .filter(({ name }) => name === one.name)
        .map((other) => ({ pair: [one, other] as Pair, common: commonFacts(one, other) })),
    )
    .sort((a, b) => b.common - a.common);
  const taken = new Set<TreeElement>();
  for (const { pair } of candidates) {
    if (pair.some((one) => taken.has(one))) continue;
    pairs.push(pair);
    for (const one of pair) taken.add(one);
  }
  return pairs;
}

const texts = new WeakMap<TreeElement, string>();

/** Equal for equal elements, whatever the order of their attributes and children. */
function textOf(element: TreeElement): string {
  const known = texts.get(element);
  if (known !== undefined) return known;
  const content = JSON.stringify([
    element.name,
    [...element.attributes].sort(([a], [b]) => (a < b ? -1 : 1)),
    element.text,
    element.children.map(textOf).sort(),
  ]);
  const text = createHash('sha256').update(content).digest('base64');
  texts.set(element, text);
  return text;
}

function commonFacts(one: TreeElement, other: TreeElement): number {
  const facts = new Set(factsOf(one).map(String));
  return factsOf(other).filter((fact) => facts.has(String(fact))).length;
}

/** Equal children are interchangeable; of the others, those of one kind stay in their order. */
function moves(
  before: readonly TreeElement[],
  after: readonly TreeElement[],
  pairs: readonly Pair[],
  path: string,
): Difference[] {
  const kinds = Map.groupBy(
    [...pairs].sort(([a], [b]) => before.indexOf(a) - before.indexOf(b)),
    ([one]) => [one.name, one.attributes.get('typeCode'), codeOf(one), ...targetsOf(one)].join(' '),
  );
  return [...kinds].flatMap(([kind, ofKind]) => {
    const sorted = ofKind.map(([, one]) => one).sort((a, b) => after.indexOf(a) - after.indexOf(b));
    const isMoved = ofKind.some(([, one], index) => textOf(one) !== textOf(sorted[index] ?? one));
    return isMoved ? [{ kind: 'moved' as const, path: `${path}/${kind}`, before: '', after: '' }] : [];
  });
}

/** The targets of the references inside: an assessment belongs to its drug and reaction, whatever its position. */
const targetsOf = ({ attributes, children }: TreeElement): string[] => [
  ...[attributes.get(REFERS_TO)].filter((target) => target !== undefined),
  ...children.flatMap(targetsOf),
];

const codeOf = ({ children }: TreeElement): string | undefined => {
  for (const child of children) {
    const code = child.name === 'code' ? child.attributes.get('code') : codeOf(child);
    if (code !== undefined) return code;
  }
  return undefined;
};
