/**
 * What a report prints in a box, read backwards: its parts become an automaton over the text of the box. Whatever part may
 * be missing; what no part explains is unread.
 */
import type { CatalogueReport } from '../../schemas/compile/catalogue.types.ts';
import type { DatePart, ReportPart } from '../../schemas/compile/reports.types.ts';
import { textIn } from '../reports/reportWords.ts';
import { addEdge, addState, newAutomaton, type Automaton } from './automaton.ts';
import { impliedValue, unprintedValue, type ImpliedValue } from './impliedValue.ts';
import {
  computedLengths,
  readDatePart,
  readRowNumber,
  readWords,
  valueReader,
  type ReadingWorld,
  type StoredForm,
} from './reads.ts';
import { breaksWithoutSpace } from './textLines.ts';

export type Mark =
  | { kind: 'row'; rows: string; isFirst: boolean }
  | { kind: 'endRow' }
  | { kind: 'number'; number: number }
  | { kind: 'value'; itemId: string; length: number; stored: StoredForm }
  | { kind: 'datePart'; itemId: string; part: DatePart; digits: string }
  /** `length` of the words that say so; 0: that nothing is printed says so */
  | { kind: 'implied'; itemId: string; value: string; length: number }
  | { kind: 'text'; itemId: string }
  | { kind: 'unread' }
  | { kind: 'endText' };

const FREE_TEXT = 4;
/** of an item of one region, which others print alike */
const REGIONAL = 12;
const UNREAD = 14;
const NO_NUMBER = 12;
const ROW_NUMBER = -6;
/** a text of its own is likelier than that of a row */
const UNNUMBERED_ROW = 1;
/** a line break in a text that has none as a rule */
const LINE_BREAK = 1;
/** a line break that is not seen before a heading */
const LOST_BREAK = 3;

interface Builder {
  world: ReadingWorld;
  report: CatalogueReport;
  automaton: Automaton<Mark>;
}

/** The automaton of the parts of a box. */
export function partsAutomaton(
  world: ReadingWorld,
  report: CatalogueReport,
  parts: readonly ReportPart[],
): Automaton<Mark> {
  const builder: Builder = { world, report, automaton: newAutomaton() };
  const { automaton } = builder;
  const end = addParts(builder, 0, parts, ' ');
  const read = addState(automaton);
  for (const state of new Set([0, end])) addEdge(automaton, state, { to: read, cost: 0 });
  const behind = addUnread(builder, read);
  const last = addState(automaton);
  addEdge(automaton, behind, { to: last, cost: 0 });
  return automaton;
}

/**
 * Each part may be missing, but not all; a separator is between those that are there. Returns the state behind them:
 * nothing leads there that has read nothing.
 */
function addParts(builder: Builder, from: number, parts: readonly ReportPart[], separator: string): number {
  const { automaton } = builder;
  /** nothing of the parts was read yet, and something was; null: nothing can have been */
  let [before, behind]: [number, number | null] = [from, null];
  for (const part of parts) {
    const start = addState(automaton);
    addEdge(automaton, before, { to: start, cost: 0 });
    if (behind !== null) addWords(builder, behind, start, separator);
    const end = addPart(builder, { from: start, behindLine: separator === '\n' ? behind : null }, part);
    const missing = edgeWithout(part);
    const [nextBefore, nextBehind] = [addState(automaton), addState(automaton)];
    addEdge(automaton, before, { to: nextBefore, cost: part.number ? NO_NUMBER : 0 });
    if (behind !== null) addEdge(automaton, behind, { to: nextBehind, ...missing });
    addEdge(automaton, end, { to: nextBehind, cost: 0 });
    [before, behind] = [nextBefore, nextBehind];
  }
  return behind ?? before;
}

/** How a part is left out: some say by that what their item is. */
function edgeWithout({ item, when }: ReportPart): { cost: number; mark?: Mark } {
  const value = item === undefined ? null : unprintedValue(item, when);
  return item === undefined || value === null
    ? { cost: 0 }
    : { cost: 0, mark: { kind: 'implied', itemId: item, value, length: 0 } };
}

const addWords = ({ automaton }: Builder, from: number, to: number, words: string): void => {
  if (words === '') addEdge(automaton, from, { to, cost: 0 });
  else addEdge(automaton, from, { to, cost: 0, reads: (text, at) => readWords(words, text, at) });
};

interface PartStart {
  from: number;
  /** where the line before it ends, if it begins one */
  behindLine: number | null;
}

function addPart(builder: Builder, { from, behindLine }: PartStart, part: ReportPart): number {
  const { automaton, world } = builder;
  // the number of a row is read with whatever is around it
  if (part.number) return addNumber(builder, from);
  const start = addState(automaton);
  const prefix = textIn(part.prefix, world.language);
  addWords(builder, from, start, prefix);
  if (behindLine !== null && isHeading(prefix))
    addEdge(automaton, behindLine, {
      to: start,
      cost: LOST_BREAK,
      reads: (text, at) => readWords(prefix, text, at),
    });
  const end =
    part.rows === undefined ? addInner(builder, start, part) : addRows(builder, start, part, part.rows);
  const behind = addState(automaton);
  addWords(builder, end, behind, textIn(part.suffix, world.language));
  return behind;
}

/** Words that no text has by chance; their line may seem to be one with a full line before it, as those without spaces do. */
const isHeading = (words: string): boolean => words.trim().length > 2 && breaksWithoutSpace(words.charAt(0));

