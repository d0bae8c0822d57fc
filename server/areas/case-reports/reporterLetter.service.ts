/** A letter to the reporter with questions about the case: one mail, and a question at each field that is asked about. */
import { writeToReporter, type BodyOf, type DataOf } from '../../../shared/contract/index.ts';
import { isAllowedAddress, isMailAddress } from '../../../shared/mail/mailAddress.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { lockVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { putMail, type MailWorld } from '../../mail/outbox.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { caseReadOnly, itemNotFound, mailNotConfigured, mailRefused } from '../../problems.ts';
import { openQuestion } from '../../questions/openQuestion.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import { mailRules } from './mailRecipients.ts';

type LetterWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & MailWorld & UuidWorld;

/** A letter that could not be sent within this is no longer sent. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

interface Letter extends BodyOf<typeof writeToReporter> {
  user: SessionUser;
  caseKey: number;
  requestId: string;
}

/**
 * Whom reports may be mailed to may be written to. Throws 409 MAIL_NOT_CONFIGURED and CASE_READ_ONLY, 422 MAIL_REFUSED, 404
 * CASE_NOT_FOUND and ITEM_NOT_FOUND.
 */
export function mailReporter(
  deps: LetterWorld,
  { user, caseKey, requestId, to, subject, text, dueDays, questions, creationKey }: Letter,
): Promise<DataOf<typeof writeToReporter>> {
  const content = { caseKey, to, subject, text, dueDays, questions };
  return onceForKey(deps, { ...user, creationKey, call: writeToReporter, content }, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    if (!deps.mail) throw mailNotConfigured();
    if (found.del_flag === 'Y') throw caseReadOnly(caseKey, 'deleted');
    const at = deps.clock.now();
    const { sponsorKey } = user;
    const { userList, allowed } = await mailRules(trx, deps.catalogue, { sponsorKey, at });
    if (!isMailAddress(to)) throw mailRefused([{ fault: 'invalid', address: to }]);
    if (!isAllowedAddress(to, [...allowed, ...userList.map(({ address }) => address)]))
      throw mailRefused([{ fault: 'notAllowed', address: to }]);
    const unknown = questions.find(
      ({ itemId }) => !deps.catalogue.whole.items[itemId] || !maySee(deps, user, itemId),
    );
    if (unknown) throw itemNotFound(unknown.itemId);
    const { rows } = await readCaseContent(trx, sponsorKey, caseKey);
    const mailKey = await putMail(trx, deps, deps.mail, {
      to,
      subject,
      text,
      giveUpAt: new Date(at.getTime() + GIVE_UP_MS),
    });
    const due = dueDays === null ? null : dayAfter(dayAt(at.getTime(), user.timeZone), dueDays);
    for (const { text: question, ...address } of questions)
      await openQuestion(trx, deps, {
        found,
        rows,
        address,
        asker: user.userKey,
        addressee: null,
        mailKey,
        due,
        at,
        text: question,
        by: user,
        source: 'screen',
        requestId,
      });
    return { count: questions.length };
  });
}
