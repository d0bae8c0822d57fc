/** Invented content for a page: every item says something that its control allows. */
import type { Catalogue, CatalogueItem, LayoutNode } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../shared/case/itemAddress.ts';
import { SAMPLE_FILE, sampleValue as valueOf } from '../shared/faces/sampleValues.ts';
import type { RowReference } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { codeLists } from './catalogue.ts';

/** A value that the item's control can show, in words of a language where it is words. */
const sampleValue = (item: CatalogueItem, salt = 0, language: Language = 'en'): string =>
  valueOf(item, { codeLists, language }, salt);

/** Content of a page, with `rows` rows in every group at every depth. Rows carry stable ids. */
export function sampleContent(catalogue: Catalogue, page: string, rows = 2): CaseContent {
  const values: CaseValue[] = [];
  const caseRows: CaseRow[] = [];
  const own = catalogue.pages[page];
  const attachedTo = (itemId: string) =>
    Object.values(catalogue.items).filter((item) =>
      [item.unitOf, item.versionOf, item.textOf].includes(itemId),
    );

  const say = (item: CatalogueItem, path: RowPath) =>
    values.push({
      ...addressAt(item.itemId, path.slice(0, item.groups.length)),
      value: sampleValue(item, path.at(-1) ?? 0),
      nullFlavor: null,
      notation: null,
      ...(item.control === 'attachment' && { properties: SAMPLE_FILE }),
    });

  const walk = (layout: readonly LayoutNode[], path: RowPath): void => {
    for (const node of layout) {
      if (node.type === 'section') walk(node.content, path);
      else if (node.type === 'group') {
        for (let number = 1; number <= rows; number++) {
          const inner = [...path, number];
          const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = inner;
          const rowId = `${node.group}-${inner.join('-')}`;
          if (catalogue.groups[node.group]?.rowsOf === null)
            caseRows.push({ group: node.group, rowNo, rowNo2, rowNo3, rowId, sort: number, deleted: false });
          walk(node.content, inner);
        }
      } else {
        const item = catalogue.items[node.itemId];
        if (item) for (const one of [item, ...attachedTo(item.itemId)]) say(one, path);
      }
    }
  };
  walk(own?.layout ?? [], own?.kind === 'rows' ? [1] : []);
  return { values, rows: caseRows };
}

/** Rows of other groups that this page's groups speak of. */
export function sampleReferences(catalogue: Catalogue): RowReference[] {
  const groups = new Set(Object.values(catalogue.groups).flatMap(({ rowsOf }) => rowsOf ?? []));
  return [...groups].flatMap((group) =>
    ['Headache', 'Nausea'].map((label, index) => ({
      group,
      rowNo: index + 1,
      rowId: `${group}-${index + 1}`,
      label,
      deleted: false,
    })),
  );
}
