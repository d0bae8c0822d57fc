import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';

/** The user who makes a step of a question, and their request. */
export interface Asking {
  user: SessionUser;
  language: Language;
  appendix: string;
  requestId: string;
}
