/** Lines that a mail or a gateway left before a message: `Name: value`, with continuations. */
import { addressAt } from '../case/itemAddress.ts';
import { joined } from './decodeXml.ts';
import type { XmlSource } from './e2b.types.ts';
import type { ConversionNote } from './r2/conversion.types.ts';

/** One such line, or an empty one. Any other text may be part of what the sender says, and is not skipped. */
const LINE = /^(?:[A-Za-z][\w-]*:[ -~\t]*|[ \t]+[ -~\t]*|)$/;
const DECLARATION = /^<\?xml\s/;

/** The lines before the XML of a batch, with their ends; '' where there are none, or others than a mail has. */
export function linesBefore(head: string, batchName: string): string {
  let at = 0;
  for (;;) {
    if (startsBatch(head, at, batchName)) return head.slice(0, at);
    const end = head.indexOf('\n', at);
    if (end < 0 || !LINE.test(head.slice(at, end).replace(/\r$/, ''))) return '';
    at = end + 1;
  }
}

function startsBatch(head: string, at: number, batchName: string): boolean {
  if (head[at] !== '<') return false;
  const tag = head.slice(at, at + 200);
  return DECLARATION.test(tag) || /^<(?:[\w.-]+:)?([\w.-]+)/.exec(tag)?.[1] === batchName;
}

/** The source with empty lines in place of those, so that positions stay those of the file. */
export function withoutLines(source: XmlSource, lines: string): XmlSource {
  const empty = '\n'.repeat(lines.split('\n').length - 1);
  if (typeof source === 'string') return empty + source.slice(lines.length);
  if (source instanceof Uint8Array)
    return joined(new TextEncoder().encode(empty), source.subarray(lines.length));
  if (typeof source !== 'function') return source;
  return async function* () {
    yield new TextEncoder().encode(empty);
    let skipped = 0;
    for await (const piece of source()) {
      const rest = piece.subarray(Math.max(0, lines.length - skipped));
      skipped += piece.length;
      if (rest.length > 0) yield rest;
    }
  };
}

export const linesNote = (lines: string): ConversionNote => ({
  rule: 'linesSkipped',
  ...addressAt('', []),
  path: '',
  line: 1,
  before: lines.trim(),
  after: '',
});
