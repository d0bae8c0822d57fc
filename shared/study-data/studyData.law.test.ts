/** Laws of readers: a picture that is written is read back equal, and changes applied are the snapshot after them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOdm } from './odm/readOdm.ts';
import { writeOdm } from './odm/writeOdm.ts';
import { addressKey, isOfSubject, mergedRow, mergedSubject } from './removals.ts';
import type { RowAddress, SourceRow, StudyData } from './studyData.ts';

const AT = new Date('2026-05-04T09:00:00Z');
const key = fc.constantFrom('1', '2', '3');
/** characters that XML can hold; an empty text is an empty value */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  // eslint-disable-next-line no-control-regex
  .filter((one) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(one));

const row: fc.Arbitrary<SourceRow> = fc.record({
  subjectKey: key,
  eventOid: fc.constantFrom('V1', 'V2'),
  eventRepeat: fc.constantFrom('', '1'),
  formOid: fc.constantFrom('AE', 'CM'),
  formRepeat: fc.constantFrom('', '1'),
  groupOid: fc.constantFrom('G1', 'G2'),
  groupRepeat: fc.constantFrom('', '1', '2'),
  recordId: fc.constantFrom(null, 'r1', 'r2'),
  values: fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.option(text), { minKeys: 1 }),
  changedAt: fc.constantFrom(null, '2026-05-01T10:00:00.000Z'),
});

const picture: fc.Arbitrary<StudyData> = fc
  .uniqueArray(row, { selector: addressKey, maxLength: 12 })
  .map((rows) => ({
    studyOid: 'S1',
    protocol: 'P-1',
    metadata: null,
    kind: 'snapshot',
    groupOids: null,
    subjectKeys: null,
    asOf: null,
    subjects: [...new Set(rows.map(({ subjectKey }) => subjectKey))].map((subjectKey) => ({
      subjectKey,
      label: `0${subjectKey}`,
      siteOid: 'S7',
      siteName: 'A & B',
      country: '',
    })),
    rows,
    removed: [],
  }));

const sorted = ({ rows, subjects }: StudyData) => ({
  rows: rows.toSorted((a, b) => (addressKey(a) < addressKey(b) ? -1 : 1)),
  subjects: subjects.toSorted((a, b) => (a.subjectKey < b.subjectKey ? -1 : 1)),
});

/** From one picture to another: rows that are gone are removed, the others written whole. */
function changesBetween(before: StudyData, after: StudyData): StudyData {
  const there = new Set(after.rows.map(addressKey));
  const subjects = new Set(after.subjects.map(({ subjectKey }) => subjectKey));
  const gone = before.subjects.filter(({ subjectKey }) => !subjects.has(subjectKey));
  return {
    ...after,
    kind: 'changes',
    removed: [
      ...gone.map(({ subjectKey }) => ({ subjectKey })),
      ...before.rows
        .filter((one) => !there.has(addressKey(one)))
        .map(({ recordId: _id, values: _values, changedAt: _at, ...address }) => address),
    ],
    // an item that is gone is said to be empty
    rows: after.rows.map((one) => ({
      ...one,
      values: {
        ...Object.fromEntries(
          Object.keys(before.rows.find((old) => addressKey(old) === addressKey(one))?.values ?? {}).map(
            (oid) => [oid, null],
          ),
        ),
        ...one.values,
      },
    })),
  };
}

const matches = (removal: Partial<RowAddress>, row: RowAddress): boolean =>
  Object.entries(removal).every(([part, text]) => row[part as keyof RowAddress] === text);

/** The picture after the changes: removals first, then rows, whose values are laid over those that are there. */
function applyChanges(picture: StudyData, changes: StudyData): StudyData {
  const { removed } = changes;
  const gone = new Set(removed.filter(isOfSubject).map(({ subjectKey }) => subjectKey));
  const rows = new Map<string, SourceRow>();
  for (const row of picture.rows)
    if (!removed.some((removal) => matches(removal, row))) rows.set(addressKey(row), row);
  for (const row of changes.rows) rows.set(addressKey(row), mergedRow(rows.get(addressKey(row)), row));
  const subjects = new Map(
    picture.subjects
      .filter(({ subjectKey }) => !gone.has(subjectKey))
      .map((subject) => [subject.subjectKey, subject]),
  );
  for (const subject of changes.subjects)
    subjects.set(subject.subjectKey, mergedSubject(subjects.get(subject.subjectKey), subject));
  return {
    ...picture,
    metadata: changes.metadata ?? picture.metadata,
    subjects: [...subjects.values()],
    rows: [...rows.values()],
  };
}

const withoutEmpty = (data: StudyData): StudyData => ({
  ...data,
  rows: data.rows.map((one) => ({
    ...one,
    recordId: null,
    changedAt: null,
    values: Object.fromEntries(Object.entries(one.values).filter(([, value]) => value !== null)),
  })),
});

describe('a picture', () => {
  it('that is written as ODM is read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(picture, async (data) => {
        const [read] = await readOdm(writeOdm(data, AT));
        expect(read).toBeDefined();
        expect(sorted({ ...data, ...read })).toEqual(sorted(data));
      }),
      { numRuns: 100 },
    );
  });

  it('with changes applied is the snapshot after them', () => {
    fc.assert(
      fc.property(picture, picture, (before, after) => {
        const applied = applyChanges(before, changesBetween(before, after));
        expect(sorted(withoutEmpty(applied))).toEqual(sorted(withoutEmpty(after)));
      }),
      { numRuns: 200 },
    );
  });
});
