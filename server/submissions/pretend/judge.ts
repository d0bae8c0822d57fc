/** Reads a batch as a receiver does, and judges its messages by the rules of the receiver. */
import { randomUUID } from 'node:crypto';
import { readIcsrs } from '../../../shared/e2b/index.ts';
import { batchParser } from '../../../shared/e2b/parseBatch.ts';
import { childAt, type XmlElement } from '../../../shared/e2b/xmlTree.ts';
import { caseFindings } from '../../../shared/rules/caseFindings.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { nodeBytes } from '../../files/byteTools.ts';

export interface Judgement {
  batchNumber: string;
  sender: string;
  receiver: string;
  /** what the schema says against the file; left out or null: nothing */
  fault?: string | null;
  /** `problem`: why the message is not loaded */
  messages: { messageNumber: string; problem: string | null }[];
}

const extensionAt = (element: XmlElement, ...path: string[]): string =>
  childAt(element, path)?.attributes['extension'] ?? '';

/** Errors of the rules refuse a message. */
export async function judge(text: string, catalogue: CatalogueSource): Promise<Judgement> {
  const { root: batchNode, message: messageNode } = catalogue.e2b;
  const parser = batchParser(batchNode.name, messageNode.name);
  const messages = [...parser.write(text), ...parser.end()];
  const root = parser.root();
  if (!root) throw new Error('the batch is empty');
  const problems: (string | null)[] = [];
  const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: randomUUID };
  for await (const { content } of readIcsrs(text, catalogue.e2b, ports)) {
    const receiver = catalogue.receiverOf(content);
    const found = caseFindings(catalogue.checks, content, { now: new Date() }, [receiver]);
    const errors = found.filter(({ severity }) => severity === 'error');
    problems.push(
      errors.length === 0
        ? null
        : errors.map(({ itemId, message }) => `${message.en} With Tag Id ${itemId}`).join(';'),
    );
  }
  return {
    batchNumber: extensionAt(root, 'id'),
    sender: extensionAt(root, 'sender', 'device', 'id'),
    receiver: extensionAt(root, 'receiver', 'device', 'id'),
    messages: messages.map((message, index) => ({
      messageNumber: extensionAt(message, 'id'),
      problem: problems[index] ?? null,
    })),
  };
}
