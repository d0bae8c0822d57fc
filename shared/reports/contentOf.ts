/** Evaluates the parts of a report over a case. */
import type { Catalogue, CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { ReportFact, ReportPart } from '../../schemas/compile/reports.types.ts';
import { addressAt, type RowPath } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { asText } from '../expressions/numberFunctions.ts';
import { caseScope, rowScope, rowsInScope, rowsOfItem, type Scope } from '../expressions/scope.ts';
import { printedDate, printedDatePart, printedValue, type PrintWorld } from './printedValue.ts';
import type { Piece, ReportOptions, ReportSubject } from './report.types.ts';
import { textIn } from './reportWords.ts';

export interface ContentWorld extends PrintWorld {
  report: CatalogueReport;
  catalogue: Catalogue;
  options: ReportOptions;
  facts: Readonly<Record<ReportFact, string>>;
  scope: Scope;
  /** innermost group of the current rows, for expressions */
  group: string | null;
  /** number of the current row among those printed */
  number: number;
}

/** What the parts of a report are evaluated in: the case as a whole. */
export function contentWorld(subject: ReportSubject, options: ReportOptions): ContentWorld {
  const { catalogue, content } = subject;
  const scope = caseScope(catalogue, caseReader(catalogue, content));
  return { ...subject, options, facts: factsOf(scope, options), scope, group: null, number: 0 };
}

function factsOf(scope: Scope, options: ReportOptions): ContentWorld['facts'] {
  const { roles } = scope.catalogue;
  const valueOf = (role: string): string => scope.reader.item(roles[role] ?? '', [])?.value ?? '';
  const number = options.followUpNumber;
  const isFollowUp =
    number === null
      ? valueOf('firstReceived').slice(0, 8) !== valueOf('mostRecentInformation').slice(0, 8)
      : number > 0;
  return {
    reportDate: printedDate((options.reportDate ?? valueOf('creationDate')).slice(0, 8)),
    followUpNumber: number === null || number === 0 ? '' : String(number),
    isInitial: isFollowUp ? '' : 'true',
    isFollowUp: isFollowUp ? 'true' : '',
  };
}

/** The pieces of several parts, with a separator between those that have text. */
export function piecesOf(world: ContentWorld, parts: readonly ReportPart[], separator = ' '): Piece[] {
  return joined(
    parts.map((part) => piecesOfPart(world, part)),
    separator,
  );
}

/** Whether an expression holds in the current rows. */
export const holds = ({ catalogue, group, scope }: ContentWorld, when: string | undefined): boolean =>
  when === undefined || compileExpression(when, catalogue, group, 'bool').run(scope);

function piecesOfPart(world: ContentWorld, part: ReportPart): Piece[] {
  if (part.rows === undefined && !holds(world, part.when)) return [];
  const { language } = world.options;
  const inner = innerPieces(world, part);
  if (inner.length === 0) return [];
  return [...words(textIn(part.prefix, language)), ...inner, ...words(textIn(part.suffix, language))];
}

function innerPieces(world: ContentWorld, part: ReportPart): Piece[] {
  if (part.item !== undefined) return itemPieces(world, part.item, part);
  if (part.value !== undefined) return words(computedText(world, part, part.value));
  if (part.words !== undefined) return words(part.words[world.options.language]);
  if (part.fact !== undefined) return words(world.facts[part.fact]);
  if (part.number) return words(String(world.number));
  if (part.rows !== undefined) return rowPieces(world, part, part.rows);
  return piecesOf(world, part.parts ?? [], part.separator);
}

const words = (text: string): Piece[] => (text === '' ? [] : [{ text }]);

function itemPieces(world: ContentWorld, itemId: string, { date }: ReportPart): Piece[] {
  const item = world.catalogue.items[itemId];
  if (!item) return [];
  const rows = rowsOfItem(world.scope, item);
  const text = printedValue(world, item, world.scope.reader.item(itemId, rows), date);
  return text === '' ? [] : [{ text, address: addressAt(itemId, rows) }];
}

function computedText(
  { catalogue, group, scope }: ContentWorld,
  { date }: ReportPart,
  value: string,
): string {
  const result = compileExpression(value, catalogue, group, 'value').run(scope);
  if (typeof result === 'number' || typeof result === 'bigint') return asText(result);
  const text = String(result);
  return date === undefined ? text : printedDatePart(text, date);
}

function rowPieces(world: ContentWorld, part: ReportPart, rows: string): Piece[] {
  const printed = rowsToPrint(world, rows).filter((row) => holds(row, part.when));
  return joined(
    printed.slice(0, part.first ? 1 : undefined).map((row) => {
      const pieces = piecesOf(row, part.parts ?? []);
      // a number without a value is not printed
      return pieces.some(({ address }) => address) || !part.parts?.some(({ number }) => number) ? pieces : [];
    }),
    part.separator ?? '\n',
  );
}

/** The rows in the requested order, each with its number among them. */
function rowsToPrint(world: ContentWorld, name: string): ContentWorld[] {
  const set = world.report.rowSets?.[name];
  const group = set?.rows ?? name;
  const all = rowsInScope(world.scope, group).map((rows) => ({
    rows,
    row: { ...world, group, scope: rowScope(world.scope, group, rows) },
  }));
  const printed = all.filter(({ row }) => holds(row, set?.when));
  return ordered(world, group, set?.main, printed).map(({ row }, index) => ({ ...row, number: index + 1 }));
}

interface PrintedRow {
  rows: RowPath;
  row: ContentWorld;
}

function ordered(
  { options: { ordering, changedAt } }: ContentWorld,
  group: string,
  main: string | undefined,
  rows: PrintedRow[],
): PrintedRow[] {
  if (ordering === 'latest' && changedAt)
    return rows.toSorted((a, b) => changedAt(group, b.rows) - changedAt(group, a.rows));
  if (ordering !== 'primary' || main === undefined) return rows;
  const isMain = new Map(rows.map((one) => [one, holds(one.row, main)]));
  return rows.toSorted((a, b) => Number(isMain.get(b)) - Number(isMain.get(a)));
}

const joined = (lists: readonly Piece[][], separator: string): Piece[] =>
  lists
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index) => (index === 0 ? pieces : [{ text: separator }, ...pieces]));
