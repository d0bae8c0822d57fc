/** Asks the help center for a way in, in the name of the user. */
import type { LogWorld } from '../../ports/log.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { WayIn, HelpDeskWorld } from '../../ports/helpDesk.ts';
import { helpCenterFailed, helpCenterNotConfigured } from '../../problems.ts';

/** What this module needs of the server. */
type HelpdeskWorld = HelpDeskWorld & LogWorld;

/** Throws 409 HELP_CENTER_NOT_CONFIGURED where there is none, 502 HELP_CENTER_FAILED where it does not answer. */
export async function wayIn(
  { helpDesk, log }: HelpdeskWorld,
  { userId, userName }: SessionUser,
  language: Language,
): Promise<WayIn> {
  if (!helpDesk) throw helpCenterNotConfigured();
  try {
    return await helpDesk.wayIn({ userId, userName, language });
  } catch (err) {
    log.error({ err }, 'the help center failed');
    throw helpCenterFailed();
  }
}