function addNumber({ automaton }: Builder, from: number): number {
  const to = addState(automaton);
  addEdge(automaton, from, {
    to,
    cost: ROW_NUMBER,
    reads: (text, at) =>
      readRowNumber(text, at).map(({ length, number }) => ({
        length,
        cost: 0,
        mark: { kind: 'number', number },
      })),
  });
  return to;
}

function addInner(builder: Builder, from: number, part: ReportPart): number {
  const { automaton, world } = builder;
  if (part.item !== undefined) return addItem(builder, from, part.item, part.date);
  if (part.parts !== undefined) return addParts(builder, from, part.parts, part.separator ?? ' ');
  const to = addState(automaton);
  if (part.words !== undefined) {
    const implied = impliedValue(part.when);
    const words = part.words[world.language];
    addEdge(automaton, from, {
      to,
      cost: 0,
      reads: (text, at) =>
        readWords(words, text, at).map((read) => ({
          ...read,
          ...(implied && { mark: impliedMark(implied, read.length) }),
        })),
    });
  } else
    addEdge(automaton, from, {
      to,
      cost: 0,
      reads: (text, at) => computedLengths(text, at).map((length) => ({ length, cost: 0 })),
    });
  return to;
}

const impliedMark = ({ itemId, value }: ImpliedValue, length: number): Mark => ({
  kind: 'implied',
  itemId,
  value,
  length,
});

function addRows(builder: Builder, from: number, part: ReportPart, rows: string): number {
  const { automaton } = builder;
  const mark: Mark = { kind: 'row', rows, isFirst: part.first === true };
  const start = addState(automaton);
  const parts = part.parts ?? [];
  const isNumbered = parts.some(({ number }) => number);
  const cost = isNumbered ? 0 : UNNUMBERED_ROW;
  addEdge(automaton, from, { to: start, cost, mark });
  const end = addParts(builder, start, parts, ' ');
  const behind = isNumbered ? addUnread(builder, end) : end;
  const last = addState(automaton);
  addEdge(automaton, behind, { to: last, cost: 0, mark: { kind: 'endRow' } });
  const separator = part.separator ?? '\n';
  if (!part.first)
    addEdge(automaton, last, { to: start, cost, mark, reads: (text, at) => readWords(separator, text, at) });
  return last;
}

function addItem(builder: Builder, from: number, itemId: string, part: DatePart | undefined): number {
  const { automaton, world } = builder;
  const item = world.items[itemId];
  const to = addState(automaton);
  if (!item) return to;
  if (part !== undefined) {
    addEdge(automaton, from, {
      to,
      cost: 0,
      reads: (text, at) =>
        readDatePart(part, text, at).map(({ length, digits }) => ({
          length,
          cost: 0,
          mark: { kind: 'datePart', itemId, part, digits },
        })),
    });
    return to;
  }
  const read = valueReader(world, item);
  const regional = item.appendix === null ? 0 : REGIONAL;
  addEdge(automaton, from, {
    to,
    cost: regional,
    reads: (text, at) =>
      read(text, at).map(({ length, cost, stored }) => ({
        length,
        cost,
        mark: { kind: 'value', itemId, length, stored },
      })),
  });
  const isOpen = item.codeList !== null && (world.codeLists[item.codeList]?.open ?? false);
  const isText = item.control === 'text' || item.control === 'longText' || isOpen;
  if (!isText || item.dictionary !== null) return to;
  const lineBreak = item.control === 'longText' ? 0 : LINE_BREAK;
  return addText(
    builder,
    { from, before: to },
    { kind: 'text', itemId },
    { cost: FREE_TEXT + regional, lineBreak },
  );
}

const addUnread = (builder: Builder, from: number): number => {
  const { automaton } = builder;
  const start = addState(automaton);
  addEdge(automaton, from, { to: start, cost: 0 });
  for (const space of [' ', '\n']) addWords(builder, from, start, space);
  const behind = addText(
    builder,
    { from: start, before: null },
    { kind: 'unread' },
    { cost: UNREAD, lineBreak: 0 },
  );
  addEdge(automaton, from, { to: behind, cost: 0 });
  return behind;
};

const isInk = (character: string | undefined): boolean => character !== undefined && !/\s/.test(character);

/** Any text from a first character to a last one that is no space. `before`: a state that leads to the same end. */
function addText(
  { automaton }: Builder,
  { from, before }: { from: number; before: number | null },
  mark: Mark,
  { cost, lineBreak }: { cost: number; lineBreak: number },
): number {
  const ink = (text: string, at: number) => (isInk(text[at]) ? [{ length: 1, cost: 0 }] : []);
  const space = (text: string, at: number) =>
    isInk(text[at]) ? [] : [{ length: 1, cost: text[at] === '\n' ? lineBreak : 0 }];
  const inside = addState(automaton);
  const between = addState(automaton);
  addEdge(automaton, from, { to: inside, cost, mark, reads: ink });
  addEdge(automaton, inside, { to: inside, cost: 0, reads: ink });
  addEdge(automaton, inside, { to: between, cost: 0, reads: space });
  addEdge(automaton, between, { to: between, cost: 0, reads: space });
  addEdge(automaton, between, { to: inside, cost: 0, reads: ink });
  const behind = addState(automaton);
  addEdge(automaton, inside, { to: behind, cost: 0, mark: { kind: 'endText' } });
  if (before !== null) addEdge(automaton, before, { to: behind, cost: 0 });
  return behind;
}
