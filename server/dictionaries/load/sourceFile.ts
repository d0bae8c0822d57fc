/** A file of a dictionary before its rows are read: is it a text, in which encoding, and which file is it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LoadProblem } from './loadProblem.ts';

/** As the Encoding Standard names them: `euc-kr` is what Korean spreadsheets save (code page 949). */
export type Encoding = 'utf-8' | 'shift_jis' | 'euc-kr' | 'windows-1252';

export interface SourceFile {
  path: string;
  /** without its folder */
  name: string;
  folder: string;
  bytes: number;
  /** number of the last one */
  lines: number;
  /** does its last line have an end? */
  isEnded: boolean;
  /** hexadecimal SHA-256 of the content */
  sha256: string;
  encoding: Encoding;
}

const LINE_END = 0x0a;
/** a longer line is no line of a dictionary */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * Reads a file once, whole. The first of `encodings` that fits all of it is its encoding. Throws a `LoadProblem` where it
 * is missing, empty, binary or in none of them, with the line that tells.
 */
export async function inspectFile(path: string, encodings: readonly Encoding[]): Promise<SourceFile> {
  const name = basename(path);
  const hash = createHash('sha256');
  let fitting = encodings;
  let bytes = 0;
  let lines = 0;
  let isEnded = false;
  for await (const block of wholeLines(path)) {
    hash.update(block.content);
    bytes += block.content.length;
    isEnded = block.content.at(-1) === LINE_END;
    lines = block.line + countLines(block.content) - Number(isEnded);
    refuseBinary(name, block);
    const left = fitting.filter((encoding) => fits(encoding, block.content));
    if (left.length === 0)
      throw new LoadProblem(name, `is not in ${fitting.join(' or ')}`, lineNotIn(fitting, block));
    fitting = left;
  }
  const [encoding] = fitting;
  if (bytes === 0 || !encoding) throw new LoadProblem(name, 'is empty');
  return { path, name, folder: dirname(path), bytes, lines, isEnded, sha256: hash.digest('hex'), encoding };
}

interface Block {
  content: Buffer;
  /** number of its first line, from 1 */
  line: number;
}

/** In none of the encodings is the end of a line a part of another character: blocks of whole lines decode by themselves. */
async function* wholeLines(path: string): AsyncGenerator<Block> {
  let rest = Buffer.alloc(0);
  let line = 1;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const content = Buffer.concat([rest, chunk as Buffer]);
      const end = content.lastIndexOf(LINE_END) + 1;
      rest = content.subarray(end);
      if (rest.length > MAX_LINE_BYTES)
        throw new LoadProblem(basename(path), 'has a line of more than 8 MB; it is no list of terms', line);
      if (end === 0) continue;
      const block = content.subarray(0, end);
      yield { content: block, line };
      line += countLines(block);
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new LoadProblem(path, code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`);
  }
  if (rest.length > 0) yield { content: rest, line };
}

export interface TextBlock {
  /** lines without their ends */
  lines: string[];
  /** number of the first one, from 1 */
  line: number;
  bytes: number;
}

/** The lines of a file, some thousand at a time, decoded. */
export async function* linesOf(file: SourceFile): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder(file.encoding, { fatal: true });
  for await (const { content, line } of wholeLines(file.path)) {
    const lines = decoder.decode(content).split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    yield { lines, line, bytes: content.length };
  }
}

function refuseBinary(name: string, { content, line }: Block): void {
  if (line === 1 && (content[0] === 0xff || content[0] === 0xfe))
    throw new LoadProblem(name, 'is in UTF-16; save it as UTF-8', 1);
  if (content.includes(0))
    throw new LoadProblem(
      name,
      'is a binary file, not a text; save a spreadsheet as CSV (UTF-8), unpack an archive',
      line,
    );
}

function fits(encoding: Encoding, content: Buffer): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function lineNotIn(encodings: readonly Encoding[], { content, line }: Block): number {
  let at = line;
  for (let from = 0; from < content.length; at += 1) {
    const end = content.indexOf(LINE_END, from);
    const to = end === -1 ? content.length : end + 1;
    if (!encodings.some((encoding) => fits(encoding, content.subarray(from, to)))) return at;
    from = to;
  }
  return line;
}

function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(LINE_END); at !== -1; at = content.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}
