import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseValue } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { batchParser } from './parseBatch.ts';
import { readMessage } from './readMessage.ts';
import { residueLines } from './residueLines.ts';
import { decodeXml } from './decodeXml.ts';
import { batchOutline } from './batchOutline.ts';
import type { ConversionNote } from './r2/conversion.types.ts';
import type { ReadBatch, ReadMessage, ReadPorts, XmlSource } from './e2b.types.ts';
import { removeLongTexts, type XmlElement } from './xmlTree.ts';

/**
 * Reads a batch message by message, with one message (and one chunk) in memory at a time. The return value of the
 * generator is the data of the batch itself. Rows are numbered 1, 2, ... by position; reactions and drugs keep their
 * UUIDs. Long texts are removed from their store when their message was read. With a stream that cannot be opened twice,
 * only the last message has receiver and sender of the batch. `encoding`: instead of what the source says, and noted.
 * Throws `UnreadableXml`.
 */
export async function* readIcsrs(
  source: XmlSource,
  map: E2bMap,
  ports: ReadPorts,
  encoding: string | null = null,
): AsyncGenerator<ReadMessage, ReadBatch, void> {
  const batchName = map.root.name;
  const messageName = map.message.name;
  const outline = await batchOutline(source, batchName, messageName, encoding);
  const outlineValues = outline ? (await readMessage(map.root, outline, '', ports)).content.values : null;
  const parser = batchParser(batchName, messageName, ports.longTexts);
  let messages = 0;

  const read = async (element: XmlElement, values: CaseValue[]): Promise<ReadMessage> => {
    const number = ++messages;
    const { content, residue, notes } = await readMessage(
      map.message,
      element,
      `/${batchName}/${messageName}[${number}]`,
      ports,
    );
    removeLongTexts(element);
    content.values.unshift(...values.map((value) => ({ ...value })));
    return {
      number,
      content,
      residue,
      residueLines: residueLines(residue),
      notes: encoding === null ? notes : [encodingNote(encoding), ...notes],
      line: element.line,
      form: 'R3',
    };
  };
  const batch = async (): Promise<ReadBatch> => {
    const root = parser.root();
    const { content, residue } = root
      ? await readMessage(map.root, root, `/${batchName}`, ports)
      : { content: { values: [] }, residue: [] };
    return { messages, values: content.values, residue, residueLines: residueLines(residue) };
  };

  // read again only when something was added to it
  let known: { size: number; read: Promise<ReadBatch> } | null = null;
  const batchSoFar = (): Promise<ReadBatch> => {
    const size = parser.root()?.children.length ?? 0;
    if (known?.size !== size) known = { size, read: batch() };
    return known.read;
  };

  // without an outline the newest message is held back: the end of the batch may add to it
  const waiting: XmlElement[] = [];
  for await (const piece of decodeXml(source, encoding)) {
    waiting.push(...parser.write(piece));
    while (waiting.length > (outlineValues ? 0 : 1)) {
      const element = waiting.shift();
      if (element) yield await read(element, outlineValues ?? (await batchSoFar()).values);
    }
  }
  waiting.push(...parser.end());
  const whole = await batch();
  for (const element of waiting) yield await read(element, whole.values);
  return { ...whole, messages };
}

const encodingNote = (encoding: string): ConversionNote => ({
  rule: 'encodingGuessed',
  ...addressAt('', []),
  path: '',
  line: 0,
  before: '',
  after: encoding,
});
