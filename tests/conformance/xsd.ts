/** The ICH schema set in memory: compiled once, then less than a millisecond a message. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';

/** Null where the schema set is not on this machine: it is ICH's, and not ours to ship. */
export function icsrValidator(dir: string): ((xml: string) => string[]) | null {
  const listFile = join(dir, 'NEEDED.txt');
  const start = 'multicacheschemas/MCCI_IN200100UV01.xsd';
  if (!existsSync(join(dir, start))) return null;
  const names = readFileSync(listFile, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith('#'));
  const base = 'file:///icsr/';
  const buffers = Object.fromEntries(
    names.map((name) => [base + name, new Uint8Array(readFileSync(join(dir, name)))]),
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(buffers));
  using schema = XmlDocument.fromBuffer(buffers[base + start] ?? new Uint8Array(), { url: base + start });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    using document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_HUGE });
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const details = (error as { details?: { message: string; line: number }[] }).details ?? [];
      return details.length > 0
        ? details.map(({ line, message }) => `${line}: ${message.trim()}`)
        : [error.message];
    }
  };
}
