/** The reference material these tests run on; it is not part of the project, and on most machines it is absent. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { schemaCheckIn } from '../../server/messages/schemaCheck.ts';

const root = resolve(import.meta.dirname, '../..');
export const referenceDir = resolve(root, process.env['REFERENCE_DIR'] ?? '../shared/reference');
export const present = existsSync(join(referenceDir, 'instances'));
if (!present)
  console.warn(`conformance tests skipped: no reference material at ${referenceDir} (set REFERENCE_DIR)`);

const xsdDir = process.env['CASEWRIGHT_XSD_DIR'] ?? join(referenceDir, 'schemas-xsd');
/** Messages of the ICH schema about a document; null where the schema set is absent. */
export const validate = schemaCheckIn(xsdDir);
if (!validate)
  console.warn(`schema validation skipped: no ICH schema set at ${xsdDir} (set CASEWRIGHT_XSD_DIR)`);

export interface Instance {
  name: string;
  bytes: Uint8Array;
}

/** Every file of the reference that is an E2B(R3) batch. */
export const instances = (): Instance[] =>
  ['instances', 'instances/made-here'].flatMap((folder) => {
    const dir = join(referenceDir, folder);
    if (!existsSync(dir)) return [];
    return readdirSync(dir)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(dir, name))) }))
      .filter(({ bytes }) => Buffer.from(bytes).includes('MCCI_IN200100UV01'));
  });

/** Every published E2B(R3) batch, wherever it is filed. */
export const publishedReports = (): Instance[] =>
  (present ? readdirSync(referenceDir, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(referenceDir, name))) }))
    .filter(({ bytes }) => Buffer.from(bytes).includes('<MCCI_IN200100UV01'));

export interface ElementRecord {
  id: string;
  kind: string;
  repeatGroups: string[];
  xpath?: string;
  xpathAlternatives?: string[];
  xpathNote?: string;
}

/** The files of the regions' elements. */
export const REGIONS = ['us-fda', 'kr-mfds', 'jp-pmda', 'eu-ema', 'cn-nmpa'];

export function elements(name: string): ElementRecord[] {
  const { items } = JSON.parse(readFileSync(join(referenceDir, 'elements', `${name}.json`), 'utf8')) as {
    items: ElementRecord[];
  };
  return items.filter(({ kind }) => kind !== 'header' && kind !== 'overlay');
}
