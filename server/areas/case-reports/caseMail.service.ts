/** Mails reports of cases, and answers whom they may be mailed to. */
import {
  sendCaseMail,
  type CaseMailForm,
  type DataOf,
  type readCaseMailForm,
} from '../../../shared/contract/index.ts';
import { addressKeyOfMail } from '../../../shared/mail/mailAddress.ts';
import { recordDistribution } from '../../cases/lifecycle/distribution.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { logCaseMail } from '../../mail/caseMailLog.ts';
import { putMail, type Mail, type MailWorld } from '../../mail/outbox.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { mailNotConfigured, mailRefused } from '../../problems.ts';
import { readInSponsor, type Trx } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import words from './caseMail.json' with { type: 'json' };
import { mailedFile } from './mailedFile.ts';
import { mailFaults, mailRules, type MailRules } from './mailRecipients.ts';
import type { XmlReportWorld } from './xmlReport.service.ts';

/** What this module needs of the server. */
type CaseMailWorld = XmlReportWorld & MailWorld & UuidWorld;

/** A report that could not be sent within this is no longer sent. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

export interface MailRequest {
  user: SessionUser;
  caseKey: number;
  form: CaseMailForm;
  language: Language;
  requestId: string;
  signal: AbortSignal;
}

export const caseMailForm = (
  { db, catalogue, clock, mail }: CaseMailWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof readCaseMailForm>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    const { sponsorKey } = user;
    const { userList, allowed } = await mailRules(trx, catalogue, { sponsorKey, at: clock.now() });
    return { available: mail !== null, userList, allowed };
  });

/**
 * Makes the file, encrypts it with the password, and puts out one mail for each recipient, so that each has a state of its
 * own and none sees the others. The password is used here and kept nowhere. Throws 409 MAIL_NOT_CONFIGURED, 422 MAIL_REFUSED
 * and what `mailedFile` throws.
 */
export async function mailReport(
  deps: CaseMailWorld,
  request: MailRequest,
): Promise<DataOf<typeof sendCaseMail>> {
  const { db, catalogue, clock, files, mail } = deps;
  const { user, caseKey, form } = request;
  const { sponsorKey } = user;
  const { rules, mailer } = await readInSponsor(db, user.sponsorKey, async (trx) => {
    await findVisibleCase(trx, user, caseKey);
    // a case out of scope is as good as none, whatever is set up
    if (!mail) throw mailNotConfigured();
    const found = await mailRules(trx, catalogue, { sponsorKey, at: clock.now() });
    const faults = await mailFaults(trx, user.sponsorKey, found, form);
    if (faults.length > 0) throw mailRefused(faults);
    return { rules: found, mailer: mail };
  });
  const { bytes, fileName, mediaType } = await mailedFile(deps, request);
  const fileKey = await files.put(bytes);
  const file = { fileKey, fileName, mediaType, size: bytes.length };
  const { creationKey, ...content } = form;
  const attempt = { ...user, creationKey, call: sendCaseMail, content: { caseKey, ...content } };
  return onceForKey(deps, attempt, (trx) => putOut(trx, { ...deps, mail: mailer }, { request, rules, file }));
}

interface PutOut {
  request: MailRequest;
  rules: MailRules;
  file: { fileKey: string; fileName: string; mediaType: string; size: number };
}

async function putOut(
  trx: Trx,
  deps: CaseMailWorld & { mail: Mail },
  { request, rules, file }: PutOut,
): Promise<DataOf<typeof sendCaseMail>> {
  const { user, caseKey, form, language, requestId } = request;
  const { sponsorKey } = user;
  const { case_no: caseNo, version_no: version } = await findVisibleCase(trx, user, caseKey);
  const at = deps.clock.now();
  const hasPassword = Boolean(form.password);
  const subject = fillPlaceholders(words.subject[language], { report: form.reportId, caseNo, version });
  const values = { content: form.content, file: file.fileName, userName: user.userName };
  const text =
    fillPlaceholders(words.text[language], values) + (hasPassword ? `\n\n${words.locked[language]}` : '');
  const giveUpAt = new Date(at.getTime() + GIVE_UP_MS);
  const names = new Map(rules.userList.map((one) => [addressKeyOfMail(one.address), one.userName]));
  const recipients = [];
  for (const { address } of form.recipients) {
    const outboxKey = await putMail(trx, deps, deps.mail, { to: address, subject, text, giveUpAt, file });
    recipients.push({ userName: names.get(addressKeyOfMail(address)) ?? address, address, outboxKey });
  }
  const receiver = form.receiverName ?? null;
  const sent = { sponsorKey, caseKey, at, user, reportId: form.reportId, receiver };
  const emailKey = await logCaseMail(trx, {
    ...sent,
    size: file.size,
    hasPassword,
    recipients,
    file: { fileKey: file.fileKey, fileName: file.fileName, options: optionsOf(form) },
  });
  await recordDistribution(trx, deps, { ...sent, requestId });
  return { emailKey };
}

/** What the report was made with; neither the text of the mail nor the password. */
const optionsOf = ({
  content: _,
  password: __,
  recipients: ___,
  creationKey: ____,
  ...options
}: CaseMailForm): object => options;
