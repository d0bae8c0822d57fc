/** The port to what hands batches over to receivers and brings their answers. Every adapter passes one contract test. */
import type { Readable } from 'node:stream';
import type {
  RemoteQuestion,
  RemoteState,
  TransportFault,
} from '../../../machines/submission-batch/submissionBatch.machine.ts';
import type { SettingValues } from '../../../shared/connections/settingFields.ts';
import type { RemoteTransport } from '../../../shared/submission/transports.ts';

/** A frozen batch on its way out, or the acknowledgement of one that was imported. */
export interface OutgoingFile {
  kind: 'batch' | 'acknowledgement';
  sponsorKey: number;
  /** N.1.2, or that of the acknowledgement */
  number: string;
  /** names the file everywhere, the same in each attempt; with its ending */
  fileName: string;
  receiver: string;
  environment: 'production' | 'test';
  sha256: string;
  /** what the pretend authority of a demo answers */
  pretend: string | null;
  /** what the receiver calls the batch; null: it has not named it */
  remoteId: string | null;
  /** Stores it before anything further is sent. */
  noteRemoteId: (remoteId: string) => Promise<void>;
  read: () => Promise<Readable>;
}

/** A batch that was handed over and has no answer yet. */
export interface WaitingBatch {
  batchNumber: string;
  remoteId: string | null;
  /** names of the files that came for it */
  seen: ReadonlySet<string>;
}

/** A file that a receiver put down. */
export interface IncomingFile {
  fileName: string;
  /** a receipt is a proof of transport; a receipt of the centre proves that it has the batch, too */
  kind: 'answer' | 'receipt' | 'centreReceipt';
  /** where the transport knows it; a receipt without one names its batch by its file name */
  batchNumber: string | null;
  bytes: Uint8Array;
  /** why it was not read: its bytes are then a line about it; null: it was */
  refused: string | null;
  /**
   * Puts the file away once its content is stored; a file that is not put away comes again. One that was not read is never
   * deleted.
   */
  putAway: (outcome: 'read' | 'unreadable') => Promise<void>;
}

export interface Receiving {
  sponsorKey: number;
  now: Date;
  waiting: readonly WaitingBatch[];
}

export interface Transport {
  /** Prepares the hand-over before an attempt is written; may be repeated. */
  stage: (batch: OutgoingFile) => Promise<void>;
  /** Hands the batch over. Throws a `TransportFailure` where it is certain that nothing was taken. */
  send: (batch: OutgoingFile) => Promise<'handedOver' | 'unknown'>;
  /**
   * What the receiver knows of a batch after an attempt without an end. After a restore only what is seen at the receiver
   * counts: that nothing was handed over does not follow from what is stored here. `question` left out: nothing was restored.
   */
  ask: (batch: OutgoingFile, question?: RemoteQuestion) => Promise<RemoteState>;
  /** Files that arrived since. */
  receive: (receiving: Receiving) => AsyncIterable<IncomingFile>;
}

/** A transport with a profile; its connection can be tried without sending anything. */
export interface RemoteConnection extends Transport {
  /** Throws a `TransportFailure` that says what is wrong. */
  probe: () => Promise<void>;
}

/** How one receiver is reached; secrets are open. */
export interface TransportProfile {
  adapter: RemoteTransport;
  environment: 'production' | 'test';
  settings: SettingValues;
  secrets: SettingValues;
}

export interface Transports {
  folder: Transport | null;
  byHand: Transport;
  remote: (profile: TransportProfile) => RemoteConnection;
}

export interface TransportsWorld {
  transports: Transports;
}

/** An attempt that failed before anything was taken. */
export class TransportFailure extends Error {
  override name = 'TransportFailure';
  readonly fault: TransportFault;
  /** the receiver asked for this pause, in milliseconds */
  readonly waitMs: number;

  constructor(
    fault: TransportFault,
    message: string,
    { waitMs = 0, ...options }: ErrorOptions & { waitMs?: number } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.waitMs = waitMs;
  }
}

/** The receiver could not be reached, or did not answer in time. */
export class Unreachable extends TransportFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('passing', message, options);
  }
}

/**
 * What comes from each source in turn: one that fails holds up none after it. Throws the first failure at the end, and at once
 * one that the others would have, too.
 */
export async function* fromEach<Source>(
  sources: Iterable<Source>,
  bring: (source: Source) => AsyncIterable<IncomingFile>,
  isShared: (error: unknown) => boolean,
): AsyncGenerator<IncomingFile> {
  const failures: unknown[] = [];
  for (const source of sources)
    try {
      yield* bring(source);
    } catch (error) {
      if (isShared(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
