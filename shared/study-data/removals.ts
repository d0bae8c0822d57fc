/** What a source removes, and what changes make of a picture. */
import type { RowAddress, SourceRow, SourceSubject } from './studyData.ts';

/** Whether a row is in what is removed: every part that the removal names is that of the row. */
export const matches = (removal: Partial<RowAddress>, row: RowAddress): boolean =>
  Object.entries(removal).every(([part, text]) => row[part as keyof RowAddress] === text);

/** A removal that names a subject and nothing in it. */
export const isOfSubject = (removal: Partial<RowAddress>): boolean =>
  Object.keys(removal).every((part) => part === 'subjectKey');

export const addressKey = (row: RowAddress): string =>
  JSON.stringify([
    row.subjectKey,
    row.eventOid,
    row.eventRepeat,
    row.formOid,
    row.formRepeat,
    row.groupOid,
    row.groupRepeat,
  ]);

/** A subject of changes, which name its site only where they are about it. */
export const mergedSubject = (before: SourceSubject | undefined, subject: SourceSubject): SourceSubject => ({
  subjectKey: subject.subjectKey,
  label: subject.label === subject.subjectKey ? (before?.label ?? subject.label) : subject.label,
  siteOid: subject.siteOid || (before?.siteOid ?? ''),
  siteName: subject.siteName || (before?.siteName ?? ''),
  country: subject.country || (before?.country ?? ''),
});

/** A row of changes laid over the one that is there. */
export const mergedRow = (before: SourceRow | undefined, row: SourceRow): SourceRow => ({
  ...row,
  recordId: row.recordId ?? before?.recordId ?? null,
  values: { ...before?.values, ...row.values },
  changedAt: row.changedAt ?? before?.changedAt ?? null,
});
