/** The spreadsheet to fill in with cases: a sheet for them, one for each group of rows, their lists, and what it is. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import {
  caseSheets,
  columnId,
  headingOf,
  receiverIn,
  templateItems,
  type CaseColumn,
  type CaseSheet,
} from '../../../shared/import/sheets/caseSheets.ts';
import { choicesOf, hintOf, type Choices } from '../../../shared/import/sheets/columnHints.ts';
import words from '../../../shared/import/sheets/sheetWords.json' with { type: 'json' };
import { cellReference } from '../../../shared/text/cellReference.ts';
import { ABOUT, ABOUT_KEYS, CODES } from '../../case-import/sheetAbout.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import {
  workbookStream,
  XLSX_MEDIA_TYPE,
  type ColumnRule,
  type Sheet,
  type XlsxCell,
} from '../../files/xlsx.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { importItemsUnknown } from '../../problems.ts';

interface TemplateReader {
  user: SessionUser;
  language: Language;
  appendix: string;
}

const COLUMN_WIDTH = 24;
const KEY_WIDTH = 16;

/** Throws 422 IMPORT_ITEMS_UNKNOWN for items that no column can be of. */
export function importTemplate(
  deps: CatalogueWorld & ClockWorld,
  reader: TemplateReader,
  list: string | undefined,
): FileAnswer {
  const { user, language, appendix } = reader;
  const seen = deps.catalogue.forAppendix(appendix);
  const chosen = list === undefined ? null : new Set(list.split(',').map((id) => id.trim()));
  const items = templateItems(seen, chosen, (itemId) => maySee(deps, user, itemId));
  const known = new Set(items.map(({ itemId }) => itemId));
  const unknown = [...(chosen ?? [])].filter((itemId) => !known.has(itemId));
  if (unknown.length > 0 || items.length === 0) throw importItemsUnknown(unknown);
  const offered = offeredChoices();
  const sheets = caseSheets(seen, items).map((sheet) => templateSheet(deps, reader, seen, sheet, offered));
  const day = dayAt(deps.clock.now().getTime(), user.timeZone);
  return {
    fileName: `${words.fileName[language]} ${day}.xlsx`,
    mediaType: XLSX_MEDIA_TYPE,
    body: workbookStream([...sheets, codeSheet(offered.all()), aboutSheet(deps, reader, seen)], language),
  };
}

/** Equal choices of several columns are one column of the sheet of codes. */
function offeredChoices() {
  const known = new Map<string, { number: number; name: string; choices: Choices }>();
  return {
    all: () => [...known.values()],
    /** where they are: `'_codes'!$B$2:$B$9` */
    place: (name: string, choices: Choices): string => {
      const key = choices.values.join('\n');
      const { number } = known.get(key) ?? { number: known.size + 1 };
      if (!known.has(key)) known.set(key, { number, name, choices });
      const cell = (row: number) =>
        cellReference({ row, column: number }).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
      return `'${CODES}'!${cell(2)}:${cell(choices.values.length + 1)}`;
    },
  };
}

type Offered = ReturnType<typeof offeredChoices>;

function templateSheet(
  { catalogue: { codeLists } }: CatalogueWorld,
  { language }: TemplateReader,
  seen: Catalogue,
  { group, columns }: CaseSheet,
  offered: Offered,
): Sheet {
  const world = { language, codeLists, receiver: receiverIn(seen) };
  const isOwnRow = (column: CaseColumn): boolean =>
    column.kind === 'row' && column.group === group && group.rowsOf === null;
  const hints = columns.map((column) => hintOf(column, world, isOwnRow(column)));
  const headings = columns.map((column) => headingOf(column, language));
  return {
    name: group ? group.label[language] : words.caseSheet[language],
    header: headings,
    widths: columns.map(({ kind }) => (kind === 'item' ? COLUMN_WIDTH : KEY_WIDTH)),
    // the first column says that the line is no case
    explanations: hints.map((hint, index) =>
      index === 0 ? `${words.explanation[language]}: ${hint}` : hint,
    ),
    rules: columns.map((column, index): ColumnRule => {
      const choices = choicesOf(column, world);
      return {
        column: index,
        title: headings[index] ?? '',
        text: hints[index] ?? '',
        ...(choices && { choices: offered.place(columnId(column), choices), isOpen: choices.isOpen }),
      };
    }),
    rows: portion([]),
  };
}

/** A column for each list of choices. */
function codeSheet(lists: ReturnType<Offered['all']>): Sheet {
  const height = Math.max(0, ...lists.map(({ choices }) => choices.values.length));
  return {
    name: CODES,
    // no id of a column, by which a sheet of cases is known
    header: lists.map(({ name }) => `${name} …`),
    rows: portion(
      Array.from({ length: height }, (_, row) => lists.map(({ choices }) => choices.values[row] ?? '')),
    ),
  };
}

function aboutSheet(
  { clock, catalogue }: CatalogueWorld & ClockWorld,
  { user, language, appendix }: TemplateReader,
  seen: Catalogue,
): Sheet {
  const facts: Record<(typeof ABOUT_KEYS)[number], string> = {
    region: seen.appendix ?? appendix,
    language,
    version: catalogue.whole.version,
    made: clock.now().toISOString(),
    by: user.userName,
  };
  return {
    name: ABOUT,
    header: ['', words['about.hint'][language]],
    widths: [KEY_WIDTH, 40, 60],
    rows: portion(ABOUT_KEYS.map((key) => [key, words[`about.${key}`][language], facts[key]])),
  };
}

async function* portion(rows: XlsxCell[][]): AsyncGenerator<XlsxCell[][]> {
  yield await Promise.resolve(rows);
}
