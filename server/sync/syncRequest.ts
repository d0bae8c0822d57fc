import type { Language } from '../http/language.ts';
import type { ActingUser } from '../http/session.ts';

/** A selection of events of one subject, and the case that it is to become: all that any server needs to write it. */
export interface SyncRequest {
  user: ActingUser;
  language: Language;
  studyKey: number;
  subjectKey: string;
  /** event keys in the order of their selection: the first is the main event */
  events: readonly number[];
  /** selected events that are left out, since they are synchronised already or removed */
  skipped: readonly number[];
  /** first version of the case; null: a new one */
  target: number | null;
  /** CCYYMMDD: when the information was received */
  mostRecent: string;
  /** addresses at which the source replaces what a person changed */
  overwrite: readonly string[];
  /** `basisOf` the plan that the user has seen; left out: any */
  seen?: string;
  runKey: string;
}
