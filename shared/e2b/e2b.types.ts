/** What the E2B(R3) reader gives and the writer takes. Nothing here knows files, databases or the network: those are ports. */
import type { CaseContent, CaseValue } from '../case/caseContent.ts';

/**
 * One XML document, at most one batch of any number of messages: text, bytes in any encoding, or a stream of bytes.
 * A function is called up to twice and must start anew each time (open the file again): the batch's receiver and sender
 * stand behind the last message, and only a second look gives them to the first one.
 */
export type XmlSource = string | Uint8Array | AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/** Byte work that the platform does: Node gives `node:zlib` and `Buffer`. Both may throw on bytes that make no sense. */
export interface ByteTools {
  /** raw deflate or zlib; should refuse what grows beyond the caller's limit */
  inflate(bytes: Uint8Array): Uint8Array;
  /** raw deflate (RFC 1951) */
  deflate(bytes: Uint8Array): Uint8Array;
  /** white space in the text is ignored */
  fromBase64(text: string): Uint8Array;
  toBase64(bytes: Uint8Array): string;
}

interface FileSink {
  /** stores the bytes of an attachment and answers their file key (sha-256, hexadecimal) */
  put(bytes: Uint8Array): string | Promise<string>;
}

interface FileSource {
  get(fileKey: string): Uint8Array | Promise<Uint8Array>;
}

export interface ReadPorts {
  bytes: ByteTools;
  files: FileSink;
  /** ids of rows that bring none of their own */
  newUuid(): string;
}

export interface WritePorts {
  bytes: ByteTools;
  files: FileSource;
  newUuid(): string;
  now(): Date;
}

/** An element that no slot knows, with everything in it. */
export interface KeptElement {
  name: string;
  /** names as in the message, `xsi:type` with its prefix */
  attributes: Record<string, string>;
  text: string;
  line: number;
  children: KeptElement[];
}

/**
 * Something of a message that is no item's value: kept with the case and written back at its place. Plain data.
 * `node` names the place in the table of containers, `within` elements below it that the table does not know apart,
 * `rows` the rows around it (their numbers in the case).
 */
export interface Kept {
  node: string;
  rows: number[];
  within?: string[];
  /** XPath-like place in the message it came from */
  path: string;
  line: number;
  /** an attribute ... */
  attribute?: { name: string; value: string; /** the code it was said of */ code?: string };
  /** ... or text ... */
  text?: string;
  /** ... or a whole element */
  element?: KeptElement;
  /** ... or, of a row, that it stood in the second or a later one of the elements around such rows */
  holder?: number;
  /** says nothing of its own (the display name of a code, the version of a structural list): kept, but not shown */
  derived?: true;
}

/** One attribute or text of a message that reached no item, for people to read. */
export interface ResidueLine {
  path: string;
  line: number;
  text: string;
}

/** One ICSR of a batch. */
export interface ReadMessage {
  /** place in the batch, from 1 */
  number: number;
  /** values (those of batch and message envelope included, as far as the batch has told them yet) and rows */
  content: CaseContent;
  /** give this to the writer with the case */
  kept: Kept[];
  /** show this to the user */
  residue: ResidueLine[];
  line: number;
}

/** What is said once in a batch, known at its end. */
export interface ReadBatch {
  messages: number;
  /** the values of the batch envelope */
  values: CaseValue[];
  kept: Kept[];
  residue: ResidueLine[];
}

/** A case for the writer. Its own envelope values are used where `WriteOptions.envelope` says nothing. */
export interface CaseToWrite extends CaseContent {
  kept?: Kept[];
}

export interface WriteOptions {
  /** envelope values of this transmission (ids, sender, receiver, times); they win over those of the cases */
  envelope?: CaseValue[];
  /** which of the two texts of an item is sent; a missing notation falls back to the value */
  notation?: 'value' | 'notation';
  /** appendices whose items are written beside ICH's own (`['US']`); all of them where left out */
  appendices?: string[];
  /** `kept` of the batch, to write a message again as it came */
  batchKept?: Kept[];
  /** told of every value that cannot stand in a valid message, e.g. a second value for a place that holds one */
  onOmitted?(omitted: OmittedValue): void;
}

export interface OmittedValue {
  /** place of the case in the batch, from 1 */
  message: number;
  value: CaseValue;
  reason: 'placeTaken' | 'notRepresentable' | 'noSuchRow';
}
