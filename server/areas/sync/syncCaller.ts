/** Who synchronises, and the study they may see. */
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { syncStudyNotFound, syncSubjectNotFound } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import type { StoredSubject } from '../../study-data/studyData.store.ts';
import { findLinkedStudies, findSubject, type LinkedStudy } from '../../sync/sync.store.ts';

export interface SyncCaller {
  user: SessionUser;
  language: Language;
  appendix: string;
}

/** Throws 404 SYNC_STUDY_NOT_FOUND. */
export async function openStudy(
  trx: Trx,
  { sponsorKey, studyKeys }: Pick<SessionUser, 'sponsorKey' | 'studyKeys'>,
  studyKey: number,
): Promise<LinkedStudy> {
  const [study] = await findLinkedStudies(trx, sponsorKey, { studyKey });
  if (!study || (studyKeys.length > 0 && !studyKeys.includes(studyKey))) throw syncStudyNotFound();
  return study;
}

/** By its SUBJ_KEY. Throws 404 SYNC_SUBJECT_NOT_FOUND. */
export async function openSubject(trx: Trx, study: LinkedStudy, subjectNo: number): Promise<StoredSubject> {
  const subject = await findSubject(trx, study, subjectNo);
  if (!subject) throw syncSubjectNotFound();
  return subject;
}
