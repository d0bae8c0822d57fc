import { createHash, randomUUID } from 'node:crypto';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { nodeBytes } from '../server/files/byteTools.ts';
import type { Receiver } from '../shared/rules/finding.types.ts';
import type { CaseValue } from '../shared/case/caseContent.ts';
import { contentToSend } from '../shared/derived/wholeCase.ts';
import { derivedReferences, readIcsrs, writeIcsrs } from '../shared/e2b/index.ts';
import type { CaseToWrite, ReadPorts, ResidueLine, WritePorts, XmlSource } from '../shared/e2b/index.ts';

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

/** The catalogue of this checkout and the E2B map over it. */
export function e2bCatalogue() {
  const { whole, e2b } = openCatalogue();
  return { catalogue: whole, map: e2b };
}

/** The batch read and written again, with everything that no item took, without what is not to be sent while hidden. */
export async function* roundTrip(source: XmlSource): AsyncGenerator<string> {
  const { catalogue, map } = e2bCatalogue();
  const ports = memoryPorts();
  const cases: CaseToWrite[] = [];
  const reader = readIcsrs(source, map, ports);
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) {
    const { content, residue: residueLines } = next.value;
    cases.push({ ...contentToSend(catalogue, catalogue, content), residue: residueLines });
  }
  const { values: envelope, residue: batchResidue } = next.value;
  yield* writeIcsrs(cases, map, ports, { envelope, batchResidue });
}

/** One JSON line an item, in catalogue order, and one with the residue. */
export async function* listItems(source: XmlSource): AsyncGenerator<string> {
  const { catalogue, map } = e2bCatalogue();
  const ports = memoryPorts();
  const residue: ResidueLine[] = [];
  const place = ({ itemId }: CaseValue): number => catalogue.items[itemId]?.sort ?? 0;
  const shown = (value: CaseValue): string | null =>
    value.properties?.fileKey
      ? nodeBytes.toBase64(ports.stored.get(value.properties.fileKey) ?? new Uint8Array())
      : value.value;
  const reader = readIcsrs(source, map, ports);
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
  const { e2b, findings } = openCatalogue();
  for await (const { content } of readIcsrs(source, e2b, memoryPorts()))
    for (const finding of findings(content, receiver, new Date()))
      yield `${JSON.stringify({ ...finding, message: finding.message.en })}\n`;
}
