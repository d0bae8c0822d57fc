/** Reads a batch as a receiver does, and judges its messages by the rules of the receiver. */
import { randomUUID } from 'node:crypto';
import { readIcsrs, type XmlSource } from '../../../shared/e2b/index.ts';
import { caseChecker } from '../../../shared/rules/caseFindings.ts';
import type { Receiver } from '../../../shared/rules/finding.types.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import { receivedEnvelope } from '../../messages/envelope.ts';

export interface Judgement {
  batchNumber: string;
  sender: string;
  receiver: string;
  /** what the schema says against the file; left out or null: nothing */
  fault?: string | null;
  /** `problem`: why the message is not loaded */
  messages: { messageNumber: string; problem: string | null }[];
}

const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: randomUUID };

/** Errors of the rules refuse a message. Of a stream one message is in memory, and others get their turn between pieces. */
export async function judge(
  source: XmlSource,
  { catalogue, now }: { catalogue: CatalogueSource; now: Date },
): Promise<Judgement> {
  const checkers = new Map<Receiver, ReturnType<typeof caseChecker>>();
  const judgement: Judgement = { batchNumber: '', sender: '', receiver: '', messages: [] };
  for await (const { content } of readIcsrs(source, catalogue.e2b, ports)) {
    const authority = catalogue.receiverOf(content);
    const check = checkers.get(authority) ?? caseChecker(catalogue.checks, { now }, [authority]);
    checkers.set(authority, check);
    const errors = check(content).filter(({ severity }) => severity === 'error');
    const { batchNumber, sender, receiver, messageNumber } = receivedEnvelope(catalogue, content);
    Object.assign(judgement, { batchNumber, sender, receiver });
    judgement.messages.push({
      messageNumber: messageNumber ?? '',
      problem:
        errors.length === 0
          ? null
          : errors.map(({ itemId, message }) => `${message.en} With Tag Id ${itemId}`).join(';'),
    });
  }
  if (judgement.messages.length === 0) throw new Error('the batch is empty');
  return judgement;
}
