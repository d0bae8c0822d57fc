/** What reading a file of reports needs. */
import type { CaseWorld } from '../whole-case/caseThread.ts';
import type { ReadingProgress } from './readingProgress.ts';

export interface BatchReader {
  world: CaseWorld;
  /** when the file came, and the time zone of who sent it: what today is in its dates */
  receivedAt: Date;
  timeZone: string;
  /** of the upload, for what memory does not hold */
  folder: string;
  progress: Pick<ReadingProgress, 'count'>;
}
