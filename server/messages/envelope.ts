/** The envelope of a message: values of sender and receiver, from the import or from the settings. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';

export interface EnvelopeFacts {
  /** for a message without an id of its own, of a case without its sender's number */
  caseNo: string;
  /** organisation the case is sent for */
  sender: string;
  /** from the request; takes precedence over the import */
  receiver: string | null;
}

/** Where batch and message say what: the place of its slot tells the item. */
const TYPE = 'name/@code';
const ID = 'id/@extension';
const TIME = 'creationTime/@value';
const SENDER = 'sender/device/id/@extension';
const RECEIVER = 'receiver/device/id/@extension';

/**
 * The values of the envelope that a case lacks, and the receiver of the request. The message has number and creation
 * date of its report (ICH rules of N.2.r.1 and N.2.r.4); those of the batch are left to the writer.
 */
export function envelopeFor(
  catalogue: CatalogueSource,
  content: CaseContent,
  facts: EnvelopeFacts,
): CaseValue[] {
  const itemIds = new Set(content.values.map(({ itemId }) => itemId));
  return Object.values(catalogue.whole.items).flatMap((item) => {
    const value = wantedOf(catalogue, item, content, facts)?.slice(0, item.maxLength ?? undefined) ?? null;
    const isImported = itemIds.has(item.itemId) && !isLocatedAt(item, RECEIVER);
    return value === null || isImported
      ? []
      : [{ ...addressAt(item.itemId, []), value, nullFlavor: null, notation: null }];
  });
}

function wantedOf(
  { whole, codeLists }: CatalogueSource,
  item: CatalogueItem,
  { values }: CaseContent,
  { caseNo, sender, receiver }: EnvelopeFacts,
): string | null {
  const ofReport = (role: string) => values.find(({ itemId }) => itemId === whole.roles[role])?.value ?? null;
  if (isLocatedAt(item, RECEIVER)) return receiver;
  if (isLocatedAt(item, SENDER)) return sender;
  if (isLocatedAt(item, ID, ['message'])) return ofReport('caseNumber') ?? caseNo;
  if (isLocatedAt(item, TIME, ['message'])) return ofReport('creationDate');
  // the list knows one type of message, that of case reports
  if (isLocatedAt(item, TYPE, ['batch'])) return codeLists[item.codeList ?? '']?.codes[0]?.code ?? null;
  return null;
}

/** What a batch that is sent by the product has in its envelope. */
export interface BatchEnvelope {
  batchNumber: string;
  batchSender: string;
  batchReceiver: string;
  messageSender: string;
  messageReceiver: string;
}

export interface EnvelopeOfCase {
  /** the case without what an import brought of an envelope */
  values: CaseValue[];
  /** of its message */
  messageNumber: string;
}

/**
 * Replaces the envelope of a case by that of a batch. Message number and creation date are those of the report (ICH rules of
 * N.2.r.1 and N.2.r.4); times that are missing are left to the writer.
 */
export function withBatchEnvelope(
  catalogue: CatalogueSource,
  { values }: CaseContent,
  { caseNo, envelope }: { caseNo: string; envelope: BatchEnvelope },
): EnvelopeOfCase {
  const { whole, codeLists } = catalogue;
  const ofReport = (role: string) => values.find(({ itemId }) => itemId === whole.roles[role])?.value ?? null;
  const messageNumber = ofReport('caseNumber') ?? caseNo;
  const valueOf = (item: CatalogueItem): string | null | undefined => {
    if (isLocatedAt(item, TYPE, ['batch'])) return codeLists[item.codeList ?? '']?.codes[0]?.code ?? null;
    if (isLocatedAt(item, ID, ['batch'])) return envelope.batchNumber;
    if (isLocatedAt(item, TIME, ['batch'])) return null;
    if (isLocatedAt(item, SENDER, ['batch'])) return envelope.batchSender;
    if (isLocatedAt(item, RECEIVER, ['batch'])) return envelope.batchReceiver;
    if (isLocatedAt(item, ID, ['message'])) return messageNumber;
    if (isLocatedAt(item, TIME, ['message'])) return ofReport('creationDate');
    if (isLocatedAt(item, SENDER, ['message'])) return envelope.messageSender;
    if (isLocatedAt(item, RECEIVER, ['message'])) return envelope.messageReceiver;
    return undefined;
  };
  const replaced = new Map(
    Object.values(whole.items).flatMap((item) => {
      const value = valueOf(item);
      return value === undefined ? [] : [[item.itemId, value] as const];
    }),
  );
  const given = [...replaced].flatMap(([itemId, value]) =>
    value === null ? [] : [{ ...addressAt(itemId, []), value, nullFlavor: null, notation: null }],
  );
  return { values: [...values.filter(({ itemId }) => !replaced.has(itemId)), ...given], messageNumber };
}

const OF_ENVELOPE: readonly string[] = [TYPE, ID, TIME, SENDER, RECEIVER];

/** Whether an item tells of the batch or its message, and nothing of the case. */
export const isOfEnvelope = (item: CatalogueItem | undefined): boolean =>
  item !== undefined && OF_ENVELOPE.some((place) => isLocatedAt(item, place));

const isLocatedAt = ({ e2b }: CatalogueItem, place: string, containers = ['batch', 'message']): boolean =>
  e2b.some((slot) => containers.includes(slot.in) && slot.at === place);

/** What a received batch and its message are called, for the answer to their sender. */
export interface ReceivedEnvelope {
  batchNumber: string | null;
  sender: string | null;
  receiver: string | null;
  sentAt: string | null;
  messageNumber: string | null;
  messageSentAt: string | null;
}

/** Reads the envelope of a message; null where its sender left something out. */
export function receivedEnvelope({ whole }: CatalogueSource, { values }: CaseContent): ReceivedEnvelope {
  const valueAt = (place: string, container: 'batch' | 'message'): string | null => {
    const item = Object.values(whole.items).find((one) => isLocatedAt(one, place, [container]));
    return values.find(({ itemId }) => itemId === item?.itemId)?.value ?? null;
  };
  return {
    batchNumber: valueAt(ID, 'batch'),
    sender: valueAt(SENDER, 'batch'),
    receiver: valueAt(RECEIVER, 'batch'),
    sentAt: valueAt(TIME, 'batch'),
    messageNumber: valueAt(ID, 'message'),
    messageSentAt: valueAt(TIME, 'message'),
  };
}
