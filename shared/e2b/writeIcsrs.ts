import type { E2bMap, MapNode } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseValue } from '../case/caseContent.ts';
import { escapeText, linesOf, serialise, startTag, type MessageLine, type OutElement } from './outElement.ts';
import { writeMessage } from './writeMessage.ts';
import { HL7 } from './xmlTree.ts';
import type { Writing } from './writeMessage.ts';
import { attachmentText } from './attachment.ts';
import type { AttachedFile, CaseToWrite, MessagePorts, WriteOptions, WritePorts } from './e2b.types.ts';

const MIN_PIECE = 64 * 1024;

/**
 * Writes one batch with a message for each case, in pieces; files are to be put where they are named. Children are in schema
 * order, reactions and drugs are linked by their row ids, deleted rows are omitted, missing envelope ids and times
 * are generated. Values that a valid message cannot contain are reported to `onOmitted` and omitted.
 */
export async function* writeParts(
  cases: Iterable<CaseToWrite> | AsyncIterable<CaseToWrite>,
  map: E2bMap,
  ports: MessagePorts,
  options: WriteOptions = {},
): AsyncGenerator<string | AttachedFile, void, void> {
  let number = 0;
  const writing = writingOf(map, ports, options, () => number);
  let batch: Batch | null = null;
  for await (const one of cases) {
    number += 1;
    if (!batch) {
      batch = batchOf(one, writing, options);
      yield batch.start;
      for (const element of batch.before) yield* inPieces(element);
    }
    yield* inPieces(messageOf(one, writing, options));
  }
  if (!batch) throw new Error('a batch needs at least one case');
  for (const element of batch.after) yield* inPieces(element);
  yield batch.end;
}

/** The batch of one case line by line, each line with the values that it contains. */
export function writeLines(
  one: CaseToWrite,
  map: E2bMap,
  ports: MessagePorts,
  options: WriteOptions = {},
): MessageLine[] {
  const writing = writingOf(map, ports, options, () => 1);
  const { start, before, after, end } = batchOf(one, writing, options);
  const elements = [...before, messageOf(one, writing, options), ...after];
  const ofBatch = (text: string): MessageLine[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => ({ depth: 0, text: line, origins: [] }));
  return [...ofBatch(start), ...elements.flatMap((element) => [...linesOf(element, 1)]), ...ofBatch(end)];
}

const writingOf = (
  map: E2bMap,
  ports: MessagePorts,
  { notation = 'value', codeSystems = {}, appendices, onOmitted }: WriteOptions,
  message: () => number,
): Writing => ({
  map,
  ports,
  notation,
  codeSystems,
  appendices: appendices ? new Set(appendices) : null,
  omitted: (value, reason) => onOmitted?.({ message: message(), value, reason }),
});

const batchOf = (
  one: CaseToWrite,
  writing: Writing,
  { envelope = [], batchResidue = [] }: WriteOptions,
): Batch => writeBatch(withEnvelope(one.values, envelope), writing, batchResidue);

function messageOf(one: CaseToWrite, writing: Writing, { envelope = [] }: WriteOptions): OutElement {
  const { map } = writing;
  const values = withEnvelope(one.values, envelope).filter(({ itemId }) => !isOfBatch(itemId, map));
  return writeMessage(map.message, { values, rows: one.rows }, one.residue ?? [], writing);
}

/** The same as text, with the files in it. */
export async function* writeIcsrs(
  cases: Iterable<CaseToWrite> | AsyncIterable<CaseToWrite>,
  map: E2bMap,
  ports: WritePorts,
  options: WriteOptions = {},
): AsyncGenerator<string, void, void> {
  for await (const part of writeParts(cases, map, ports, options))
    if (typeof part === 'string') yield part;
    else yield* attachmentText(part, ports);
}

/** An element of the batch, in pieces of some size: many small ones take longer to send than to write. */
function* inPieces(element: OutElement): Generator<string | AttachedFile> {
  let piece = '';
  for (const part of serialise(element, 1)) {
    if (typeof part === 'string') piece += part;
    else {
      yield piece;
      piece = '';
      yield part;
    }
    if (piece.length < MIN_PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The whole batch as one text, for one or a few cases. */
export async function writeIcsrText(
  cases: Iterable<CaseToWrite> | AsyncIterable<CaseToWrite>,
  map: E2bMap,
  ports: WritePorts,
  options: WriteOptions = {},
): Promise<string> {
  let text = '';
  for await (const piece of writeIcsrs(cases, map, ports, options)) text += piece;
  return text;
}

function withEnvelope(values: readonly CaseValue[], envelope: readonly CaseValue[]): CaseValue[] {
  const given = new Set(envelope.map(({ itemId }) => itemId));
  return [...values.filter(({ itemId }) => !given.has(itemId)), ...envelope];
}

/** Whether the item belongs to the batch, not to a message in it. */
export const isOfBatch = (itemId: string, map: E2bMap): boolean => {
  const node = map.slotsByItem.get(itemId)?.[0]?.node;
  return node !== undefined && !isBelow(node, map.message);
};

const isBelow = (node: MapNode, top: MapNode): boolean =>
  node === top || (node.parent !== null && isBelow(node.parent, top));

/** The element around the messages, and what precedes and follows them in it. */
interface Batch {
  start: string;
  before: OutElement[];
  after: OutElement[];
  end: string;
}

function writeBatch(values: CaseValue[], writing: Writing, batchResidue: CaseToWrite['residue'] = []): Batch {
  const { map } = writing;
  const ofBatch = values.filter(({ itemId }) => isOfBatch(itemId, map));
  const root = writeMessage(map.root, { values: ofBatch, rows: [] }, batchResidue, writing);
  const order = map.order.byName[map.root.name] ?? [];
  const messages = order.indexOf(map.message.name);
  const precedesMessages = (name: string): boolean => order.indexOf(name) < messages;
  const [tag, start] = startTag({
    ...root,
    attributes: { xmlns: HL7, 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', ...root.attributes },
  });
  return {
    start: `<?xml version="1.0" encoding="UTF-8"?>\n${start}>${escapeText(root.text)}\n`,
    before: root.children.filter(({ name }) => precedesMessages(name)),
    after: root.children.filter(({ name }) => !precedesMessages(name)),
    end: `</${tag}>\n`,
  };
}
