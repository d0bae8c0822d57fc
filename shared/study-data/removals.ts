/** What a source removes, and what changes make of a picture. */
import type { Removal, RowAddress, SourceRow, SourceSubject } from './studyData.ts';

/** Removals, and whether a row is in one of them: every part that the removal names is that of the row. */
export interface Removals {
  add: (removal: Removal) => void;
  /** Number of the last removal that has the row, from 1 in the order in which they were added; 0: none has it. */
  lastOf: (row: SourceRow) => number;
}

/** Finds a removal by the parts that it names: a document may have as many removals as rows. */
export function openRemovals(removals: readonly Removal[] = []): Removals {
  /** by the names of the parts, then by their texts */
  const shapes = new Map<string, { parts: (keyof Removal)[]; last: Map<string, number> }>();
  let count = 0;
  const keyOf = (parts: readonly (keyof Removal)[], of: Removal): string =>
    JSON.stringify(parts.map((part) => of[part]));
  const add: Removals['add'] = (removal) => {
    const parts = Object.keys(removal).toSorted() as (keyof Removal)[];
    const name = parts.join();
    const shape = shapes.get(name) ?? { parts, last: new Map<string, number>() };
    shapes.set(name, shape);
    shape.last.set(keyOf(parts, removal), (count += 1));
  };
  for (const removal of removals) add(removal);
  return {
    add,
    lastOf: (row) =>
      Math.max(0, ...[...shapes.values()].map(({ parts, last }) => last.get(keyOf(parts, row)) ?? 0)),
  };
}

/** A removal that names a subject and nothing in it. */
export const isOfSubject = (removal: Removal): boolean =>
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
  // a row that was read without the identifier of its record goes on without: it is known by its address
  recordId: before ? before.recordId : row.recordId,
  values: { ...before?.values, ...row.values },
  changedAt: row.changedAt ?? before?.changedAt ?? null,
});
