/** The parts of the boxes of a report, with the rows in which each is printed. */
import type { Node } from 'jsonc-parser';
import { elements, members, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

export interface PartPlace {
  /** a part, a tick or a row set */
  node: Node;
  /** the box, or the key of the report that owns it */
  owner: string;
  /** groups whose rows it is printed in, outermost first */
  rows: string[];
}

const boxesOf = ({ root }: SourceDocument): Node[] => elements(property(root, 'boxes'));

export const rowSetsOf = ({ root }: SourceDocument): Map<string, Node> =>
  new Map(
    members(property(root, 'rowSets')).flatMap(({ key, value }) =>
      value ? [[String(key.value), value]] : [],
    ),
  );

/** The group of a name in `rows`: that of the row set, or the name itself. */
export const groupNamed = (document: SourceDocument, name: string): string =>
  textAt(rowSetsOf(document).get(name), 'rows') ?? name;

/** All parts of the report, outermost first. */
export function partPlaces(document: SourceDocument): PartPlace[] {
  const inside = (nodes: readonly Node[], owner: string, rows: string[]): PartPlace[] =>
    nodes.flatMap((node) => {
      const name = textAt(node, 'rows');
      const inner = name === undefined ? rows : [...rows, groupNamed(document, name)];
      return [{ node, owner, rows }, ...inside(elements(property(node, 'parts')), owner, inner)];
    });
  return [
    ...inside(elements(property(document.root, 'pageHeading')), 'pageHeading', []),
    ...boxesOf(document).flatMap((box) => {
      const owner = textAt(box, 'box') ?? 'box';
      return [
        ...inside(elements(property(box, 'content')), owner, []),
        ...inside(slotsOf(box), owner, []),
        ...elements(property(box, 'cells')).flatMap((cell) =>
          inside(elements(property(cell, 'content')), owner, []),
        ),
      ];
    }),
  ];
}

/** The slots of a box are a part with rows. */
export const slotsOf = (box: Node): Node[] => {
  const slots = property(box, 'slots');
  return slots ? [slots] : [];
};

/** The ticks of the report. */
export const tickPlaces = (document: SourceDocument): PartPlace[] =>
  boxesOf(document).flatMap((box) =>
    [box, ...slotsOf(box)].flatMap((parent) =>
      elements(property(parent, 'ticks')).map((node) => ({
        node,
        owner: textAt(box, 'box') ?? 'box',
        rows: parent === box ? [] : [groupNamed(document, textAt(parent, 'rows') ?? '')],
      })),
    ),
  );
