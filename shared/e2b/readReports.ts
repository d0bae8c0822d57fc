import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { R2Map } from '../../schemas/e2b/r2Map.types.ts';
import type { ReadBatch, ReadMessage, ReadPorts, XmlSource } from './e2b.types.ts';
import { readR2, type R2Ports } from './r2/readR2.ts';
import { headOf, r2Root } from './r2/r2Text.ts';
import { readIcsrs } from './readIcsrs.ts';
import { UnreadableXml } from './unreadableXml.ts';

/** The tables of both forms. */
export interface E2bMaps {
  e2b: E2bMap;
  r2: R2Map;
}

/**
 * Reads a batch of E2B(R3), or of E2B(R2) as R3, report by report; as `readIcsrs`. Throws `UnreadableXml`.
 */
export async function* readReports(
  source: XmlSource,
  maps: E2bMaps,
  ports: ReadPorts & Partial<Pick<R2Ports, 'codesOf'>>,
): AsyncGenerator<ReadMessage, ReadBatch, void> {
  const { text, source: whole } = await headOf(source);
  const root = r2Root(text);
  if (root === null) return yield* readIcsrs(whole, maps.e2b, ports);
  if (root !== maps.r2.root)
    throw new UnreadableXml(
      'this is an acknowledgement, not a report; import it with the submission it answers',
      {
        line: 1,
        column: 1,
      },
    );
  return yield* readR2(whole, text, maps.r2, ports);
}
