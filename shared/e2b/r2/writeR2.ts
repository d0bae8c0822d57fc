import { isR2Block, type R2Block, type R2RuleName } from '../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import type { CaseValue } from '../../case/caseContent.ts';
import { truncate } from '../../case/itemValue.ts';
import type { CaseToWrite, Residue, ResidueElement } from '../e2b.types.ts';
import { escapeAttribute, escapeText, possibleText } from '../outElement.ts';
import type { ConversionNote } from './conversion.types.ts';
import { Downgrade, outR2, writeBlock, type DownRule, type OutR2 } from './downgrade.ts';
import { blockOfResidue } from './residueOfR2.ts';
import { RULES } from './rules/index.ts';

export interface WriteR2Options {
  /** envelope values of this transmission, which override those of the cases */
  envelope?: readonly CaseValue[];
  /** which of the two texts of an item is sent; a missing notation falls back to the value */
  notation?: 'value' | 'notation';
  /** writes back what the received message language of its own transmission (receiver, version), to reproduce it */
  asReceived?: boolean;
}

export interface WrittenR2 {
  text: string;
  /** what is not in the message as it is in the case, by position in the batch */
  losses: ConversionNote[][];
}

/** Writes cases as one E2B(R2) message, and lists what of them it does not hold. */
export function writeR2(cases: readonly CaseToWrite[], map: R2Map, options: WriteR2Options = {}): WrittenR2 {
  const [first] = cases;
  if (!first) throw new Error('a message needs at least one case');
  const { envelope = [] } = options;
  const header = requiredOf(map.header, headerOf(first, map, envelope));
  const written = cases.map((one) => writeReport(one, map, options));
  const root: OutR2 = {
    ...outR2(map.root, ''),
    attributes: { lang: languageOf(first, map) },
    children: [header, ...written.map(({ report }) => report)],
  };
  const doctype = `<!DOCTYPE ${map.root} SYSTEM "${map.systemId}">`;
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n${serialised(root, 0)}`,
    losses: written.map(({ losses }) => losses),
  };
}

/** The language of what reporters wrote, if it is known; the DTD wants it. */
function languageOf({ values }: CaseToWrite, { leaves, codes }: R2Map): string {
  const item = [...leaves.values()].find(({ rule }) => rule === 'verbatim')?.items?.['language'];
  const spoken = values.find(({ itemId }) => itemId === item)?.value;
  return Object.entries(codes.languages).find(([, language]) => language === spoken)?.[0] ?? 'en';
}

const downRule = (name: R2RuleName): DownRule | undefined => RULES[name].down;

function headerOf({ values }: CaseToWrite, map: R2Map, envelope: readonly CaseValue[]): OutR2 {
  const down = new Downgrade(map, { values: withEnvelope(values, envelope), rows: [] });
  return writeBlock(down, downRule, map.header, [], '')[0] ?? outR2(map.header.block, '');
}

/** The DTD wants all elements of the header. */
function requiredOf(block: R2Block, written: OutR2): OutR2 {
  for (const one of block.content)
    if (!isR2Block(one) && !written.children.some(({ name }) => name === one.element))
      place(block, written, outR2(one.element, ''));
  return written;
}

function writeReport(
  { values, rows, residue = [] }: CaseToWrite,
  map: R2Map,
  { envelope = [], notation, asReceived = false }: WriteR2Options,
): { report: OutR2; losses: ConversionNote[] } {
  const spoken = notation === 'notation' ? values.map(inNotation) : values;
  const down = new Downgrade(map, { values: withEnvelope(spoken, envelope), rows });
  // what the header says is no loss
  writeBlock(down, downRule, map.header, [], '');
  down.losses.length = 0;
  const [report = outR2(map.report.block, '')] = writeBlock(down, downRule, map.report, [], `/${map.root}`);
  writeNarrative(down, map, report);
  down.loseUnused();
  for (const one of residue) restore(map, report, one, asReceived);
  return { report, losses: down.losses };
}

const inNotation = (one: CaseValue): CaseValue => ({ ...one, value: one.notation ?? one.value });

const withEnvelope = (values: readonly CaseValue[], envelope: readonly CaseValue[]): CaseValue[] => {
  const given = new Set(envelope.map(({ itemId }) => itemId));
  return [...values.filter(({ itemId }) => !given.has(itemId)), ...envelope];
};

/** The narrative, and below it whole what was cut, in the order of the headings. */
function writeNarrative(down: Downgrade, map: R2Map, report: OutR2): void {
  const leaf = [...map.leaves.values()].find(({ rule }) => rule === 'narrative');
  const lines = down.headedLines();
  const block = leaf && blockAt(map, report, map.parents.get(leaf.element) ?? '', []);
  if (!leaf || !block) return;
  const known = block.children.find(({ name }) => name === leaf.element);
  const whole = [known?.text ?? '', ...lines].filter(Boolean).join('\n');
  const text = truncate(whole, map.narrativeLength);
  if (text !== whole) down.lose('narrativeCut', leaf.to ?? '', [], { path: leaf.element }, [whole, text]);
  if (known) known.text = text;
  else if (text !== '') place(map.blocks.get(block.name), block, outR2(leaf.element, text));
  if (block.children.length === 0) removeFrom(report, block);
}

function removeFrom(element: OutR2, block: OutR2): void {
  element.children = element.children.filter((child) => child !== block);
  for (const child of element.children) removeFrom(child, block);
}

/** The occurrence of a block in these rows; one without rows of its own is made if it is missing. */
function blockAt(map: R2Map, report: OutR2, name: string, rows: readonly number[]): OutR2 | undefined {
  if (name === report.name) return report;
  const found = blocksIn(report, name).find((one) => one.rows.every((number, at) => number === rows[at]));
  const block = map.blocks.get(name);
  if (found || !block || block.row) return found;
  const parent = blockAt(map, report, map.parents.get(name) ?? '', rows);
  if (!parent) return undefined;
  const made = { ...outR2(name, ''), rows: parent.rows };
  place(map.blocks.get(parent.name), parent, made);
  return made;
}

const blocksIn = (element: OutR2, name: string): OutR2[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => blocksIn(child, name)),
];

/** Puts an element where the DTD wants it. */
function place(block: R2Block | undefined, parent: OutR2, child: OutR2): void {
  const names = block?.content.map((one) => (isR2Block(one) ? one.block : one.element)) ?? [];
  const position = (name: string): number => {
    const at = names.indexOf(name);
    return at < 0 ? names.length : at;
  };
  const before = parent.children.findIndex(({ name }) => position(name) > position(child.name));
  if (before < 0) parent.children.push(child);
  else parent.children.splice(before, 0, child);
}

/** Writes residue of R2 back: an element that was made of items counts more, unless it was derived. */
function restore(map: R2Map, report: OutR2, residue: Residue, asReceived: boolean): void {
  const name = blockOfResidue(residue);
  const { element, attribute, within: [inside] = [] } = residue;
  const leaf = map.leaves.get(element?.name ?? inside ?? '');
  if (name === null || (leaf?.transmission && !asReceived)) return;
  const block = blockAt(map, report, name, residue.rows);
  if (!block) return;
  const holder = inside === undefined ? block : block.children.find((child) => child.name === inside);
  if (attribute && holder) holder.attributes[attribute.name] ??= attribute.value;
  if (residue.text) block.text ||= residue.text;
  if (!element) return;
  const known = leaf && block.children.find((child) => child.name === element.name);
  if (!known) place(map.blocks.get(block.name), block, restored(element));
  else if (leaf.derived) known.text = element.text;
}

const restored = ({ name, attributes, text, children }: ResidueElement): OutR2 => ({
  ...outR2(name, text),
  attributes: { ...attributes },
  children: children.map(restored),
});

function serialised({ name, text, attributes, children }: OutR2, depth: number): string {
  const indent = ' '.repeat(depth);
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const tag = `${indent}<${name}${start.join('')}`;
  const inner = escapeText(possibleText(text));
  if (children.length === 0) return inner === '' ? `${tag}/>\n` : `${tag}>${inner}</${name}>\n`;
  return `${tag}>${inner}\n${children.map((child) => serialised(child, depth + 1)).join('')}${indent}</${name}>\n`;
}
