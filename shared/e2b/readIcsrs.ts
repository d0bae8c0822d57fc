import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseValue } from '../case/caseContent.ts';
import { batchParser } from './parseBatch.ts';
import { readMessage } from './readMessage.ts';
import { residueLines } from './residueLines.ts';
import { decodeXml } from './decodeXml.ts';
import { batchOutline } from './batchOutline.ts';
import type { ReadBatch, ReadMessage, ReadPorts, XmlSource } from './e2b.types.ts';
import type { XmlElement } from './xmlTree.ts';

/**
 * Reads a batch message by message; memory holds one message (and one chunk) at a time. The generator's return value is
 * what the batch itself says. Rows are numbered 1, 2, ... by position; reactions and drugs keep the UUIDs they came with.
 * Throws `UnreadableXml`. From a stream that cannot be opened twice, only the last message knows the batch's receiver
 * and sender.
 */
export async function* readIcsrs(
  source: XmlSource,
  map: E2bMap,
  ports: ReadPorts,
): AsyncGenerator<ReadMessage, ReadBatch, void> {
  const batchName = map.root.name;
  const messageName = map.message.name;
  const outline = await batchOutline(source, batchName, messageName);
  const outlineValues = outline ? (await readMessage(map.root, outline, '', ports)).content.values : null;
  const parser = batchParser(batchName, messageName);
  let messages = 0;

  const read = async (element: XmlElement, values: CaseValue[]): Promise<ReadMessage> => {
    const number = ++messages;
    const { content, kept } = await readMessage(
      map.message,
      element,
      `/${batchName}/${messageName}[${number}]`,
      ports,
    );
    content.values.unshift(...values.map((value) => ({ ...value })));
    return { number, content, kept, residue: residueLines(kept), line: element.line };
  };
  const batch = async (): Promise<ReadBatch> => {
    const root = parser.root();
    const { content, kept } = root
      ? await readMessage(map.root, root, `/${batchName}`, ports)
      : { content: { values: [] }, kept: [] };
    return { messages, values: content.values, kept, residue: residueLines(kept) };
  };

  // without an outline the newest message waits: the end of the batch may tell more about it
  const waiting: XmlElement[] = [];
  for await (const piece of decodeXml(source)) {
    waiting.push(...parser.write(piece));
    while (waiting.length > (outlineValues ? 0 : 1)) {
      const element = waiting.shift();
      if (element) yield await read(element, outlineValues ?? (await batch()).values);
    }
  }
  waiting.push(...parser.end());
  const whole = await batch();
  for (const element of waiting) yield await read(element, whole.values);
  return { ...whole, messages };
}
