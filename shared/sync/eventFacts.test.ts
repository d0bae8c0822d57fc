import { describe, expect, it } from 'vitest';
import type { SourceRow } from '../study-data/studyData.ts';
import { eventFacts } from './eventFacts.ts';

const EVENT = {
  formOid: 'AE',
  groupOid: 'LOG',
  termItemOid: 'AETERM',
  seriousItemOid: 'AESER',
  seriousValues: ['Y'],
  bookletItemOid: null,
};
const METADATA = {
  events: [
    { oid: 'V1', label: 'Visit 1', repeating: false, formOids: ['AE'] },
    { oid: 'UNS', label: 'Unscheduled', repeating: true, formOids: ['AE'] },
  ],
};
const row = (groupRepeat: string, term: string, more: Partial<SourceRow> = {}): SourceRow => ({
  subjectKey: '1001',
  eventOid: 'V1',
  eventRepeat: '',
  formOid: 'AE',
  formRepeat: '',
  groupOid: 'LOG',
  groupRepeat,
  recordId: null,
  values: { AETERM: term, AESER: 'N' },
  changedAt: null,
  ...more,
});
const numbers = (rows: SourceRow[]) =>
  eventFacts(rows, { event: EVENT }, METADATA).map(({ term, eventNo }) => [eventNo, term]);

describe('the events of a subject', () => {
  it('have the numbers of the source', () => {
    expect(numbers([row('10', 'Rash'), row('2', 'Fever')])).toEqual([
      [2, 'Fever'],
      [10, 'Rash'],
    ]);
  });

  it('keep the numbers of the source where it gives that of a removed one again', () => {
    const removed = { removedAt: new Date() };
    const rows = [{ ...row('1', 'Rash'), ...removed }, row('1', 'Skin rash'), row('3', 'Fever')];
    expect(numbers(rows)).toEqual([
      [1, 'Rash'],
      [1, 'Skin rash'],
      [3, 'Fever'],
    ]);
  });

  it('are numbered where the source numbers them by visit, or not at all', () => {
    const later = { eventOid: 'UNS', eventRepeat: '2' };
    expect(numbers([row('1', 'Fever', later), row('1', 'Rash')])).toEqual([
      [1, 'Rash'],
      [2, 'Fever'],
    ]);
    expect(numbers([row('', 'Rash')])).toEqual([[1, 'Rash']]);
  });

  it('name their visits, and are serious by the values of the study', () => {
    const values = { AETERM: ' Syncope ', AESER: 'Y' };
    expect(
      eventFacts([row('1', '', { eventOid: 'UNS', eventRepeat: '2', values })], { event: EVENT }, METADATA),
    ).toMatchObject([
      { visit: 'Unscheduled (2)', visitNo: 2, term: 'Syncope', serious: true, booklet: null },
    ]);
  });

  it('are serious in whatever letters the source writes it', () => {
    const of = (AESER: string) =>
      eventFacts(
        [row('1', '', { values: { AESER } })],
        { event: { ...EVENT, seriousValues: ['YES'] } },
        METADATA,
      )[0];
    expect(['Yes', ' yes', 'No', ''].map((text) => of(text)?.serious)).toEqual([true, true, false, false]);
  });

  it('are shown with the name of the source where its metadata is not known', () => {
    expect(eventFacts([row('1', 'Rash')], { event: { ...EVENT, seriousItemOid: null } }, null)).toMatchObject(
      [{ visit: 'V1', visitNo: 0, serious: false }],
    );
  });

  it('are no rows of other groups', () => {
    expect(numbers([row('1', 'Rash', { groupOid: 'OTHER' })])).toEqual([]);
  });
});
