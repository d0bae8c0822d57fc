/** The rows of a subject as rules read them, in an order that does not depend on how a source lists them. */
import type { SourceRow, SourceSubject } from '../study-data/studyData.ts';
import { spend } from '../expressions/steps.ts';
import { passesAll, type TextOf } from './conditions.ts';
import { FACTS_FORM, type GroupRule, type RowWindow, type RuleSet, type RuleSource } from './mappingRule.ts';
import { ownText } from './ownText.ts';
import { sourceDate } from './sourceDate.ts';

export interface SubjectRow extends SourceRow {
  recordKey: string;
  removedAt?: Date | null;
}

/** Rows that enclose each other, outermost first: a drug, and the event that it is assessed for. */
export type RowChain = readonly SubjectRow[];

/** Facts that are no item of a form, by `SUBJECT_FACTS` and `STUDY_FACTS`. */
export type Facts = Readonly<Record<string, string>>;

export interface SourceRows {
  facts: Facts;
  /** of any event and group, in order */
  all: readonly SubjectRow[];
  /** rows of events, in the order of their selection */
  selected: readonly SubjectRow[];
}

/** Steps for each row that is brought into order. */
const SORTING = 8;
/** Rows that are looked at in a step. */
const ROWS_PER_STEP = 8;

/** Removed rows are none. */
export function sourceRows(
  rows: readonly SubjectRow[],
  selected: readonly string[],
  { event }: Pick<RuleSet, 'event'>,
  facts: Facts,
): SourceRows {
  spend(rows.length * SORTING);
  const all = rows.filter(({ removedAt }) => !removedAt).toSorted(compareRows);
  const byKey = new Map(all.map((row) => [row.recordKey, row]));
  return {
    facts,
    all,
    selected: [...new Set(selected)].flatMap((key) => {
      const row = byKey.get(key);
      return row && isOf(row, event) ? [row] : [];
    }),
  };
}

export const factsOf = (
  { subjectKey, label, siteOid, siteName, country }: SourceSubject,
  study: { studyOid: string; fields: Facts },
): Facts => ({
  'subject.key': subjectKey,
  'subject.label': label,
  'site.oid': siteOid,
  'site.name': siteName,
  'site.country': country,
  'study.oid': study.studyOid,
  ...Object.fromEntries(Object.entries(study.fields).map(([name, text]) => [`study.${name}`, text])),
});

const natural = new Intl.Collator('en', { numeric: true });

function compareRows(a: SubjectRow, b: SubjectRow): number {
  for (const part of [
    'eventOid',
    'eventRepeat',
    'formOid',
    'formRepeat',
    'groupOid',
    'groupRepeat',
  ] as const) {
    // most rows of a subject differ in one part
    const order = a[part] === b[part] ? 0 : natural.compare(a[part], b[part]);
    if (order !== 0) return order;
  }
  return a.recordKey < b.recordKey ? -1 : 1;
}

/** '*' and no event are any event. */
export const isOf = (
  row: SourceRow,
  { eventOid = '*', formOid, groupOid }: { eventOid?: string; formOid: string; groupOid: string },
): boolean =>
  row.formOid === formOid && row.groupOid === groupOid && (eventOid === '*' || row.eventOid === eventOid);

/** Reads an item from the innermost row that has it, or from the facts of the subject. */
export const textIn =
  (chain: RowChain, facts: Facts): TextOf =>
  (itemOid) => {
    const row = chain.findLast(({ values }) => Object.hasOwn(values, itemOid));
    return ownText(row?.values ?? facts, itemOid)?.trim() ?? '';
  };

/** The rows that a rule reads where its target's row was made from the chain. */
export function rowsOfSource(
  source: RuleSource,
  { event }: Pick<RuleSet, 'event'>,
  rows: SourceRows,
  chain: RowChain,
): readonly SubjectRow[] {
  if (source.row === 'same') {
    const row = chain.findLast((one) => isOf(one, source));
    return row ? [row] : [];
  }
  const isEvent = source.formOid === event.formOid && source.groupOid === event.groupOid;
  return within(isEvent ? rows.selected : rows.all, source);
}

function within(rows: readonly SubjectRow[], source: Parameters<typeof isOf>[1]): readonly SubjectRow[] {
  spend(rows.length / ROWS_PER_STEP);
  return rows.filter((row) => isOf(row, source));
}

/** The source rows that rows of a group are made from, within the row that encloses them. */
export function rowsOfGroup(rule: GroupRule, rows: SourceRows, chain: RowChain): readonly SubjectRow[] {
  const { source } = rule;
  const enclosing = chain.findLast((row) => isOf(row, source));
  const candidates = enclosing
    ? [enclosing]
    : within(rule.rows === 'selected' ? rows.selected : rows.all, source);
  return candidates.filter(
    (row) =>
      passesAll(source.condition, textIn([...chain, row], rows.facts)) &&
      (rule.window === null || isUnderWay(row, rule.window, rows)),
  );
}

function isUnderWay(
  row: SubjectRow,
  { startItemOid, endItemOid, onsetItemOid, days }: RowWindow,
  { selected }: SourceRows,
): boolean {
  const dayOf = ({ values }: SubjectRow, itemOid: string) =>
    sourceDate(ownText(values, itemOid) ?? '', 'day') || null;
  const [start, end] = [dayOf(row, startItemOid), dayOf(row, endItemOid)];
  spend(selected.length);
  const onsets = selected.map((event) => dayOf(event, onsetItemOid));
  return (
    onsets.length === 0 ||
    onsets.some(
      (onset) =>
        onset === null ||
        ((start === null || firstDay(start) <= lastDay(onset)) &&
          (end === null || lastDay(end) >= daysBefore(firstDay(onset), days))),
    )
  );
}

const firstDay = (date: string): string => date + '0101'.slice(date.length - 4);
const lastDay = (date: string): string => date + '1231'.slice(date.length - 4);

function daysBefore(date: string, days: number): string {
  const at = new Date(
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))),
  );
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

export const isFact = ({ formOid }: Pick<RuleSource, 'formOid'>): boolean => formOid === FACTS_FORM;
