/** What people see of the adverse events of a subject: visit, number, term, whether it is serious. */
import { fold } from '../text/fold.ts';
import { ownText } from './ownText.ts';
import type { SourceRow, StudyMetadata } from '../study-data/studyData.ts';
import type { RuleSet } from './mappingRule.ts';

export interface EventFacts<Row> {
  row: Row;
  visitNo: number;
  visit: string;
  eventNo: number;
  term: string;
  serious: boolean;
  /** null: the study has no booklets */
  booklet: string | null;
}

const natural = new Intl.Collator('en', { numeric: true });

/**
 * The rows of a subject that are events, in the order of their visits. Numbers are those of the source where each event that
 * it has now has one of its own: it gives that of a removed one again. Otherwise removed rows are counted, so that the others
 * keep their numbers.
 */
export function eventFacts<Row extends SourceRow & { removedAt?: Date | null }>(
  rows: readonly Row[],
  { event }: Pick<RuleSet, 'event'>,
  metadata: Pick<StudyMetadata, 'events'> | null,
): EventFacts<Row>[] {
  const visitNoOf = ({ eventOid }: SourceRow): number =>
    (metadata?.events.findIndex(({ oid }) => oid === eventOid) ?? -1) + 1;
  const ofEvents = rows
    .filter(({ formOid, groupOid }) => formOid === event.formOid && groupOid === event.groupOid)
    .toSorted(
      (a, b) =>
        visitNoOf(a) - visitNoOf(b) ||
        natural.compare(a.eventOid, b.eventOid) ||
        natural.compare(a.eventRepeat, b.eventRepeat) ||
        natural.compare(a.formRepeat, b.formRepeat) ||
        natural.compare(a.groupRepeat, b.groupRepeat),
    );
  const given = ofEvents.filter(({ removedAt }) => !removedAt).map(givenNumber);
  const isNumbered = !given.includes(0) && new Set(given).size === given.length;
  const text = ({ values }: SourceRow, itemOid: string | null) =>
    itemOid === null ? '' : (ownText(values, itemOid)?.trim() ?? '');
  // as conditions compare: `Yes` is `YES`
  const serious = new Set(event.seriousValues.map(fold));
  return ofEvents.map((row, index) => ({
    row,
    visitNo: visitNoOf(row),
    visit: visitOf(row, metadata),
    eventNo: (isNumbered && givenNumber(row)) || index + 1,
    term: text(row, event.termItemOid),
    serious: serious.has(fold(text(row, event.seriousItemOid))),
    booklet: event.bookletItemOid === null ? null : text(row, event.bookletItemOid),
  }));
}

/** 0: the source has not given it one. */
const givenNumber = ({ groupRepeat }: SourceRow): number =>
  /^[1-9]\d{0,8}$/.test(groupRepeat) ? Number(groupRepeat) : 0;

/** A repeating visit with its number. */
function visitOf(
  { eventOid, eventRepeat }: SourceRow,
  metadata: Pick<StudyMetadata, 'events'> | null,
): string {
  const visit = metadata?.events.find(({ oid }) => oid === eventOid);
  const name = visit?.label || eventOid;
  return visit?.repeating && eventRepeat !== '' ? `${name} (${eventRepeat})` : name;
}
