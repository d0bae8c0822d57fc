/**
 * The anchor file: an append-only witness of the ends of all chains outside the database, `audit/anchors.jsonl` in the data
 * directory. Each line is a record; its `mac` authenticates the text before it, and `previous` is the `mac` of the line
 * before. The format is documented in docs/operating.md.
 */
import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { open, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { auditDirectory, isSameMac, macOf, type AuditKey, type AuditKeys } from './auditKeys.ts';
import type { Chain } from './auditEntry.ts';

/** `begin`: all chains are sealed from now on; `key`: a key is in use from now on; `heads`: ends of chains. */
type AnchorKind = 'begin' | 'key' | 'heads';

/** Name of the chain (`nameOfChain`), number of its last save, hash of that save. */
export type AnchorHead = [chain: string, saveNo: number, hash: string];

export interface AnchorRecord {
  /** from 1, without gaps */
  no: number;
  at: string;
  kind: AnchorKind;
  heads?: AnchorHead[];
  previous: string;
  /** of the key of the `mac` */
  keyId: string;
}

/** A line of the file. */
export interface AnchorLine {
  record: AnchorRecord;
  mac: string;
  /** what the `mac` authenticates */
  body: string;
}

export interface AnchorFile {
  path: string;
  /** the newest record; null: there is none */
  last: () => Promise<AnchorLine | null>;
  /** Resolves when the lines are on the disk. */
  append: (lines: readonly string[]) => Promise<void>;
  /** All lines in order, as they are. */
  lines: () => AsyncIterable<string>;
  /** The complete lines after a position, in order; null: from the beginning. */
  linesAfter: (position: AnchorPosition | null) => AsyncIterable<PlacedLine>;
}

/** Behind a line. */
export interface AnchorPosition {
  /** the object; '' for a file */
  object: string;
  /** bytes of a file, or lines of an object, up to there */
  offset: number;
}

interface PlacedLine {
  text: string;
  /** behind the line */
  position: AnchorPosition;
}

export interface AnchorsWorld {
  anchors: AnchorFile;
}

/** Before the first record. */
export const NO_ANCHOR = '0'.repeat(64);
/** A record is never longer: the newest one is found in so many bytes at the end of the file. */
const MAX_LINE_BYTES = 512 * 1024;
const NEWLINE = 10;
const MAC = /^(\{.*),"mac":"([0-9a-f]{64})"\}$/;

export const nameOfChain = ({ sponsorKey, scope, scopeKey }: Chain): string =>
  `${sponsorKey}/${scope}/${scopeKey}`;

/** The chain of a name made by `nameOfChain`. */
export function chainOfName(name: string): Chain {
  const [sponsor = '', scope = '', key = ''] = name.split('/');
  return { sponsorKey: Number(sponsor), scope: scope as Chain['scope'], scopeKey: Number(key) };
}

/** The line of a record, and its code. */
export function anchorLine(
  key: AuditKey,
  record: Omit<AnchorRecord, 'keyId'>,
): { line: string; mac: string } {
  const body = JSON.stringify({ ...record, keyId: key.id });
  const mac = macOf(key, body);
  return { line: `${body.slice(0, -1)},"mac":"${mac}"}`, mac };
}

/** Null: the line is no record. */
export function readAnchorLine(line: string): AnchorLine | null {
  const [, start, mac] = MAC.exec(line) ?? [];
  if (start === undefined || mac === undefined) return null;
  const body = `${start}}`;
  try {
    return { record: JSON.parse(body) as AnchorRecord, mac, body };
  } catch {
    return null;
  }
}

/** Whether the record was made under a key of the server; without the key that cannot be decided. */
export function isAuthentic(keys: AuditKeys, { record, mac, body }: AnchorLine): boolean | 'keyMissing' {
  const key = keys.find(record.keyId);
  return key ? isSameMac(macOf(key, body), mac) : 'keyMissing';
}

/** The anchor file of a data directory, which need not exist yet. */
export function anchorFileIn(dataDir: string): AnchorFile {
  const path = join(auditDirectory(dataDir), 'anchors.jsonl');
  return {
    path,
    last: async () => readAnchorLine((await endOf(path)).complete.at(-1) ?? ''),
    append: async (lines) => {
      mkdirSync(auditDirectory(dataDir), { recursive: true });
      await removeTornLine(path);
      const file = await open(path, 'a', 0o600);
      try {
        await file.writeFile(lines.map((line) => `${line}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    lines: () => (existsSync(path) ? createInterface({ input: createReadStream(path) }) : noLines()),
    linesAfter: (position) => completeLines(path, position?.offset ?? 0),
  };
}

async function* noLines(): AsyncGenerator<string> {}

async function* completeLines(path: string, start: number): AsyncGenerator<PlacedLine> {
  if (!existsSync(path)) return;
  let offset = start;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begin)) {
      offset += end + 1 - begin;
      yield { text: bytes.toString('utf8', begin, end), position: { object: '', offset } };
      begin = end + 1;
    }
    rest = bytes.subarray(begin);
  }
}

/** A crash may leave the beginning of a line, whose transaction did not end either. */
async function removeTornLine(path: string): Promise<void> {
  const { torn } = await endOf(path);
  if (torn > 0) await truncate(path, (await stat(path)).size - torn);
}

/** The last complete lines, and how many bytes follow them. */
async function endOf(path: string): Promise<{ complete: string[]; torn: number }> {
  if (!existsSync(path)) return { complete: [], torn: 0 };
  const file = await open(path, 'r');
  try {
    const bytes = await lastBytes(file);
    const end = bytes.lastIndexOf('\n') + 1;
    const complete = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    return { complete, torn: bytes.length - end };
  } finally {
    await file.close();
  }
}

async function lastBytes(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const length = Math.min(size, MAX_LINE_BYTES);
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, size - length);
  return bytes;
}
