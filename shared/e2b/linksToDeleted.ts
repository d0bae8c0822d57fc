/** Unmapped elements without the statements about deleted rows, whose links would point at nothing. */
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { ResidueElement } from './e2b.types.ts';
import { identityKey, identityOf } from './identities.ts';
import type { RowIndex } from './writeTree.ts';
import type { CaseRow } from '../case/caseContent.ts';

/** Returns null for an element that is a statement about a deleted row itself. */
export type WithoutDeleted = (element: ResidueElement) => ResidueElement | null;

export function withoutDeleted(map: E2bMap, rows: readonly CaseRow[], index: RowIndex): WithoutDeleted {
  const linked = new Set([...map.nodes.values()].flatMap(({ links }) => links.map(({ group }) => group)));
  const deleted = new Set(
    rows.flatMap(({ group, rowNo, deleted: isDeleted }) =>
      isDeleted && linked.has(group) ? [identityKey(index.idOf(group, rowNo))] : [],
    ),
  );
  if (deleted.size === 0) return (element) => element;
  const paths = [...map.nodes.values()].flatMap(({ name, links }) =>
    links.map(({ path }) => [name, ...path]),
  );
  const without: WithoutDeleted = (element) => {
    const isAbout = (path: readonly string[]): boolean =>
      path[0] === element.name &&
      elementsAt(element, path.slice(1)).some((id) => deleted.has(identityKey(identityOf(id))));
    if (paths.some(isAbout)) return null;
    return { ...element, children: element.children.flatMap((child) => without(child) ?? []) };
  };
  return without;
}

const elementsAt = (element: ResidueElement, [name, ...rest]: readonly string[]): ResidueElement[] =>
  name === undefined
    ? [element]
    : element.children.filter((child) => child.name === name).flatMap((child) => elementsAt(child, rest));
