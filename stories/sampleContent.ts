/** Invented content for a page: every item says something that its control allows. */
import type { Catalogue, CatalogueItem, LayoutNode } from '../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../shared/case/itemAddress.ts';
import type { RowReference } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { codeLists } from './catalogue.ts';

const DATES = {
  year: '2024',
  month: '202403',
  day: '20240315',
  minute: '202403151430',
  second: '20240315143015',
};

const STORY: Record<Language, string> = {
  en: 'the patient felt unwell two hours after the second dose and recovered within a day.',
  ko: '환자는 두 번째 투여 두 시간 후 불편감을 호소하였고 하루 만에 회복하였다.',
  ja: '患者は二回目の投与から二時間後に体調不良を訴え、一日で回復した。',
  zh: '患者在第二次给药两小时后感到不适，一天之内恢复。',
};

/** A value that the item's control can show, in words of a language where it is words. */
export function sampleValue(item: CatalogueItem, salt = 0, language: Language = 'en'): string {
  const codes = codeLists[item.codeList ?? '']?.codes ?? [];
  switch (item.control) {
    case 'number':
      return String(salt + (item.number?.decimals ? 2.5 : 2));
    case 'date':
      return DATES[
        item.precision?.max === 'second' ? (item.precision.min === 'second' ? 'second' : 'day') : 'day'
      ];
    case 'codeList':
    case 'radio':
      return codes[salt % Math.max(1, codes.length)]?.code ?? '1';
    case 'yesNo':
    case 'trueOnly':
      return 'true';
    case 'codedTerm':
      return salt % 2 === 0 ? '10019211' : '10028813';
    case 'attachment':
      return 'a'.repeat(64);
    case 'longText':
      return `${item.label[language]}: ${STORY[language]}`.slice(0, item.maxLength ?? 200);
    default:
      return item.label[language].slice(0, item.maxLength ?? 30);
  }
}

/** The most that may stand in the item: a text of its full length, the code with the most words. */
export function maxLengthValue(item: CatalogueItem, language: Language): string {
  const codes = codeLists[item.codeList ?? '']?.codes ?? [];
  const [widest] = codes.toSorted((a, b) => b.label[language].length - a.label[language].length);
  if (widest) return widest.code;
  if (item.control !== 'text' && item.control !== 'longText') return sampleValue(item);
  // one word that cannot be broken at a space, then sentences
  const text = `${'Hexakosioihexekontahexaphobia'.repeat(3)} ${STORY[language]} `;
  return text.repeat(Math.ceil((item.maxLength ?? 2000) / text.length)).slice(0, item.maxLength ?? 2000);
}

export const ATTACHED = {
  fileKey: 'a'.repeat(64),
  fileName: 'discharge-summary.pdf',
  mediaType: 'application/pdf',
  size: 84_213,
};

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
      ...(item.control === 'attachment' && { properties: ATTACHED }),
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
