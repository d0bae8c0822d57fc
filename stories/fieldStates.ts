/** A page with one item of the catalogue on it, in every state a field can be in. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type ItemAddress } from '../shared/case/itemAddress.ts';
import type { Finding, PageSession } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { ATTACHED, maxLengthValue, sampleValue } from './sampleContent.ts';
import type { FieldState } from './states.ts';

/** A catalogue whose one page holds one item with what is attached to it, and the address of that item. */
export interface Specimen {
  catalogue: Catalogue;
  item: CatalogueItem;
  address: ItemAddress;
  content: CaseContent;
}

export const SPECIMEN_PAGE = 'specimen';
const ROWS = 'specimen-rows';

/** The item alone on a page. Its conditions speak of items that are not there, so they are left out. */
export function specimenOf(
  catalogue: Catalogue,
  item: CatalogueItem,
  state: FieldState,
  language: Language,
): Specimen {
  const inRow = state === 'deletedRow';
  const attached = [item.unitItem, item.versionItem, item.textItem].flatMap((id) =>
    id ? (catalogue.items[id] ?? []) : [],
  );
  const alone = [item, ...attached].map((one): CatalogueItem => ({
    ...one,
    // several specimens stand on one page: their inputs need ids of their own
    formKey: `${state}-${one.formKey}`,
    page: SPECIMEN_PAGE,
    groups: inRow ? [ROWS] : [],
    blinded: state === 'blinded',
    visibleWhen: null,
    requiredWhen: null,
    readOnlyWhen: null,
    computed: null,
  }));
  const address = addressAt(item.itemId, inRow ? [1] : []);
  const leaf = { type: 'item', itemId: item.itemId } as const;
  return {
    item,
    address,
    catalogue: {
      ...catalogue,
      pages: {
        [SPECIMEN_PAGE]: {
          page: SPECIMEN_PAGE,
          label: item.label,
          kind: 'form',
          group: null,
          next: null,
          layout: inRow ? [{ type: 'group', group: ROWS, content: [leaf] }] : [leaf],
        },
      },
      items: Object.fromEntries(alone.map((one) => [one.itemId, one])),
      groups: inRow ? { [ROWS]: rowsAround(catalogue, item) } : {},
    },
    content: {
      values: valuesIn(item, address, state, language),
      rows: inRow
        ? [{ group: ROWS, rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: `${ROWS}-1`, sort: 1, deleted: true }]
        : [],
    },
  };
}

function rowsAround(catalogue: Catalogue, item: CatalogueItem): CatalogueGroup {
  const real = catalogue.groups[item.groups.at(-1) ?? ''];
  if (!real) throw new Error(`${item.itemId} stands in no row`);
  return { ...real, group: ROWS, groups: [ROWS], rowsOf: null, summary: [item.itemId], visibleWhen: null };
}

function valuesIn(
  item: CatalogueItem,
  address: ItemAddress,
  state: FieldState,
  language: Language,
): CaseValue[] {
  if (state === 'empty' || state === 'blinded') return [];
  if (state === 'nullFlavor')
    return [{ ...address, value: null, nullFlavor: item.nullFlavors[0] ?? null, notation: null }];
  return [
    {
      ...address,
      value: state === 'longText' ? maxLengthValue(item, language) : sampleValue(item, 0, language),
      nullFlavor: null,
      notation: state === 'notation' ? '다른 언어로 적은 같은 내용' : null,
      ...(item.control === 'attachment' && {
        properties:
          state === 'longText'
            ? { ...ATTACHED, fileName: `${'discharge-summary-'.repeat(8)}.pdf` }
            : ATTACHED,
      }),
    },
  ];
}

/** Makes the specimen differ from what was read. */
export function change(session: PageSession, { item, address }: Specimen): void {
  const other = { yesNo: 'false', trueOnly: '', date: '20231224', text: 'Other', longText: 'Something else' };
  if (item.control === 'attachment')
    session.setValue(address, 'b'.repeat(64), {
      ...ATTACHED,
      fileKey: 'b'.repeat(64),
      fileName: 'letter.pdf',
    });
  else session.setValue(address, other[item.control as keyof typeof other] ?? sampleValue(item, 1));
}

/** An invented finding of a rule. */
export const findingOn = (address: ItemAddress, severity: Finding['severity'] = 'error'): Finding => ({
  ...address,
  ruleId: 'SAMPLE-1',
  severity,
  message: {
    en: 'End date is before start date.',
    ko: '종료일이 시작일보다 이릅니다.',
    ja: '終了日が開始日より前です。',
    zh: '结束日期早于开始日期。',
  },
});
