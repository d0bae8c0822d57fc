/** The port to what hands batches over to receivers and brings their answers. Every adapter passes one contract test. */
import type { Readable } from 'node:stream';
import type {
  RemoteState,
  TransportFault,
} from '../../../machines/submission-batch/submissionBatch.machine.ts';

/** A frozen batch on its way out. */
export interface OutgoingBatch {
  sponsorKey: number;
  /** N.1.2: names the file everywhere */
  batchNumber: string;
  receiver: string;
  environment: 'production' | 'test';
  sha256: string;
  /** what the pretend authority of a demo answers */
  pretend: string | null;
  read: () => Promise<Readable>;
}

/** A file that a receiver put down. */
export interface IncomingFile {
  fileName: string;
  /** a receipt names its batch by its file name and has no content that is read */
  kind: 'answer' | 'receipt';
  bytes: Uint8Array;
  /** Puts the file away once its content is stored; a file that is not put away comes again. */
  putAway: (outcome: 'read' | 'unreadable') => Promise<void>;
}

export interface Transport {
  /** Prepares the hand-over before an attempt is written; may be repeated. */
  stage: (batch: OutgoingBatch) => Promise<void>;
  /** Hands the batch over. Throws a `TransportFailure` where it is certain that nothing was taken. */
  send: (batch: OutgoingBatch) => Promise<'handedOver' | 'unknown'>;
  /** What the receiver knows of a batch after an attempt without an end. */
  ask: (batch: OutgoingBatch) => Promise<RemoteState>;
  /** Files that arrived for the sponsor since. */
  receive: (sponsorKey: number, now: Date) => AsyncIterable<IncomingFile>;
}

type TransportName = 'folder' | 'byHand';
export type Transports = Readonly<Record<TransportName, Transport | null>>;

export interface TransportsWorld {
  transports: Transports;
}

/** An attempt that failed before anything was taken. */
export class TransportFailure extends Error {
  override name = 'TransportFailure';
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
