/** Reads a batch as a receiver does, and judges its messages by the rules of the receiver. */
import { randomUUID } from 'node:crypto';
import { readIcsrs, type XmlSource } from '../../../shared/e2b/index.ts';
import { caseChecker, findingsFor } from '../../../shared/rules/caseFindings.ts';
import type { Finding, Receiver } from '../../../shared/rules/finding.types.ts';
import { predictAnswer, type PredictedAnswer } from '../../../shared/submission/predictAnswer.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import { receivedEnvelope } from '../../messages/envelope.ts';

export interface Judgement {
  batchNumber: string;
  sender: string;
  receiver: string;
  /** what the schema says against the file; left out or null: nothing */
  fault?: string | null;
  messages: JudgedMessage[];
}

export interface JudgedMessage extends Pick<PredictedAnswer, 'verdict'> {
  messageNumber: string;
  /** why the message is not loaded, or the remarks to one that is; null: there is nothing to say */
  text: string | null;
}

const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: randomUUID };

/**
 * The verdict is the one that the check before submission predicts from the same findings. Of a stream one message is in
 * memory, and others get their turn between pieces.
 */
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
    const { batchNumber, sender, receiver, messageNumber } = receivedEnvelope(catalogue, content);
    Object.assign(judgement, { batchNumber, sender, receiver });
    judgement.messages.push({
      messageNumber: messageNumber ?? '',
      ...verdictOf(findingsFor(check(content), authority)),
    });
  }
  if (judgement.messages.length === 0) throw new Error('the batch is empty');
  return judgement;
}

/** What the authority makes of a message from the findings of its own rules. */
export function verdictOf(
  findings: readonly Pick<Finding, 'severity' | 'itemId' | 'message'>[],
): Omit<JudgedMessage, 'messageNumber'> {
  const { verdict } = predictAnswer(findings.map((one) => ({ ...one, checkId: 'rules' })));
  const severity = verdict === 'rejected' ? 'error' : 'warning';
  const remarks = findings
    .filter((one) => one.severity === severity)
    .map(({ itemId, message }) => `${message.en} With Tag Id ${itemId}`);
  return { verdict, text: verdict === 'accepted' ? null : [...new Set(remarks)].join(';') };
}
