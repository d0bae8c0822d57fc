/**
 * Mails who is asked, and who asked when it is answered: that there is something, and where. Neither question nor answer is
 * in the mail, which leaves the system.
 */
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import { putMail, type MailWorld } from '../../mail/outbox.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { Trx } from '../../storage/database.ts';
import type { Asking } from './asking.types.ts';
import words from './questionMail.json' with { type: 'json' };

const GIVE_UP_MS = 3 * 24 * 3_600_000;

export interface QuestionNews {
  type: 'ask' | 'answer';
  /** null: the user has none, so nothing is sent */
  to: string | null;
  caseNo: string;
  /** of the item, below the prefix of the main area */
  path: string;
  /** CCYY-MM-DD; empty: none */
  due: string;
}

/** Puts the mail out with the step. Does nothing where no mail server is set up. */
export async function putQuestionMail(
  trx: Trx,
  world: ClockWorld & UuidWorld & MailWorld,
  { user, language, appendix }: Asking,
  { type, to, caseNo, path, due }: QuestionNews,
): Promise<void> {
  const { mail, clock } = world;
  if (!mail || to === null) return;
  const values = { caseNo, userName: user.userName, due: due || '-' };
  const link = mail.linkTo(
    `/${user.sponsorKey}/${user.senderKey ?? user.senderKeys[0] ?? 0}/${language}/${appendix}/${path}`,
  );
  // users have no stored language
  const text = [...Object.values(words[type].text).map((one) => fillPlaceholders(one, values)), link];
  await putMail(trx, world, mail, {
    to,
    subject: fillPlaceholders(words[type].subject[language], values),
    text: text.join('\n\n'),
    giveUpAt: new Date(clock.now().getTime() + GIVE_UP_MS),
  });
}
