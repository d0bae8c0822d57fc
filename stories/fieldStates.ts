/** A page with one item of the catalogue on it, in a state that a field can be in. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { addressAt, type ItemAddress } from '../shared/case/itemAddress.ts';
import { FACE_PAGE, faceSheet } from '../shared/faces/faceSheet.ts';
import type { FieldState } from '../shared/faces/fieldStates.ts';
import { changedValue } from '../shared/faces/sampleValues.ts';
import type { Finding, PageSession } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { codeLists } from './catalogue.ts';

/** A catalogue whose one page holds one item with what is attached to it, and the address of that item. */
export interface Specimen {
  catalogue: Catalogue;
  item: CatalogueItem;
  address: ItemAddress;
  content: CaseContent;
  findings: Finding[];
}

const ROWS = 'specimen-rows';

/** The item alone on a page. */
export function specimenOf(
  catalogue: Catalogue,
  item: CatalogueItem,
  state: FieldState,
  language: Language,
): Specimen {
  const sheet = faceSheet(catalogue, {
    items: [item],
    states: [state],
    codeLists,
    language,
    shows: () => true,
    nameOf: (itemId) => itemId,
  });
  const own = ({ itemId }: { itemId: string }) => itemId === item.itemId;
  const specimen = {
    item,
    address: addressAt(item.itemId, []),
    catalogue: sheet.catalogue,
    // what is beside the item is empty
    content: { ...sheet.content, values: sheet.content.values.filter(own) },
    findings: sheet.findings.filter(own),
  };
  return state === 'deletedRow' ? inDeletedRow(specimen, rowsAround(catalogue, item)) : specimen;
}

function inDeletedRow(specimen: Specimen, group: CatalogueGroup): Specimen {
  const { catalogue, content, item } = specimen;
  const address = addressAt(item.itemId, [1]);
  const page = catalogue.pages[FACE_PAGE];
  if (!page) throw new Error('a specimen has no page');
  return {
    ...specimen,
    address,
    catalogue: {
      ...catalogue,
      pages: { [FACE_PAGE]: { ...page, layout: [{ type: 'group', group: ROWS, content: page.layout }] } },
      items: Object.fromEntries(
        Object.entries(catalogue.items).map(([itemId, one]) => [itemId, { ...one, groups: [ROWS] }]),
      ),
      groups: { [ROWS]: group },
    },
    content: {
      values: content.values.map((value) => ({ ...value, ...address })),
      rows: [{ group: ROWS, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: `${ROWS}-1`, sort: 1, deleted: true }],
    },
  };
}

function rowsAround(catalogue: Catalogue, item: CatalogueItem): CatalogueGroup {
  const real = catalogue.groups[item.groups.at(-1) ?? ''];
  if (!real) throw new Error(`${item.itemId} stands in no row`);
  return { ...real, group: ROWS, groups: [ROWS], rowsOf: null, summary: [item.itemId], visibleWhen: null };
}

/** Makes the specimen differ from what was read. */
export function change(session: PageSession, { item, address }: Specimen): void {
  const { value, properties } = changedValue(item, { codeLists, language: 'en' });
  session.setValue(address, value, properties);
}
