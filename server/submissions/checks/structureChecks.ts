/** The checks of the file of a batch as it was written. */
import { createReadStream } from 'node:fs';
import { UnreadableXml, type OmittedValue } from '../../../shared/e2b/index.ts';
import { orderFindings } from '../../../shared/e2b/orderFindings.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { finding, type CheckFinding } from './checkFinding.ts';

interface WrittenFile {
  /** values that the file cannot contain */
  omitted: readonly OmittedValue[];
  /** in the order of the file */
  messages: readonly { seq: number }[];
}

/** Findings belong to the message where that is known. */
export async function structureChecks(
  path: string,
  catalogue: Pick<CatalogueSource, 'e2b'>,
  { omitted, messages }: WrittenFile,
): Promise<CheckFinding[]> {
  const seqOf = (message: number) => messages[message - 1]?.seq ?? null;
  return [
    ...(await misplaced(path, catalogue, seqOf)),
    ...omitted.map(({ message, value: { itemId, rowNo, rowNo2, rowNo3 } }) =>
      finding('structure', 'warning', 'omitted', {
        seq: seqOf(message),
        address: { itemId, rowNo, rowNo2, rowNo3 },
      }),
    ),
  ];
}

/** Elements in a wrong order. A message that no receiver could read, as it is too large, is an error. */
async function misplaced(
  path: string,
  { e2b }: Pick<CatalogueSource, 'e2b'>,
  seqOf: (message: number) => number | null,
): Promise<CheckFinding[]> {
  const text = createReadStream(path, { encoding: 'utf8' });
  try {
    const { findings } = await orderFindings(text as AsyncIterable<string>, e2b);
    return findings.map(({ message, element, parent, line }) =>
      finding('structure', 'error', 'order', { seq: seqOf(message), values: { element, parent, line } }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    return [finding('structure', 'error', 'unreadable', { values: { text: error.message } })];
  } finally {
    text.destroy();
  }
}
