/** Reads what mail servers report of a mail: delivery status notifications (RFC 3464), and older texts. Pure. */
import type { Delivery, DeliveryReport } from './deliveryReport.types.ts';
import { fieldsOf, mailOf, partsOf, textOf, typeOf, type MailPart } from './mailParts.ts';
import { storable } from '../text/storable.ts';
import { readBounceText } from './bounceText.ts';

const STATUS_TYPE = /^message\/(?:global-)?delivery-status\b/i;
const RETURNED_TYPE = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i;
const DELIVERIES: Record<string, Delivery> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
};
const WORST_FIRST: readonly Delivery[] = ['bounced', 'delayed', 'delivered'];

/** `raw` is the mail as it was transferred, one character for each byte. Null: it reports nothing. */
export function readDeliveryReport(raw: string): DeliveryReport | null {
  const mail = mailOf(raw);
  const report = readNotification(mail) ?? readBounceText(mail.headers, textOf(mail));
  return report && { ...report, mailIds: report.mailIds.map(storable), note: storable(report.note) };
}

function readNotification(mail: MailPart): DeliveryReport | null {
  const parts = partsOf(mail);
  const status = parts.find((part) => STATUS_TYPE.test(typeOf(part)));
  if (!status) return null;
  const [ofMail, ...ofRecipients] = status.body
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((group) => group.trim() !== '')
    .map(fieldsOf);
  const returned = parts.find((part) => RETURNED_TYPE.test(typeOf(part)));
  const messageId = returned && fieldsOf(returned.body.split(/\r?\n\r?\n/)[0] ?? '').get('message-id');
  const ids = [ofMail?.get('original-envelope-id'), messageId];
  const delivery = WORST_FIRST.find((one) => ofRecipients.some((fields) => deliveryOf(fields) === one));
  const worst = ofRecipients.find((fields) => deliveryOf(fields) === delivery);
  return {
    mailIds: ids.flatMap((id) => id?.replaceAll(/^<|>$/g, '').trim() || []),
    delivery: delivery ?? null,
    note: worst ? noteOf(worst) : '',
  };
}

const deliveryOf = (fields: Map<string, string>): Delivery | undefined =>
  DELIVERIES[(fields.get('action') ?? '').toLowerCase()];

/** The diagnostic without the name of its protocol (`smtp; 550 ...`). */
function noteOf(fields: Map<string, string>): string {
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '');
  return [fields.get('status') ?? '', diagnostic].filter((text) => text !== '').join(' ');
}
