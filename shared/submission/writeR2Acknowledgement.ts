/** Writes an E2B(R2) acknowledgement (ICH DTD `ichicsrack` 1.1), the counterpart of `readAcknowledgement`. */
import type {
  Acknowledgement,
  BatchCode,
  MessageAcknowledgement,
  MessageCode,
} from './acknowledgement.types.ts';
import { isTime } from '../e2b/representable.ts';
import { cutText, escapeXml } from './acknowledgementText.ts';

const BATCH_CODES: Readonly<Record<BatchCode, string>> = { AA: '01', AE: '02', AR: '03' };
const REPORT_CODES: Readonly<Record<MessageCode, string>> = { CA: '01', CR: '02' };
/** CCYYMMDDhhmmss */
const SECONDS = '204';
const SECONDS_LENGTH = 14;

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
const optional = (name: string, text: string | null): string => (text === null ? '' : element(name, text));

/** The standard demands seconds: what is not known of a time is its beginning. */
const dateTime = (text: string | null): string => {
  const digits = (text !== null && isTime(text) ? text : '')
    .replace(/[+-].*$/, '')
    .replaceAll(/\D/g, '')
    .slice(0, SECONDS_LENGTH);
  return digits + '00000101000000'.slice(digits.length);
};

/** The acknowledgement as one document. */
export function writeR2Acknowledgement(given: Acknowledgement): string {
  const { number, sender, receiver, sentAt, batchNumber, batchSentAt = null, code, text, messages } = given;
  const report = ({ messageNumber, localNumber, code: verdict, text: why }: MessageAcknowledgement): string =>
    '<reportacknowledgment>' +
    element('safetyreportid', messageNumber) +
    optional('localreportnumb', localNumber) +
    element('reportacknowledgmentcode', REPORT_CODES[verdict]) +
    optional('errormessagecomment', why && cutText(why)) +
    '</reportacknowledgment>';
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<!DOCTYPE ichicsrack SYSTEM "ich-icsrack-v1_1.dtd">\n' +
    '<ichicsrack lang="en"><ichicsrmessageheader>' +
    element('messagetype', 'ichicsrack') +
    element('messageformatversion', '1.1') +
    element('messageformatrelease', '1.0') +
    element('messagenumb', number) +
    element('messagesenderidentifier', sender) +
    element('messagereceiveridentifier', receiver) +
    element('messagedateformat', SECONDS) +
    element('messagedate', dateTime(sentAt)) +
    '</ichicsrmessageheader><acknowledgment><messageacknowledgment>' +
    element('icsrmessagenumb', batchNumber) +
    element('icsrmessagesenderidentifier', receiver) +
    element('icsrmessagereceiveridentifier', sender) +
    element('icsrmessagedateformat', SECONDS) +
    element('icsrmessagedate', dateTime(batchSentAt)) +
    element('transmissionacknowledgmentcode', BATCH_CODES[code]) +
    optional('parsingerrormessage', text && cutText(text)) +
    '</messageacknowledgment>' +
    messages.map(report).join('') +
    '</acknowledgment></ichicsrack>\n'
  );
}
