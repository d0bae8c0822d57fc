/** Counts the rows of each subject while they are read. */
import { MAX_SUBJECT_ROWS, UnreadableData } from './unreadableData.ts';

/** Counts a row of a subject, in a line where there is one. Throws `UnreadableData` for one too many. */
export function subjectRows(): (subjectKey: string, line: number | null) => void {
  const counts = new Map<string, number>();
  return (subjectKey, line) => {
    const count = (counts.get(subjectKey) ?? 0) + 1;
    if (count > MAX_SUBJECT_ROWS)
      throw new UnreadableData('tooLarge', `more than ${MAX_SUBJECT_ROWS} rows of a subject`, line);
    counts.set(subjectKey, count);
  };
}
