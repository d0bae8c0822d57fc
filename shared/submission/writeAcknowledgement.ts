/** Writes an E2B(R3) acknowledgement, the counterpart of `readAcknowledgement`. */
import { HL7 } from '../e2b/xmlTree.ts';
import { cutText, escapeXml } from './acknowledgementText.ts';
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

const id = (root: string, extension: string): string =>
  `<id extension="${escapeXml(extension)}" root="${root}"/>`;

const party = (name: 'receiver' | 'sender', root: string, extension: string): string =>
  `<${name} typeCode="${name === 'receiver' ? 'RCV' : 'SND'}"><device classCode="DEV" determinerCode="INSTANCE">${id(root, extension)}</device></${name}>`;

const detail = (text: string | null): string =>
  text === null
    ? ''
    : `<acknowledgementDetail><text>${escapeXml(cutText(text))}</text></acknowledgementDetail>`;

/** The acknowledgement as one document. */
export function writeAcknowledgement(given: Acknowledgement): string {
  const { number, sender, receiver, sentAt, batchNumber, code, text, messages } = given;
  const time = sentAt === null ? '' : `<creationTime value="${escapeXml(sentAt)}"/>`;
  const message = ({
    messageNumber,
    localNumber,
    code: verdict,
    text: why,
  }: MessageAcknowledgement): string =>
    `<MCCI_IN000002UV01>${localNumber === null ? '' : id(ROOTS.report, localNumber)}${time}` +
    '<interactionId extension="MCCI_IN000002UV01" root="2.16.840.1.113883.1.6"/>' +
    '<processingCode code="P"/><processingModeCode code="T"/><acceptAckCode code="NE"/>' +
    party('receiver', ROOTS.messageReceiver, receiver) +
    party('sender', ROOTS.messageSender, sender) +
    `<acknowledgement typeCode="${verdict}"><targetMessage>${id(ROOTS.message, messageNumber)}</targetMessage>` +
    `${detail(why)}</acknowledgement></MCCI_IN000002UV01>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<MCCI_IN200101UV01 xmlns="${HL7}" ITSVersion="XML_1.0">${id(ROOTS.acknowledgement, number)}${time}` +
    '<responseModeCode code="D"/><interactionId extension="MCCI_IN200101UV01" root="2.16.840.1.113883.1.6"/>' +
    messages.map(message).join('') +
    party('receiver', ROOTS.batchReceiver, receiver) +
    party('sender', ROOTS.batchSender, sender) +
    `<acknowledgement typeCode="${code}"><targetBatch>${id(ROOTS.batch, batchNumber)}</targetBatch>` +
    `${detail(text)}</acknowledgement></MCCI_IN200101UV01>\n`
  );
}
