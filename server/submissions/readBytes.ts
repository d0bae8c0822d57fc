/** Reads the bytes of a file that a receiver sent. */
import { decodeWhole, UnreadableXml } from '../../shared/e2b/index.ts';
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';

export type ReadAnswer = { ack: Acknowledgement; problem: null } | { ack: null; problem: string };

/** Reads the acknowledgement, in the encoding that a file of cases would be read in; a file that is none is kept with the reason. */
export async function readBytes(bytes: Uint8Array): Promise<ReadAnswer> {
  try {
    return { ack: readAcknowledgement(await decodeWhole(bytes)), problem: null };
  } catch (error) {
    if (error instanceof UnreadableXml) return { ack: null, problem: `unreadable: ${error.message}` };
    throw error;
  }
}
