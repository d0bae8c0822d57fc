/** The message of a case, in pieces: texts, and the files between them. */
import { randomUUID } from 'node:crypto';
import type { EnvelopeAddress } from '../../schemas/compile/sources.types.ts';
import { codeSystemsOf } from '../../schemas/e2b/codeSystems.ts';
import type { Sight } from '../../shared/blinding/sight.ts';
import { filterItems, type CaseContent, type CaseValue } from '../../shared/case/caseContent.ts';
import { contentToSend } from '../../shared/derived/wholeCase.ts';
import { maskContent } from '../../shared/masking/maskContent.ts';
import { writeLines, writeParts, writeR2 } from '../../shared/e2b/index.ts';
import type {
  AttachedFile,
  CaseToWrite,
  ConversionNote,
  MessageLine,
  MessagePorts,
  OmittedValue,
  Residue,
  WriteOptions,
} from '../../shared/e2b/index.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { isOfMessage, optionsFor, prepareCase, tellsUnread } from './composeBatch.ts';
import { envelopeFor, type EnvelopeFacts } from './envelope.ts';
import { noInformationFor } from './noInformation.ts';

export interface MessageInput {
  /** as it is stored */
  content: CaseContent;
  residue: Residue[];
  facts: EnvelopeFacts;
  /** null: the message is a copy of the case for nobody in particular, or for a receiver that is not known */
  recipient: Recipient | null;
  user: Sight;
  /** items that the receiver gets masked */
  masked: ReadonlySet<string>;
  /** terms in the user's notation instead of values */
  notation: boolean;
  now: Date;
}

interface Recipient {
  /** empty: ICH alone */
  region: string;
  /** identifier of the sender towards it */
  senderId: string;
  address: EnvelopeAddress;
}

export interface ComposedMessage {
  parts: (string | AttachedFile)[];
  /** values that a message cannot contain */
  omitted: { value: CaseValue; reason: OmittedValue['reason'] }[];
}

/** The case with its residue, in a batch of its own; blinded values only for users who may see them. */
export async function composeMessage(
  catalogue: CatalogueSource,
  input: MessageInput,
): Promise<ComposedMessage> {
  const { message, ports, options } = messageToWrite(catalogue, input);
  const omitted: ComposedMessage['omitted'] = [];
  const parts: ComposedMessage['parts'] = [];
  const onOmitted: WriteOptions['onOmitted'] = ({ value, reason }) => omitted.push({ value, reason });
  const written = writeParts([message], catalogue.e2b, ports, { ...options, onOmitted });
  for await (const part of written) parts.push(part);
  return { parts, omitted };
}

/** An E2B(R2) message. */
export interface ComposedR2 {
  text: string;
  /** what it does not hold as the case has it */
  losses: ConversionNote[];
}

/** The case as E2B(R2), without what a message that it came in states of its own transmission. */
export function composeR2(catalogue: CatalogueSource, input: MessageInput): ComposedR2 {
  const { message, options } = messageToWrite(catalogue, input);
  // that of R2 belongs to no part of an R3 message
  const residue = tellsUnread(input.user, input.masked) ? input.residue : [];
  const { text, losses } = writeR2([{ ...message, residue }], catalogue.r2, {
    envelope: options.envelope ?? [],
    notation: options.notation ?? 'value',
  });
  return { text, losses: losses.flat() };
}

/** The same line by line, for readers. */
export function composeLines(catalogue: CatalogueSource, input: MessageInput): MessageLine[] {
  const { message, ports, options } = messageToWrite(catalogue, input);
  return writeLines(message, catalogue.e2b, ports, options);
}

interface MessageToWrite {
  message: CaseToWrite;
  ports: MessagePorts;
  options: WriteOptions;
}

const messageToWrite = (catalogue: CatalogueSource, input: MessageInput): MessageToWrite =>
  input.recipient ? messageTo(catalogue, input, input.recipient) : copyOf(catalogue, input);

/** The message that the receiver gets in a batch. */
function messageTo(
  catalogue: CatalogueSource,
  { content, residue, facts: { caseNo }, user, masked, notation, now }: MessageInput,
  { region, senderId, address }: Recipient,
): MessageToWrite {
  const prepared = prepareCase(
    catalogue,
    { caseNo, content, residue },
    {
      region,
      notation,
      masked,
      user,
      envelope: {
        batchNumber: randomUUID(),
        batchSender: senderId,
        messageSender: senderId,
        batchReceiver: address.batch,
        messageReceiver: address.message,
      },
    },
  );
  return {
    message: prepared.toWrite,
    ports: { newUuid: randomUUID, now: () => now },
    options: optionsFor(catalogue, { region, notation }),
  };
}

/** The case with the envelope that it came in, where it came in one. */
function copyOf(
  catalogue: CatalogueSource,
  { content: saved, residue, facts, user, masked, notation, now }: MessageInput,
): MessageToWrite {
  const { whole, e2b } = catalogue;
  // before anything is decided by it: the authority, and what is hidden
  const visible = filterItems(saved, (itemId) => maySee({ catalogue }, user, itemId));
  const stored = maskContent(whole, visible, masked, 'message');
  const envelope = envelopeFor(catalogue, stored, facts);
  const authority = catalogue.receiverOf({ ...stored, values: [...stored.values, ...envelope] });
  const region = whole.appendices.find((appendix) => appendix.authority === authority)?.appendix;
  const seen = region === undefined ? whole : catalogue.forAppendix(region);
  const content = contentToSend(whole, seen, stored);
  const unread = tellsUnread(user, masked) ? residue : [];
  const placed = Map.groupBy(unread, (part) => isOfMessage(part, e2b));
  // a copy without a receiver has the content of the case
  const unsaid = facts.receiver === null ? [] : noInformationFor(whole, content, authority);
  return {
    message: { ...content, values: [...content.values, ...unsaid], residue: placed.get(true) ?? [] },
    ports: { newUuid: randomUUID, now: () => now },
    options: {
      envelope,
      codeSystems: codeSystemsOf(whole, authority),
      batchResidue: placed.get(false) ?? [],
      notation: notation ? 'notation' : 'value',
      // a receiver gets no items of other regions; for an unknown receiver all are sent
      ...(region !== undefined && { appendices: [region] }),
    },
  };
}
