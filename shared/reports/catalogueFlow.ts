/** All pages of a case as titled tables, by the catalogue: what has a value, each repeating row below its heading. */
import type { LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../case/itemAddress.ts';
import { rowHasData, rowScope, rowsInScope, rowsOfItem } from '../expressions/scope.ts';
import type { ContentWorld } from './contentOf.ts';
import type { Flow } from './flow.ts';
import { printedValue } from './printedValue.ts';
import type { Piece } from './report.types.ts';

/** Headings of the flow are written with the first row below them. */
type Heading = () => void;

export function flowCatalogue(world: ContentWorld, flow: Flow): void {
  const { catalogue, options } = world;
  for (const name of catalogue.pageOrder) {
    const page = catalogue.pages[name];
    if (!page) continue;
    const heading = once(() => flow.heading(name, 1, [{ text: page.label[options.language] }]));
    const layout: LayoutNode[] =
      page.group === null ? page.layout : [{ type: 'group', group: page.group, content: page.layout }];
    for (const node of layout) flowNode({ world, flow, page: name, heading }, node);
  }
}

interface Place {
  world: ContentWorld;
  flow: Flow;
  page: string;
  heading: Heading;
}

function flowNode(place: Place, node: LayoutNode): void {
  if (node.type === 'item') flowItem(place, node.itemId);
  else if (node.type === 'section') {
    const title = node.label[place.world.options.language];
    const inside = below(place, title);
    for (const child of node.content) flowNode(inside, child);
  } else flowRows(place, node.group, node.content);
}

function flowRows(place: Place, group: string, content: LayoutNode[]): void {
  const { world } = place;
  const found = world.catalogue.groups[group];
  if (!found) return;
  for (const [index, rows] of rowsInScope(world.scope, group).entries()) {
    const scope = rowScope(world.scope, group, rows);
    if (!rowHasData(scope, group)) continue;
    const title = `${found.rowLabel[world.options.language]} ${index + 1}`;
    const inside = below({ ...place, world: { ...world, scope, group } }, title);
    for (const child of content) flowNode(inside, child);
  }
}

const below = (place: Place, title: string): Place => ({
  ...place,
  heading: once(() => {
    place.heading();
    place.flow.heading(place.page, 2, [{ text: title }]);
  }),
});

function flowItem({ world, flow, page, heading }: Place, itemId: string): void {
  const item = world.catalogue.items[itemId];
  if (!item) return;
  const attached = [item.unitItem, item.versionItem, item.textItem].filter((name) => name !== null);
  const pieces = [itemId, ...attached].flatMap((name) => pieceOf(world, name));
  if (pieces.length === 0) return;
  heading();
  const spaced = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [{ text: ' ' }, piece]));
  flow.row(page, [{ text: `${itemId}  ${item.label[world.options.language]}` }], spaced);
}

function pieceOf(world: ContentWorld, itemId: string): Piece[] {
  const item = world.catalogue.items[itemId];
  if (!item) return [];
  const rows = rowsOfItem(world.scope, item);
  const value = world.scope.reader.item(itemId, rows);
  const address = addressAt(itemId, rows);
  const text = printedValue(world, item, value);
  if (text === '') return [];
  // both renderings of a text, whichever is printed first
  const other = value?.notation ? [value.value, value.notation] : [];
  return [
    { text, address },
    ...other.flatMap((rendering) =>
      rendering && rendering !== text ? [{ text: `\n${rendering}`, address }] : [],
    ),
  ];
}

function once(act: () => void): Heading {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
