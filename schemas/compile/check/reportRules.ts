/** Reports: names resolve, every item is printed in its rows, and boxes lie on the sheet, beside each other. */
import { getNodeValue } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { A4, type Orientation, type Rectangle } from '../reports.types.ts';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, itemsOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { partPlaces, rowSetsOf, slotsOf, type PartPlace } from './reportParts.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

/** Boxes share the line between them. */
const SHARED_MM = 0.11;
const ORIENTATIONS: readonly Orientation[] = ['portrait', 'landscape'];

export const reportRules = (declarations: Declarations): SourceFinding[] =>
  declarations.documents
    .filter(({ kind }) => kind === 'report')
    .flatMap((document) => [
      ...setsOfUnknownRows(declarations, document),
      ...partPlaces(document).flatMap((part) => [
        ...unknownItem(declarations, document, part),
        ...unknownRows(declarations, document, part),
        ...contentOf(document, part),
      ]),
      ...ORIENTATIONS.flatMap((orientation) => geometry(document, orientation)),
    ]);

function setsOfUnknownRows(declarations: Declarations, document: SourceDocument): SourceFinding[] {
  const groups = groupsOf(declarations).map(({ name }) => name);
  return [...rowSetsOf(document)].flatMap(([name, set]) =>
    unknownNames(document, referenceAt(set, 'rows'), groups, (group) => ({
      rule: 'unknown-rows',
      message: `${name}: "rows" names ${group}, which is not a group`,
    })),
  );
}

function unknownRows(
  declarations: Declarations,
  document: SourceDocument,
  { node, owner }: PartPlace,
): SourceFinding[] {
  const known = [...groupsOf(declarations).map((group) => group.name), ...rowSetsOf(document).keys()];
  return unknownNames(document, referenceAt(node, 'rows'), known, (name) => ({
    rule: 'unknown-rows',
    message: `box ${owner}: "rows" names ${name}, which is neither a group nor one of "rowSets"`,
  }));
}

/** An item exists, and the rows around the part determine one value. */
function unknownItem(
  declarations: Declarations,
  document: SourceDocument,
  { node, owner, rows }: PartPlace,
): SourceFinding[] {
  const [location, name] = [property(node, 'item'), textAt(node, 'item')];
  if (!location || name === undefined) return [];
  const item = itemsOf(declarations).find((declared) => declared.name === name);
  if (!item) {
    const names = itemsOf(declarations).map((declared) => declared.name);
    const message = `box ${owner}: "item" names ${name}, which does not exist`;
    return [
      findingAt(document, location, { rule: 'unknown-item', message, suggestion: closest(name, names) }),
    ];
  }
  const settled = rows.flatMap((group) => settledBy(declarations, group));
  const missing = item.groups.find((group) => !settled.includes(group));
  if (missing === undefined) return [];
  const message = `box ${owner}: ${name} repeats; print it in the "rows" of ${missing}`;
  return [findingAt(document, location, { rule: 'item-without-row', message })];
}

/** The rows that a row of the group determines: those around it, and the row whose number it has. */
function settledBy(declarations: Declarations, name: string): string[] {
  const group = groupsOf(declarations).find((declared) => declared.name === name);
  const borrowed = textAt(group?.node, 'rowsOf');
  return [name, ...(group?.groups ?? []), ...(borrowed === undefined ? [] : [borrowed])];
}

/** Keys that say what a part prints. */
const CONTENTS = ['item', 'value', 'words', 'fact', 'number', 'rows'];

function contentOf(document: SourceDocument, { node, owner }: PartPlace): SourceFinding[] {
  const given = CONTENTS.filter((key) => property(node, key));
  // a fact beside words is their condition
  const present = given.includes('words') ? given.filter((key) => key !== 'fact') : given;
  const needsParts = present.length === 0 || present[0] === 'rows';
  if (present.length <= 1 && needsParts === (property(node, 'parts') !== undefined)) return [];
  const message = `box ${owner}: a part has one of ${CONTENTS.map((key) => `"${key}"`).join(', ')}, and "parts" only with "rows" or alone`;
  return [findingAt(document, node, { rule: 'part-content', message })];
}

/** A rectangle of the report at one orientation. */
interface Placed {
  name: string;
  /** sheet of the form */
  page: number;
  node: Node;
  rectangle: Rectangle;
}

