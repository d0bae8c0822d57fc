/** Invented values that the control of an item can show. */
import { chosenItemsText } from '../records/chosenItems.ts';
import { chosenText } from '../records/chosenRecords.ts';
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ItemProperties } from '../case/itemValue.ts';

type Language = keyof LocalizedText;

/** What the values are made of. */
export interface SampleWorld {
  codeLists: Readonly<Record<string, CodeList>>;
  language: Language;
}

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

/** The file of an attachment. */
export const SAMPLE_FILE = {
  fileKey: 'a'.repeat(64),
  fileName: 'discharge-summary.pdf',
  mediaType: 'application/pdf',
  size: 84_213,
};

/** A value that the item's control can show, in words of a language where it is words. */
export function sampleValue(item: CatalogueItem, { codeLists, language }: SampleWorld, salt = 0): string {
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
      return SAMPLE_FILE.fileKey;
    case 'chosenRecords':
      return chosenText(
        [1, 2].map((key) => ({ key: key + salt, name: `${item.label[language]} ${key + salt}` })),
      );
    case 'chosenItems':
      return chosenItemsText([item.itemId]);
    case 'longText':
      return `${item.label[language]}: ${STORY[language]}`.slice(0, item.maxLength ?? 200);
    default:
      return item.label[language].slice(0, item.maxLength ?? 30);
  }
}

/** The most that may stand in the item: a text of its full length, the code with the most words. */
export function maxLengthValue(item: CatalogueItem, world: SampleWorld): string {
  const { codeLists, language } = world;
  const codes = codeLists[item.codeList ?? '']?.codes ?? [];
  const [widest] = codes.toSorted((a, b) => b.label[language].length - a.label[language].length);
  if (widest) return widest.code;
  if (item.control !== 'text' && item.control !== 'longText') return sampleValue(item, world);
  // one word that cannot be broken at a space, then sentences
  const text = `${'Hexakosioihexekontahexaphobia'.repeat(3)} ${STORY[language]} `;
  return text.repeat(Math.ceil((item.maxLength ?? 2000) / text.length)).slice(0, item.maxLength ?? 2000);
}

/** Another value than `sampleValue`, for an item that was changed. */
export function changedValue(
  item: CatalogueItem,
  world: SampleWorld,
): { value: string; properties?: ItemProperties } {
  if (item.control === 'attachment') {
    const fileKey = 'b'.repeat(64);
    return { value: fileKey, properties: { ...SAMPLE_FILE, fileKey, fileName: 'letter.pdf' } };
  }
  const other = { yesNo: 'false', trueOnly: '', date: '20231224', text: 'Other', longText: 'Something else' };
  return { value: other[item.control as keyof typeof other] ?? sampleValue(item, world, 1) };
}
