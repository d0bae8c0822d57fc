/** Which items have other faces than before. */
import type { Catalogue, CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { itemsByRegion } from './faceList.ts';
import { attachedTo } from './faceSheet.ts';

interface Faces {
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
}

/** Ids of items that a region adds, or draws or speaks otherwise than before. Help, rules and messages are no part of a face. */
export function changedFaces(before: Faces, after: Faces): string[] {
  const [was, now] = [lookOf(before), lookOf(after)];
  const changed = [...now].filter(([key, look]) => was.get(key) !== look);
  return [...new Set(changed.map(([key]) => key.slice(key.indexOf('|') + 1)))];
}

/** What is drawn and heard of each item that a region adds or changes, as a text. */
function lookOf({ catalogue, codeLists }: Faces): Map<string, string> {
  return new Map(
    itemsByRegion(catalogue).flatMap(({ appendix, kind, catalogue: shown, items }) =>
      items
        .flatMap((item) => [item, ...attachedTo(shown, item)])
        .map((item) => [
          `${kind ?? appendix}|${item.itemId}`,
          JSON.stringify([drawnPart(item), codeLists[item.codeList ?? '']?.codes]),
        ]),
    ),
  );
}

const DRAWN = [
  'label',
  'control',
  'span',
  'maxLength',
  'number',
  'precision',
  'codeList',
  'dictionary',
  'nullFlavors',
  'notation',
  'unitItem',
  'versionItem',
  'textItem',
  'coding',
  'selection',
  'required',
  'blinded',
] as const satisfies (keyof CatalogueItem)[];

const drawnPart = (item: CatalogueItem) => DRAWN.map((property) => item[property]);
