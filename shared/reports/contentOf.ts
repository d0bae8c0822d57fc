/** Evaluates the parts of a report over a case. */
import type { Catalogue, CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { DateStyle, ReportFact, ReportPart } from '../../schemas/compile/reports.types.ts';
import { addressAt, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { compareDates } from '../dates/partialDate.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { asText } from '../expressions/numberFunctions.ts';
import { caseScope, rowScope, rowsInScope, rowsOfItem, type Scope } from '../expressions/scope.ts';
import { printedDate, printedDatePart, printedValue, type PrintWorld } from './printedValue.ts';
import { recordReads, type ReadRecorder } from './reads.ts';
import type { Piece, ReportOptions, ReportSubject } from './report.types.ts';
import { textIn } from './reportWords.ts';

export interface ContentWorld extends PrintWorld {
  report: CatalogueReport;
  catalogue: Catalogue;
  options: ReportOptions;
  facts: Readonly<Record<ReportFact, string>>;
  scope: Scope;
  /** notes what the reader of the scope is used for */
  recorder: ReadRecorder;
  /** innermost group of the current rows, for expressions */
  group: string | null;
  /** number of the current row among those printed */
  number: number;
}

/** What the parts of a report are evaluated in: the case as a whole. */
export function contentWorld(subject: ReportSubject, options: ReportOptions): ContentWorld {
  const { catalogue, content, report } = subject;
  const recorder = recordReads(caseReader(catalogue, content));
  const scope = caseScope(catalogue, recorder.reader);
  const facts = factsOf(scope, options, report.dates);
  return { ...subject, dates: report.dates, options, facts, scope, recorder, group: null, number: 0 };
}

function factsOf(scope: Scope, options: ReportOptions, dates: DateStyle | undefined): ContentWorld['facts'] {
  const { roles } = scope.catalogue;
  const valueOf = (role: string): string => scope.reader.item(roles[role] ?? '', [])?.value ?? '';
  const number = options.followUpNumber;
  const dayOf = (role: string): string => valueOf(role).slice(0, 8);
  // a date that is missing, or the same as far as both are given, tells of no later information
  const isFollowUp =
    number === null
      ? compareDates(dayOf('firstReceived'), dayOf('mostRecentInformation')) === -1
      : number > 0;
  return {
    reportDate: printedDate((options.reportDate ?? valueOf('creationDate')).slice(0, 8), dates),
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
  const { language } = world.options;
  const inner = part.rows === undefined ? conditionalPieces(world, part) : rowPieces(world, part, part.rows);
  if (inner.length === 0) return [];
  return [...words(textIn(part.prefix, language)), ...inner, ...words(textIn(part.suffix, language))];
}

function conditionalPieces(world: ContentWorld, part: ReportPart): Piece[] {
  const condition = originOf(world, () => holds(world, part.when));
  if (!condition.result) return [];
  if (part.item !== undefined) return itemPieces(world, part.item, part);
  if (part.value !== undefined) {
    const { value } = part;
    const { result, address } = originOf(world, () => computedText(world, part, value));
    return words(result, address);
  }
  // words with a condition print what the condition reads, e.g. a yes
  if (part.words !== undefined)
    return part.fact === undefined || world.facts[part.fact] !== ''
      ? words(part.words[world.options.language], condition.address)
      : [];
  if (part.fact !== undefined) return words(world.facts[part.fact]);
  if (part.number) return words(String(world.number));
  return piecesOf(world, part.parts ?? [], part.separator);
}

const words = (text: string, address?: ItemAddress): Piece[] =>
  text === '' ? [] : [address ? { text, address } : { text }];

/** A result with the address that it comes from: the first one with a value among those that were read. */
export function originOf<Result>(
  { recorder }: ContentWorld,
  compute: () => Result,
): { result: Result; address?: ItemAddress } {
  const { result, reads } = recorder.record(compute);
  const address = (reads.find(({ value }) => value) ?? reads[0])?.address;
  return address ? { result, address } : { result };
}

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
export function rowsToPrint<World extends ContentWorld>(world: World, name: string): World[] {
  const set = world.report.rowSets?.[name];
  const group = set?.rows ?? name;
  const all = rowsInScope(world.scope, group).map((rows) => ({
    rows,
    row: { ...world, group, scope: rowScope(world.scope, group, rows) },
  }));
  const printed = all.filter(({ row }) => holds(row, set?.when));
  return ordered(world, group, set?.main, printed).map(({ row }, index) => ({ ...row, number: index + 1 }));
}

interface PrintedRow<World> {
  rows: RowPath;
  row: World;
}

function ordered<World extends ContentWorld>(
  { options: { ordering, changedAt } }: World,
  group: string,
  main: string | undefined,
  rows: PrintedRow<World>[],
): PrintedRow<World>[] {
  if (ordering === 'latest' && changedAt)
    return rows.toSorted((a, b) => changedAt(group, b.rows) - changedAt(group, a.rows));
  if (ordering !== 'primary' || main === undefined) return rows;
  const isMain = new Map(rows.map((one) => [one, holds(one.row, main)]));
  return rows.toSorted((a, b) => Number(isMain.get(b)) - Number(isMain.get(a)));
}

/** The lists that have text, with a separator between them. */
export const joined = (lists: readonly Piece[][], separator: string): Piece[] =>
  lists
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index) => (index === 0 ? pieces : [{ text: separator }, ...pieces]));
