/** One page per control, in every state a field can be in, made from the items of the catalogue. */
import type { Catalogue, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { Control } from '../schemas/compile/sources.types.ts';
import type { CaseContent, CaseRow } from '../shared/case/caseContent.ts';
import { addressAt, type ItemAddress } from '../shared/case/itemAddress.ts';
import type { Finding, PageSession } from '../src/engine/index.ts';
import { sampleValue } from './sampleContent.ts';

export const STATES = ['empty', 'value', 'nullFlavor', 'notation', 'changed', 'finding', 'readOnly'] as const;
export type FieldState = (typeof STATES)[number];

/** A catalogue whose one page holds one item with what is attached to it, and the address of that item. */
export interface Specimen {
  catalogue: Catalogue;
  item: CatalogueItem;
  address: ItemAddress;
  content: CaseContent;
}

const PAGE = 'specimen';

const fits = (item: CatalogueItem, state: FieldState): boolean => {
  if (state === 'nullFlavor') return item.nullFlavors.length > 0;
  if (state === 'notation') return item.notation;
  return true;
};

/** An item of the control that can be in the state; null where the catalogue has none. */
export function specimenOf(catalogue: Catalogue, control: Control, state: FieldState): Specimen | null {
  const fitting = Object.values(catalogue.items).filter(
    (item) => item.control === control && fits(item, state),
  );
  // the one with most drawn around it shows most
  const [item] = fitting.sort((a, b) => attachments(b) - attachments(a));
  if (!item) return null;
  const attached = [item.unitItem, item.versionItem, item.textItem].flatMap((id) =>
    id ? (catalogue.items[id] ?? []) : [],
  );
  const alone = [item, ...attached].map((one) => ({ ...one, page: PAGE, groups: [] }));
  const address = addressAt(item.itemId, []);
  return {
    item,
    address,
    catalogue: {
      ...catalogue,
      pages: {
        [PAGE]: {
          page: PAGE,
          label: item.label,
          kind: 'form',
          group: null,
          next: null,
          layout: [{ type: 'item', itemId: item.itemId }],
        },
      },
      items: Object.fromEntries(alone.map((one) => [one.itemId, one])),
    },
    content: { values: contentIn(item, address, state), rows: [] satisfies CaseRow[] },
  };
}

const attachments = ({ unitItem, versionItem, textItem }: CatalogueItem): number =>
  [unitItem, versionItem, textItem].filter(Boolean).length;

function contentIn(item: CatalogueItem, address: ItemAddress, state: FieldState): CaseContent['values'] {
  if (state === 'empty') return [];
  if (state === 'nullFlavor')
    return [{ ...address, value: null, nullFlavor: item.nullFlavors[0] ?? null, notation: null }];
  const properties =
    item.control === 'attachment'
      ? {
          fileKey: 'a'.repeat(64),
          fileName: 'discharge-summary.pdf',
          mediaType: 'application/pdf',
          size: 84_213,
        }
      : null;
  return [
    {
      ...address,
      value: sampleValue(item),
      nullFlavor: null,
      notation: state === 'notation' ? '다른 언어로 적은 같은 내용' : null,
      properties,
    },
  ];
}

/** Makes the specimen differ from what was read. */
export function change(session: PageSession, { item, address }: Specimen): void {
  const other = {
    yesNo: 'false',
    trueOnly: '',
    date: '20231224',
    text: 'Something else',
    longText: 'Something else',
  };
  session.setValue(address, other[item.control as keyof typeof other] ?? sampleValue(item, 1));
}

export const findingOn = (address: ItemAddress): Finding => ({
  ...address,
  ruleId: 'SAMPLE-1',
  severity: 'error',
  message: {
    en: 'The end lies before the start.',
    ko: '종료일이 시작일보다 이릅니다.',
    ja: '終了日が開始日より前です。',
    zh: '结束日期早于开始日期。',
  },
});

export { PAGE as SPECIMEN_PAGE };