function geometry(document: SourceDocument, orientation: Orientation): SourceFinding[] {
  const sheet = numbersOf(property(property(document.root, 'sheets'), orientation));
  const size = sheet?.length === 2 ? sheet : A4[orientation];
  const page: Rectangle = [0, 0, size[0] ?? 0, size[1] ?? 0];
  const boxes = elements(property(document.root, 'boxes'));
  const onSheets = boxes.flatMap((box) => placedAt(box, `box ${textAt(box, 'box') ?? ''}`, orientation));
  const inner = boxes.flatMap((box) =>
    placedAt(box, '', orientation).flatMap(({ rectangle }) =>
      partsOfBox(box, orientation).flatMap((part) => outside(document, part, rectangle, 'its box')),
    ),
  );
  const inSlots = boxes.flatMap((box) => ticksOfSlots(document, box, orientation));
  const overlaps = onSheets.flatMap((one, index) =>
    onSheets
      .slice(0, index)
      .filter((other) => other.page === one.page && overlap(one.rectangle, other.rectangle))
      .map((other) =>
        findingAt(document, one.node, {
          rule: 'boxes-overlap',
          message: `${one.name} overlaps ${other.name} (${orientation})`,
        }),
      ),
  );
  return [
    ...onSheets.flatMap((box) => outside(document, box, page, `the ${orientation} sheet`)),
    ...inner,
    ...inSlots,
    ...overlaps,
  ];
}

const partsOfBox = (box: Node, orientation: Orientation): Placed[] => {
  const name = `box ${textAt(box, 'box') ?? ''}`;
  return [
    ...elements(property(box, 'cells')).flatMap((cell) => placedAt(cell, `a cell of ${name}`, orientation)),
    ...elements(property(box, 'ticks')).flatMap((tick) => placedAt(tick, `a tick of ${name}`, orientation)),
    ...slotRectangles(box, orientation),
  ];
};

/** Slots have a list of rectangles. */
const slotRectangles = (box: Node, orientation: Orientation): Placed[] =>
  slotsOf(box)
    .flatMap((slots) => elements(property(property(slots, 'at'), orientation)))
    .flatMap((node) => placed(node, `a slot of box ${textAt(box, 'box') ?? ''}`));

/** The ticks of slots, from the corner of each. */
function ticksOfSlots(document: SourceDocument, box: Node, orientation: Orientation): SourceFinding[] {
  const name = `a tick of box ${textAt(box, 'box') ?? ''}`;
  const ticks = slotsOf(box)
    .flatMap((slots) => elements(property(slots, 'ticks')))
    .flatMap((tick) => placedAt(tick, name, orientation));
  const slots = slotRectangles(box, orientation).map(({ rectangle: [, , width, height] }) => [width, height]);
  return ticks.flatMap((tick) =>
    slots
      .flatMap(([width = 0, height = 0]) => outside(document, tick, [0, 0, width, height], 'its slot'))
      .slice(0, 1),
  );
}

function placedAt(node: Node, name: string, orientation: Orientation): Placed[] {
  const location = property(property(node, 'at'), orientation);
  const page = property(node, 'page');
  return location ? placed(location, name, page && Number(getNodeValue(page))) : [];
}

function placed(node: Node, name: string, page = 1): Placed[] {
  const [left, top, width = 0, height = 0] = numbersOf(node) ?? [];
  return left !== undefined && top !== undefined
    ? [{ name, page, node, rectangle: [left, top, width, height] }]
    : [];
}

function numbersOf(list: Node | undefined): number[] | undefined {
  const numbers = elements(list).map((element) => getNodeValue(element) as unknown);
  return list && numbers.every((number) => typeof number === 'number') ? numbers : undefined;
}

function outside(
  document: SourceDocument,
  { name, node, rectangle }: Placed,
  [left, top, width, height]: Rectangle,
  whole: string,
): SourceFinding[] {
  const [x, y, w, h] = rectangle;
  const isInside =
    x >= left - SHARED_MM &&
    y >= top - SHARED_MM &&
    x + w <= left + width + SHARED_MM &&
    y + h <= top + height + SHARED_MM;
  if (isInside) return [];
  return [findingAt(document, node, { rule: 'box-outside', message: `${name} is not inside ${whole}` })];
}

const overlap = ([x, y, w, h]: Rectangle, [a, b, c, d]: Rectangle): boolean =>
  x < a + c - SHARED_MM && a < x + w - SHARED_MM && y < b + d - SHARED_MM && b < y + h - SHARED_MM;
