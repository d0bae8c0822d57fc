/** Lines of a delimited file as fields. Streams: a file may have millions of lines. */
import type { RowErrors } from './loadProblem.ts';
import { linesOf, type SourceFile } from './sourceFile.ts';
import type { Delimited } from './table.ts';

export interface Fields {
  /** number of the line it begins in */
  line: number;
  fields: string[];
}

/** a quoted field of more lines was not closed */
const MAX_LINES_OF_A_FIELD = 1000;
/** the replacement character, of a program that could not decode an earlier version of the file */
const LOST_CHARACTER = '\uFFFD';

/** Empty lines are passed over; a line that cannot be taken apart is an error of its row. */
export async function* fieldsOf(
  file: SourceFile,
  layout: Delimited,
  errors: RowErrors,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Fields> {
  let open: { line: number; text: string; lines: number } | null = null;
  for await (const block of linesOf(file)) {
    for (const [index, text] of block.lines.entries()) {
      const record: { line: number; text: string; lines: number } = open
        ? { ...open, text: `${open.text}\n${text}`, lines: open.lines + 1 }
        : { line: block.line + index, text: index + block.line === 1 ? withoutMark(text) : text, lines: 1 };
      open = null;
      if (record.text === '') continue;
      if (record.text.includes(LOST_CHARACTER)) {
        errors.add(file.name, record.line, 'a character was lost (U+FFFD) before the file came here');
        continue;
      }
      const fields = take(record.text, layout);
      if (Array.isArray(fields)) yield { line: record.line, fields };
      else if (fields === 'open' && record.lines < MAX_LINES_OF_A_FIELD) open = record;
      else errors.add(file.name, record.line, MESSAGES[fields]);
    }
    onBytes(block.bytes);
  }
  if (open) errors.add(file.name, open.line, MESSAGES.open);
}

const MESSAGES = {
  open: 'a quotation mark opens here and is never closed',
  after: 'text stands after a closing quotation mark; a delimiter was expected',
  inside: 'a quotation mark stands inside a field that does not begin with one',
  end: 'the line must end with the delimiter',
};

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

function take(text: string, { delimiter, quoted, closed }: Delimited): string[] | keyof typeof MESSAGES {
  if (quoted && text.includes('"')) return takeQuoted(text, delimiter);
  const fields = text.split(delimiter);
  if (!closed) return fields;
  return fields.pop() === '' ? fields : 'end';
}

function takeQuoted(text: string, delimiter: string): string[] | keyof typeof MESSAGES {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return 'open';
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== delimiter) return 'after';
    } else {
      const found = text.indexOf(delimiter, at);
      const end = found === -1 ? text.length : found;
      const field = text.slice(at, end);
      if (field.includes('"')) return 'inside';
      fields.push(field);
      at = end;
    }
    if (at >= text.length) return fields;
    at += 1;
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
