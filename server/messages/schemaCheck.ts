/** Validation against the schema set of ICH, where the operator has it: it is not ours to ship. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';

/** What the schema says against a document: a line each, with its place; none for a valid one. */
export type SchemaCheck = (xml: string) => string[];

/** What a document may be: its root element names the file of its schema. */
type DocumentRoot = 'MCCI_IN200100UV01' | 'MCCI_IN200101UV01';
const REPORTS: DocumentRoot = 'MCCI_IN200100UV01';
/** names the files for the library, which has no disk */
const BASE = 'file:///icsr/';

const checks = new Map<string, SchemaCheck | null>();

/**
 * The check by the schema set in a directory, compiled once; null where the set is not there. Without a root it checks
 * batches of reports, with the other one acknowledgements.
 */
export function schemaCheckIn(dir: string, root = REPORTS): SchemaCheck | null {
  const start = `multicacheschemas/${root}.xsd`;
  const key = join(dir, start);
  const known = checks.get(key);
  if (known !== undefined) return known;
  const check = existsSync(key) ? compileCheck(dir, start) : null;
  checks.set(key, check);
  return check;
}

function compileCheck(dir: string, start: string): SchemaCheck {
  const buffers = Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xsd'))
      .map((name) => [BASE + name.split(sep).join('/'), new Uint8Array(readFileSync(join(dir, name)))]),
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(buffers));
  using schema = XmlDocument.fromBuffer(buffers[BASE + start] ?? new Uint8Array(), { url: BASE + start });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    using document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_HUGE });
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      const { details, message } = error as Error & { details?: { message: string; line: number }[] };
      if (!details) return [message];
      return details.map((detail) => `${detail.line}: ${detail.message.trim()}`);
    }
  };
}
