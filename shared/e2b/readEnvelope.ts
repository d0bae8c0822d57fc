/** The envelope of a batch that is damaged further on: to whom it can be answered that it cannot be read. */
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseValue } from '../case/caseContent.ts';
import { batchOutline } from './batchOutline.ts';
import { decodeXml } from './decodeXml.ts';
import type { ReadPorts, XmlSource } from './e2b.types.ts';
import { encodingOf } from './encodingOf.ts';
import { batchParser } from './parseBatch.ts';
import { headOf, r2Root } from './r2/r2Text.ts';
import { readR2Envelope } from './r2/readR2.ts';
import { readMessage } from './readMessage.ts';
import type { E2bMaps } from './readReports.ts';
import { UnreadableXml } from './unreadableXml.ts';
import type { XmlElement } from './xmlTree.ts';

export interface ReadEnvelope {
  form: 'R2' | 'R3';
  /** of the batch, as far as they can be read */
  values: CaseValue[];
}

/** Null: nothing of it can be read. The source can be opened again. */
export async function readEnvelope(
  source: Exclude<XmlSource, AsyncIterable<Uint8Array>>,
  maps: E2bMaps,
  ports: ReadPorts,
): Promise<ReadEnvelope | null> {
  try {
    const { text } = await headOf(source);
    const root = r2Root(text);
    if (root === maps.r2.root)
      return { form: 'R2', values: await readR2Envelope(source, text, maps.r2, ports) };
    const batch = root === null ? await rootOf(source, text, maps.e2b) : null;
    if (!batch) return null;
    const { content } = await readMessage(maps.e2b.root, batch, '', ports);
    return { form: 'R3', values: content.values };
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}

/** The batch without its messages; where its end is damaged, what is before them. */
async function rootOf(source: XmlSource, head: string, map: E2bMap): Promise<XmlElement | null> {
  const encoding = await encodingOf(source, head, 'R3');
  const outline = await batchOutline(source, map.root.name, map.message.name, encoding);
  if (outline) return outline;
  const parser = batchParser(map.root.name, map.message.name);
  try {
    for await (const piece of decodeXml(source, encoding)) if (parser.write(piece).length > 0) break;
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
  }
  return parser.root();
}
