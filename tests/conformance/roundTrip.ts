import { derivedReferences, readIcsrs, writeIcsrText } from '../../shared/e2b/index.ts';
import type { E2bMap, ReadBatch, ReadMessage, WriteOptions, XmlSource } from '../../shared/e2b/index.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';

export const { catalogue, map } = e2bCatalogue();
export const ports = memoryPorts();

export interface ReadAll {
  messages: ReadMessage[];
  batch: ReadBatch;
}

export async function readAll(source: XmlSource, by: E2bMap = map): Promise<ReadAll> {
  const messages: ReadMessage[] = [];
  const reader = readIcsrs(source, by, ports);
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) messages.push(next.value);
  return { messages, batch: next.value };
}

/** Written again as it came, envelope and all. */
export const writeAll = ({ messages, batch }: ReadAll, options: WriteOptions = {}): Promise<string> =>
  writeIcsrText(
    messages.map(({ content, residue }) => ({ ...content, residue })),
    map,
    ports,
    { envelope: batch.values, batchResidue: batch.residue, ...options },
  );

/** Items as comparable lines, the derived ones too, in any order; that a file came damaged does not go out again. */
export const itemsOf = ({ content }: ReadMessage): string[] =>
  [...content.values, ...derivedReferences(content, map)].map(itemLine).sort();

export const itemLine = (value: CaseValue): string =>
  JSON.stringify([
    addressKey(value),
    value.value,
    value.nullFlavor,
    Object.entries(value.properties ?? {})
      .filter(([name]) => name !== 'damaged')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
