import type { R2Leaf, R2RuleName } from '../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import type { CaseValue } from '../../case/caseContent.ts';
import { residueLines } from '../residueLines.ts';
import type { ReadBatch, ReadMessage, XmlSource } from '../e2b.types.ts';
import type { XmlElement } from '../xmlTree.ts';
import { r2Parser, type R2Document } from './parseR2.ts';
import { encodingOf } from '../encodingOf.ts';
import { linesNote } from '../linesBefore.ts';
import { UnreadableXml } from '../unreadableXml.ts';
import { isWellFormed, messageText, startOf } from './r2Text.ts';
import { residueOfR2 } from './residueOfR2.ts';
import { RULES } from './rules/index.ts';
import { CODE } from './rules/terms.ts';
import { readBlock, textOf, Upgrade, type UpRule } from './upgrade.ts';

export interface R2Ports {
  newUuid: () => string;
  /** the codes of terms in a loaded dictionary, by `termKey`; without it terms stay text */
  codesOf?: (terms: readonly MedicalTerm[]) => Promise<ReadonlyMap<string, string>>;
}

export interface MedicalTerm {
  term: string;
  /** of MedDRA; '' where the sender names none */
  version: string;
}

export const termKey = ({ term, version }: MedicalTerm): string =>
  `${term.trim().replaceAll(/\s+/g, ' ').toLowerCase()}|${version}`;

/**
 * Reads a batch of E2B(R2) report by report as items of R3. What a rule changes is noted, what it does not understand is
 * residue. Throws `UnreadableXml`.
 */
export async function* readR2(
  source: XmlSource,
  head: string,
  map: R2Map,
  ports: R2Ports,
): AsyncGenerator<ReadMessage, ReadBatch, void> {
  const { offset, isXml, lines, declared } = startOf(head);
  const guessed = await encodingOf(source, head.slice(offset), 'R2');
  const encoding = guessed ?? declared;
  const firstLine = head.slice(0, offset).split('\n').length;
  const parser = r2Parser(typeOf(map), isXml || (await isWellFormed(source, encoding, offset)), firstLine);
  const before = lines === '' ? [] : [linesNote(lines)];
  const waiting: XmlElement[] = [];
  let messages = 0;
  let header: Upgrade | null = null;

  const envelope = async (): Promise<Upgrade> => {
    header ??= await readHeader(map, ports, parser.header());
    return header;
  };
  const read = async (element: XmlElement): Promise<ReadMessage> => {
    const around = await envelope();
    const number = ++messages;
    const path = `/${map.root}/${map.report.block}[${number}]`;
    const up = new Upgrade(map, await upgradePorts(map, ports, element), parser.header(), path);
    readBlock(up, upRule, { block: map.report, element, rows: [] });
    up.finish();
    if (guessed !== null) up.note('encodingGuessed', '', [], undefined, ['', guessed]);
    const residue = residueOfR2(up, element, parser.root());
    return {
      number,
      content: { values: [...around.values.map((value) => ({ ...value })), ...up.values], rows: up.rows },
      residue,
      residueLines: residueLines(residue),
      notes: number === 1 ? [...before, ...around.notes, ...up.notes] : up.notes,
      line: element.line,
      form: 'R2',
    };
  };

  for await (const piece of messageText(source, encoding, offset)) {
    waiting.push(...parser.write(piece));
    for (let next = waiting.shift(); next; next = waiting.shift()) yield await read(next);
  }
  for (const element of parser.end()) yield await read(element);
  const around = await envelope();
  const residue = [parser.header(), parser.root()].flatMap((one) =>
    one ? residueOfR2(around, one, parser.root()) : [],
  );
  return { messages, values: ofBatch(map, around.values), residue, residueLines: residueLines(residue) };
}

/** The values of the header alone, as far as the file can be read. Throws `UnreadableXml` for one that ends before its header. */
export async function readR2Envelope(
  source: XmlSource,
  head: string,
  map: R2Map,
  ports: R2Ports,
): Promise<CaseValue[]> {
  const { offset, isXml, declared } = startOf(head);
  const encoding = (await encodingOf(source, head.slice(offset), 'R2')) ?? declared;
  const parser = r2Parser(typeOf(map), isXml, 1);
  for await (const piece of messageText(source, encoding, offset))
    try {
      parser.write(piece);
      if (parser.header()) break;
    } catch (error) {
      if (error instanceof UnreadableXml && parser.header()) break;
      throw error;
    }
  return ofBatch(map, (await readHeader(map, ports, parser.header())).values);
}

/** The document type of reports. Its names come in any letters, as in SGML. */
const typeOf = ({ root, header, report, parents, blocks }: R2Map): R2Document => ({
  root,
  header: header.block,
  report: report.block,
  parents,
  blocks,
  nameOf: (written) => {
    const lower = written.toLowerCase();
    return parents.has(lower) || lower === root ? lower : written;
  },
});

const upRule = (name: R2RuleName): UpRule | undefined => RULES[name].up;

async function readHeader(map: R2Map, ports: R2Ports, element: XmlElement | null): Promise<Upgrade> {
  const path = `/${map.root}/${map.header.block}`;
  const up = new Upgrade(map, { newUuid: ports.newUuid, codeOf: () => null }, element, path);
  if (element) readBlock(up, upRule, { block: map.header, element, rows: [] });
  up.finish();
  return up;
}

/** Without the items of each message. */
const ofBatch = (map: R2Map, values: readonly CaseValue[]): CaseValue[] => {
  const own = new Set(map.header.content.map((leaf) => (leaf as R2Leaf).to));
  return values.filter(({ itemId }) => own.has(itemId));
};

/** Asks for the codes of all terms of a report at once. */
async function upgradePorts(map: R2Map, { newUuid, codesOf }: R2Ports, report: XmlElement) {
  const terms: MedicalTerm[] = [];
  const visit = (block: XmlElement): void => {
    for (const child of block.children) {
      const { version = '', elements = {} } = map.leaves.get(child.name) ?? {};
      const versionName = version || elements['version'];
      const term = textOf(child);
      if (versionName && term !== '' && !CODE.test(term))
        terms.push({ term, version: textOf(block.children.find(({ name }) => name === versionName)) });
      visit(child);
    }
  };
  if (codesOf) visit(report);
  const codes = terms.length > 0 ? await codesOf?.(terms) : undefined;
  return {
    newUuid,
    codeOf: (term: string, version: string) => codes?.get(termKey({ term, version })) ?? null,
  };
}
