import { createHash, randomUUID } from 'node:crypto';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { nodeBytes } from '../server/files/byteTools.ts';
import type { Receiver } from '../shared/rules/finding.types.ts';
import type { CaseValue } from '../shared/case/caseContent.ts';
import { contentToSend } from '../shared/derived/wholeCase.ts';
import { derivedReferences, readReports, writeIcsrs, writeR2 } from '../shared/e2b/index.ts';
import type {
  CaseToWrite,
  E2bMaps,
  OmittedValue,
  ReadBatch,
  ReadMessage,
  ReadPorts,
  ResidueLine,
  WritePorts,
  XmlSource,
} from '../shared/e2b/index.ts';

/** A file store that lives as long as the command. */
export function memoryPorts(): ReadPorts & WritePorts & { stored: Map<string, Uint8Array> } {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    bytes: nodeBytes,
    files: {
      put: (bytes: Uint8Array): string => {
        const fileKey = createHash('sha256').update(bytes).digest('hex');
        stored.set(fileKey, bytes);
        return fileKey;
      },
      read: (fileKey: string) => {
        const bytes = stored.get(fileKey);
        if (!bytes) throw new Error(`no file ${fileKey} was read`);
        return [bytes];
      },
    },
    newUuid: randomUUID,
    now: () => new Date(),
  };
}

/** The catalogue of this checkout and the tables of E2B over it. */
export function e2bCatalogue() {
  const { whole, e2b, r2 } = openCatalogue();
  return { catalogue: whole, map: e2b, r2, maps: { e2b, r2 } };
}

export type Form = 'R2' | 'R3';

/** All of a batch, in memory. */
interface Batch extends ReadBatch {
  form: Form;
  read: ReadMessage[];
}

async function readAll(source: XmlSource, maps: E2bMaps, ports: ReadPorts): Promise<Batch> {
  const read: ReadMessage[] = [];
  const reader = readReports(source, maps, ports);
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) read.push(next.value);
  return { ...next.value, form: read[0]?.form ?? 'R3', read };
}

/**
 * The batch read and written again in its own form, with everything that no item took, without what is not to be sent
 * while hidden.
 */
export async function* roundTrip(source: XmlSource): AsyncGenerator<string> {
  const { catalogue, map, r2, maps } = e2bCatalogue();
  const ports = memoryPorts();
  const { read, form, values: envelope, residue: batchResidue } = await readAll(source, maps, ports);
  const cases: CaseToWrite[] = read.map(({ content, residue }) => ({
    ...contentToSend(catalogue, catalogue, content),
    residue,
  }));
  if (form === 'R2') yield writeR2(cases, r2, { envelope, asReceived: true }).text;
  else yield* writeIcsrs(cases, map, ports, { envelope, batchResidue });
}

/** What a conversion left over, changed or lost: one JSON line each. */
type Report = (line: string) => void;

/** The batch in the other form. What is not in it as it was is reported. */
export async function* convert(source: XmlSource, to: Form, report: Report): AsyncGenerator<string> {
  const { map, r2, maps } = e2bCatalogue();
  const ports = memoryPorts();
  const { read, values: envelope, residueLines, residue: batchResidue } = await readAll(source, maps, ports);
  const tell = (kind: string, message: number, what: object): void =>
    report(JSON.stringify({ kind, message, ...what }));
  for (const line of residueLines) tell('residue', 0, line);
  for (const { number, residueLines: lines, notes } of read) {
    for (const line of lines) tell('residue', number, line);
    for (const note of notes) tell('note', number, note);
  }
  const cases = read.map(({ content, residue }) => ({ ...content, residue }));
  if (to === 'R3') {
    const onOmitted = ({ message, value, reason }: OmittedValue): void =>
      tell('loss', message, { ...withoutProperties(value), rule: reason });
    yield* writeIcsrs(cases, map, ports, { envelope, batchResidue, onOmitted });
    return;
  }
  const { text, losses } = writeR2(cases, r2, { envelope, asReceived: true });
  losses.forEach((some, index) => {
    for (const loss of some) tell('loss', index + 1, loss);
  });
  yield text;
}

const withoutProperties = ({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor }: CaseValue) => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
  before: value ?? nullFlavor ?? '',
  after: '',
});

/** One JSON line an item, in catalogue order, and one with the residue. */
export async function* listItems(source: XmlSource): AsyncGenerator<string> {
  const { catalogue, map, maps } = e2bCatalogue();
  const ports = memoryPorts();
  const residue: ResidueLine[] = [];
  const place = ({ itemId }: CaseValue): number => catalogue.items[itemId]?.sort ?? 0;
  const shown = (value: CaseValue): string | null =>
    value.properties?.fileKey
      ? nodeBytes.toBase64(ports.stored.get(value.properties.fileKey) ?? new Uint8Array())
      : value.value;
  const reader = readReports(source, maps, ports);
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) {
    const { number, content } = next.value;
    residue.push(...next.value.residueLines);
    const all = [...content.values, ...derivedReferences(content, map)];
    all.sort(
      (a, b) => place(a) - place(b) || a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3,
    );
    for (const value of all) {
      const { itemId, rowNo, rowNo2, rowNo3, nullFlavor, notation } = value;
      yield `${JSON.stringify({ message: number, itemId, rowNo, rowNo2, rowNo3, value: shown(value), nullFlavor, notation })}\n`;
    }
  }
  yield `${JSON.stringify({ residue: [...next.value.residueLines, ...residue] })}\n`;
}

/** Findings of the receiver's rules, one JSON line each, in English. */
export async function* checkMessages(source: XmlSource, receiver: Receiver): AsyncGenerator<string> {
  const { e2b, r2, findings } = openCatalogue();
  for await (const { content } of readReports(source, { e2b, r2 }, memoryPorts()))
    for (const finding of findings(content, receiver, new Date()))
      yield `${JSON.stringify({ ...finding, message: finding.message.en })}\n`;
}
