/** Rows of an answer of an open API, kept as a file: JSON or XML. Each is a flat set of named texts. */
import { visit } from 'jsonc-parser';
import { SaxesParser } from 'saxes';
import { LoadProblem } from './loadProblem.ts';
import { linesOf, type SourceFile } from './sourceFile.ts';

export interface NamedFields {
  line: number;
  fields: Map<string, string>;
}

/** it is read as a whole: an answer has some hundred rows */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** What the first character of a file says of its kind. */
export async function kindOf(file: SourceFile): Promise<'json' | 'xml' | 'delimited'> {
  for await (const { lines } of linesOf(file)) {
    const start = lines
      .join('')
      .replace(/^\uFEFF/, '')
      .trimStart()[0];
    if (start === '{' || start === '[') return 'json';
    if (start === '<') return 'xml';
    if (start !== undefined) return 'delimited';
  }
  return 'delimited';
}

/** What an answer calls the number of the rows of all its pages. */
const TOTAL = 'totalCount';

/** The objects of arrays that hold nothing but values, wherever they stand. Throws where the file is no JSON. */
export async function jsonRecords(
  file: SourceFile,
  onTotal: (total: number) => void,
): Promise<NamedFields[]> {
  if (file.bytes > MAX_JSON_BYTES)
    throw new LoadProblem(file.name, 'is longer than 256 MB; split it into several files');
  const found: NamedFields[] = [];
  const open: (NamedFields & { isFlat: boolean })[] = [];
  let property = '';
  let arrays = 0;
  const nest = () => {
    const outer = open.at(-1);
    if (outer) outer.isFlat = false;
  };
  visit(
    await textOf(file),
    {
      onObjectBegin: (_offset, _length, startLine) => {
        nest();
        open.push({ line: startLine + 1, fields: new Map(), isFlat: arrays > 0 });
      },
      onObjectProperty: (name, _offset, _length, startLine) => {
        property = name;
        if (open.at(-1)?.fields.has(name))
          throw new LoadProblem(file.name, `'${name}' stands twice in one object`, startLine + 1);
      },
      onLiteralValue: (value) => {
        if (property === TOTAL && arrays === 0) onTotal(Number(value));
        open.at(-1)?.fields.set(property, value === null ? '' : String(value as string | number | boolean));
      },
      onObjectEnd: () => {
        const record = open.pop();
        if (record?.isFlat && record.fields.size > 0) found.push(record);
      },
      onArrayBegin: () => {
        nest();
        arrays += 1;
      },
      onArrayEnd: () => {
        arrays -= 1;
      },
      onError: (_error, _offset, _length, startLine) => {
        throw new LoadProblem(file.name, 'is no valid JSON here', startLine + 1);
      },
    },
    { disallowComments: true },
  );
  return found;
}

async function textOf(file: SourceFile): Promise<string> {
  const parts: string[] = [];
  for await (const { lines } of linesOf(file)) parts.push(...lines);
  return parts.join('\n').replace(/^\uFEFF/, '');
}

/** The `item` elements with what their children hold. Throws where the file is no XML. */
export async function* xmlRecords(
  file: SourceFile,
  onTotal: (total: number) => void,
): AsyncGenerator<NamedFields> {
  const parser = new SaxesParser();
  let ready: NamedFields[] = [];
  let record: NamedFields | null = null;
  let text = '';
  parser.on('error', (error) => {
    throw new LoadProblem(file.name, `is no valid XML here (${error.message})`, parser.line);
  });
  parser.on('doctype', () => {
    throw new LoadProblem(file.name, 'has a document type, which no answer of the service has', parser.line);
  });
  parser.on('opentag', ({ name }) => {
    text = '';
    if (name === 'item') record = { line: parser.line, fields: new Map() };
  });
  const add = (part: string) => {
    text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (record && name === 'item') {
      ready.push(record);
      record = null;
    } else if (!record && name === TOTAL) onTotal(Number(text));
    else record?.fields.set(name, text.trim());
    text = '';
  });
  for await (const { lines } of linesOf(file)) {
    parser.write(`${lines.join('\n')}\n`);
    yield* ready;
    ready = [];
  }
  parser.close();
  yield* ready;
}
