/** Input and output types of the E2B(R3) reader and writer. Files, databases and the network are ports. */
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import type { ConversionNote, ResidueReason } from './r2/conversion.types.ts';

/** An instance identifier: a namespace, or a UUID alone, and an id within the namespace. */
export interface Identity {
  root?: string;
  extension?: string;
  /** why the sender gives neither */
  nullFlavor?: string;
}

/**
 * One XML document with at most one batch of any number of messages: text, bytes in any encoding, or a stream of
 * bytes. A function is called up to twice and must start again each time (reopen the file): receiver and sender of
 * the batch come after the last message, and only a second pass provides them to the first one.
 */
export type XmlSource = string | Uint8Array | AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/** Byte functions of the platform: Node provides `node:zlib` and `Buffer`. Both may throw on invalid bytes. */
export interface ByteTools {
  /** raw deflate or zlib; should reject output beyond the caller's limit */
  inflate(bytes: Uint8Array): Uint8Array;
  /** raw deflate (RFC 1951), piece by piece */
  deflate(pieces: BytePieces): BytePieces;
  /** ignores white space in the text */
  fromBase64(text: string): Uint8Array;
  toBase64(bytes: Uint8Array): string;
}

interface FileSink {
  /** stores the bytes of an attachment and returns their file key (sha-256, hexadecimal) */
  put(bytes: Uint8Array): string | Promise<string>;
}

/** Bytes that need not be in memory together. A piece is valid until the next one is requested. */
type BytePieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

interface FileSource {
  /** The content of a file. Throws where there is no such file. */
  read(fileKey: string): BytePieces;
}

/** A text that is too long for memory, such as a large attachment. */
export interface LongText {
  /** characters so far */
  readonly length: number;
  append(text: string): void;
  read(): string;
  /** Decodes the text as base64, inflates it if possible and requested, and stores it as a file. */
  store(options: { compressed: boolean }): Promise<StoredText>;
  remove(): void;
}

interface StoredText {
  fileKey: string;
  size: number;
  inflated: boolean;
  /** the base64 was, as `Base64Decoder` says it */
  damaged: boolean;
}

export interface LongTexts {
  create(): LongText;
}

export interface ReadPorts {
  bytes: ByteTools;
  files: FileSink;
  /** with it the text of a message that is held in memory is limited; without it messages may have any length */
  longTexts?: LongTexts;
  /** ids for rows without their own */
  newUuid(): string;
}

/** What messages are made with beside the case. */
export interface MessagePorts {
  newUuid(): string;
  now(): Date;
}

export interface WritePorts extends MessagePorts {
  bytes: ByteTools;
  files: FileSource;
}

/** The place in a message of the content of a file, in base64. */
export interface AttachedFile {
  fileKey: string;
  isCompressed: boolean;
}

/** An unmapped element with all its content. */
export interface ResidueElement {
  name: string;
  /** names as in the message; the value of `xsi:type` without its prefix */
  attributes: Record<string, string>;
  text: string;
  line: number;
  children: ResidueElement[];
}

/**
 * Content of a message that is not the value of an item: stored with the case and written back at its location. Plain
 * data. `node` is the id in the table of containers, `within` the unmapped elements below it, `rows` the enclosing
 * rows (their numbers in the case).
 */
export interface Residue {
  node: string;
  rows: number[];
  within?: string[];
  /** XPath-like location in the original message */
  path: string;
  line: number;
  /** an attribute ... */
  attribute?: {
    name: string;
    value: string;
    /** the code it belonged to */
    code?: string;
    /** of a null flavor on an element with content all the same: its attributes, with which alone it is written back */
    beside?: Record<string, string>;
  };
  /** ... or text ... */
  text?: string;
  /** ... or a whole element */
  element?: ResidueElement;
  /** ... or only that the element, though empty, was there ... */
  present?: true;
  /** ... or that the element lacks an attribute which the writer gives it; as long as another one is the same */
  absent?: { name: string; beside: { name: string; value: string } };
  /** index of the element around rows that it was in, if not the first; on its own for a row */
  holder?: number;
  /** ... or, for a row that links refer to, the id that the sender gave it */
  id?: Identity;
  /** of R2: why no item has it */
  why?: ResidueReason;
  /** key of the attached file that it says something of; it is not written beside another one */
  file?: string;
  /** redundant (the display name of a code, the version of a structural list): stored but not shown */
  derived?: true;
}

/** One attribute or text of a message that was not mapped to an item, for display. */
export interface ResidueLine {
  path: string;
  line: number;
  text: string;
  why?: ResidueReason;
}

/** One ICSR of a batch. */
export interface ReadMessage {
  /** 1-based position in the batch */
  number: number;
  /** values (including those of the batch and message envelope read so far) and rows */
  content: CaseContent;
  /** pass this to the writer with the case */
  residue: Residue[];
  /** show this to the user */
  residueLines: ResidueLine[];
  /** what the conversion from R2 changed; for R3 another encoding than the declared one, and other spellings of values */
  notes: ConversionNote[];
  line: number;
  form: 'R2' | 'R3';
}

/** Data given once per batch, complete at its end. */
export interface ReadBatch {
  messages: number;
  /** the values of the batch envelope */
  values: CaseValue[];
  residue: Residue[];
  residueLines: ResidueLine[];
}

/** A case for the writer. Its own envelope values are used if `WriteOptions.envelope` has none. */
export interface CaseToWrite extends CaseContent {
  residue?: Residue[];
}

export interface WriteOptions {
  /** envelope values of this transmission (ids, sender, receiver, times), which override those of the cases */
  envelope?: CaseValue[];
  /** which of the two texts of an item is sent; a missing notation falls back to the value */
  notation?: 'value' | 'notation';
  /** code systems of the receiver, by the placeholder of the standard that they replace */
  codeSystems?: Readonly<Record<string, string>>;
  /** appendices whose items are written in addition to ICH's (`['US']`); default: all */
  appendices?: string[];
  /** residue of the batch, to reproduce a message */
  batchResidue?: Residue[];
  /** called for every value that a valid message cannot contain, e.g. a second value where one is allowed */
  onOmitted?(omitted: OmittedValue): void;
}

export interface OmittedValue {
  /** 1-based position of the case in the batch */
  message: number;
  value: CaseValue;
  reason: 'placeTaken' | 'notRepresentable' | 'noSuchRow';
}
