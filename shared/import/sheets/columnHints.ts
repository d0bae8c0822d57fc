/** What a column of a template takes, in words, and the choices of its cells. */
import type { CatalogueItem, CodeList } from '../../../schemas/compile/catalogue.types.ts';
import { codeText } from '../../entry/codeSearch.ts';
import { conformanceFor } from '../../rules/itemChecks.ts';
import type { CaseColumn, SheetLanguage } from './caseSheets.ts';
import words from './sheetWords.json' with { type: 'json' };

interface HintWorld {
  language: SheetLanguage;
  receiver: string;
  codeLists: Readonly<Record<string, CodeList>>;
}

/** Codes of a list that a spreadsheet offers; of longer ones the code is typed. */
const MAX_CHOICES = 1000;

/** Whether it is required, what kind of value it is, how long, and the help of the field. */
export function hintOf(column: CaseColumn, world: HintWorld, isOwnRow: boolean): string {
  const { language, receiver } = world;
  if (column.kind === 'case') return words.caseHint[language];
  if (column.kind === 'row')
    return isOwnRow
      ? words.rowHint[language]
      : words.parentHint[language].replace('{{name}}', column.group.label[language]);
  const { item, isNotation } = column;
  const { required, requiredWhen, nullFlavors, maxLength, control, help } = item;
  const level = conformanceFor(required, receiver);
  const parts = [
    !isNotation && level === 'M' ? words.required[language] : '',
    !isNotation && level !== 'M' && (level === 'C' || requiredWhen !== null)
      ? words.conditional[language]
      : '',
    isNotation ? words['type.text'][language] : typeOf(item, language),
    maxLength !== null && (isNotation || control === 'text' || control === 'longText')
      ? words.length[language].replace('{{max}}', String(maxLength))
      : '',
    !isNotation && nullFlavors.length > 0
      ? words.nullFlavors[language].replace('{{list}}', nullFlavors.map((flavor) => `[${flavor}]`).join(' '))
      : '',
  ].filter((part) => part !== '');
  const facts = `${parts.join('; ')}.`;
  return help && !isNotation ? `${facts} ${help[language]}` : facts;
}

function typeOf({ control, codeList, dictionary }: CatalogueItem, language: SheetLanguage): string {
  if (control === 'date') return words['type.date'][language];
  if (control === 'number') return words['type.number'][language];
  if (control === 'codedTerm')
    return words['type.term'][language].replace('{{name}}', dictionary ?? codeList ?? '');
  if (codeList !== null || control === 'yesNo' || control === 'trueOnly') return words['type.code'][language];
  return words['type.text'][language];
}

export interface Choices {
  values: readonly string[];
  /** other values are allowed, too */
  isOpen: boolean;
}

/** The values that the cells of a column offer; null: none. */
export function choicesOf(column: CaseColumn, { language, codeLists }: HintWorld): Choices | null {
  if (column.kind !== 'item' || column.isNotation) return null;
  const { control, codeList, nullFlavors } = column.item;
  const flavors = nullFlavors.map((flavor) => `[${flavor}]`);
  if (control === 'yesNo')
    return { values: [words.yes[language], words.no[language], ...flavors], isOpen: false };
  if (control === 'trueOnly') return { values: [words.yes[language], ...flavors], isOpen: false };
  const list = codeLists[codeList ?? ''];
  if (!list) return null;
  const codes = list.codes.filter(({ deleted }) => !deleted);
  if (codes.length === 0 || codes.length > MAX_CHOICES) return null;
  const values = codes.map(({ code, label }) => codeText({ code, label: label[language] }));
  // codes of a dictionary are not all in the list
  return { values: [...values, ...flavors], isOpen: list.open || control === 'codedTerm' };
}
