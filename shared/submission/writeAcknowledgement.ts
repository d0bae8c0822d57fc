/** Writes an E2B(R3) acknowledgement, the counterpart of `readAcknowledgement`. */
import { isTime } from '../e2b/representable.ts';
import { HL7 } from '../e2b/xmlTree.ts';
import { cutText, escapeXml } from './acknowledgementText.ts';
import { BATCH_TIME, MESSAGE_TIME } from './keyWords.ts';
import type { Acknowledgement, MessageAcknowledgement } from './acknowledgement.types.ts';

/** Namespaces of the ids of an acknowledgement (ICH implementation guide). */
const ROOTS = {
  acknowledgement: '2.16.840.1.113883.3.989.2.1.3.20',
  batch: '2.16.840.1.113883.3.989.2.1.3.22',
  batchSender: '2.16.840.1.113883.3.989.2.1.3.17',
  batchReceiver: '2.16.840.1.113883.3.989.2.1.3.18',
  report: '2.16.840.1.113883.3.989.2.1.3.19',
  message: '2.16.840.1.113883.3.989.2.1.3.1',
  messageSender: '2.16.840.1.113883.3.989.2.1.3.15',
  messageReceiver: '2.16.840.1.113883.3.989.2.1.3.16',
} as const;
const KEY_WORDS = '2.16.840.1.113883.3.989.2.1.1.24';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** The schema wants every id, also one that the answered batch does not have. */
const id = (root: string, extension: string): string =>
  extension === '' ? '<id nullFlavor="NI"/>' : `<id extension="${escapeXml(extension)}" root="${root}"/>`;

const party = (name: 'receiver' | 'sender', root: string, extension: string): string =>
  `<${name} typeCode="${name === 'receiver' ? 'RCV' : 'SND'}"><device classCode="DEV" determinerCode="INSTANCE">${id(root, extension)}</device></${name}>`;

/** A time as its sender wrote it, if it is one: with another text the whole answer would be invalid. */
const attention = (code: string, displayName: string, value: string | null): string =>
  value === null || !isTime(value)
    ? ''
    : `<attentionLine><keyWordText code="${code}" codeSystem="${KEY_WORDS}" displayName="${displayName}"/>` +
      `<value xsi:type="TS" value="${escapeXml(value)}"/></attentionLine>`;

const detail = (text: string | null): string =>
  text === null
    ? ''
    : `<acknowledgementDetail><text>${escapeXml(cutText(text))}</text></acknowledgementDetail>`;

/** The acknowledgement as one document. */
export function writeAcknowledgement(given: Acknowledgement): string {
  const { number, sender, receiver, sentAt, batchNumber, batchSentAt = null, code, text, messages } = given;
  const time = sentAt === null ? '' : `<creationTime value="${escapeXml(sentAt)}"/>`;
  const message = ({
    messageNumber,
    localNumber,
    code: verdict,
    text: why,
    createdAt = null,
  }: MessageAcknowledgement): string =>
    // the schema demands an id also of what is not stored
    `<MCCI_IN000002UV01>${localNumber === null ? '<id nullFlavor="NA"/>' : id(ROOTS.report, localNumber)}${time}` +
    '<interactionId extension="MCCI_IN000002UV01" root="2.16.840.1.113883.1.6"/>' +
    '<processingCode code="P"/><processingModeCode code="T"/><acceptAckCode code="NE"/>' +
    party('receiver', ROOTS.messageReceiver, receiver) +
    party('sender', ROOTS.messageSender, sender) +
    attention(MESSAGE_TIME, 'dateOfIcsrMessageCreation', createdAt) +
    `<acknowledgement typeCode="${verdict}"><targetMessage>${id(ROOTS.message, messageNumber)}</targetMessage>` +
    `${detail(why)}</acknowledgement></MCCI_IN000002UV01>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<MCCI_IN200101UV01 xmlns="${HL7}" xmlns:xsi="${XSI}" ITSVersion="XML_1.0">${id(ROOTS.acknowledgement, number)}${time}` +
    '<responseModeCode code="D"/><interactionId extension="MCCI_IN200101UV01" root="2.16.840.1.113883.1.6"/>' +
    messages.map(message).join('') +
    party('receiver', ROOTS.batchReceiver, receiver) +
    party('sender', ROOTS.batchSender, sender) +
    attention(BATCH_TIME, 'dateOfIcsrBatchTransmission', batchSentAt) +
    `<acknowledgement typeCode="${code}"><targetBatch>${id(ROOTS.batch, batchNumber)}</targetBatch>` +
    `${detail(text)}</acknowledgement></MCCI_IN200101UV01>\n`
  );
}
