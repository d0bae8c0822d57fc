/** What no rule took of an E2B(R2) report: kept with the case, shown, and written back into R2. */
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import type { Residue, ResidueElement } from '../e2b.types.ts';
import { isMarkup, markedText } from '../innerText.ts';
import { UnreadableXml } from '../unreadableXml.ts';
import { trimmed, type XmlElement } from '../xmlTree.ts';
import type { ResidueReason } from './conversion.types.ts';
import { languageIn, languageOf } from './rules/terms.ts';
import { hasContent, textOf, type Upgrade } from './upgrade.ts';

/** Marks residue of R2: the writer of R3 has no such node. */
const NODE = 'r2:';
/** As for R3: a message must not fill the database. */
const MAX_UNKNOWN = 10_000;

/** `root`: of the message; its language is that of all in it which says no other. */
export function residueOfR2(up: Upgrade, element: XmlElement, root: XmlElement | null): Residue[] {
  const found: Residue[] = [];
  collect(up, element, { outer: [], around: root }, found);
  return found;
}

/** The block that residue belongs to; null for residue of R3. */
export const blockOfResidue = ({ node }: Pick<Residue, 'node'>): string | null =>
  node.startsWith(NODE) ? node.slice(NODE.length) : null;

/** The groups whose rows residue names, outermost first. */
export const groupsOfResidue = (map: R2Map, residue: Pick<Residue, 'node'>): readonly string[] => {
  const block = map.blocks.get(blockOfResidue(residue) ?? '');
  if (!block) return [];
  const group = block.dosages ?? block.row;
  if (group) return map.catalogue.groups[group]?.groups ?? [group];
  const parent = map.parents.get(block.block);
  return parent && map.blocks.has(parent) ? groupsOfResidue(map, { node: NODE + parent }) : [];
};

interface Outside {
  outer: readonly number[];
  around: XmlElement | null;
}

function collect(up: Upgrade, block: XmlElement, { outer, around }: Outside, found: Residue[]): void {
  const rows = up.rowsAt(block) ?? outer;
  const keep = (what: Partial<Residue>, element: XmlElement): void => {
    if (found.length >= MAX_UNKNOWN)
      throw new UnreadableXml(`more than ${MAX_UNKNOWN} elements in one report that no item takes`, {
        line: element.line,
        column: 1,
      });
    const path = up.pathTo(element);
    found.push({ node: NODE + block.name, rows: [...rows], path, line: element.line, ...what });
  };
  const text = trimmed(block.text);
  if (text !== '') keep({ text, why: 'unknown' }, block);
  for (const [name, value] of Object.entries(block.attributes))
    if (!isLanguage(name) || !isKnownLanguage(up, block, around, value))
      keep({ attribute: { name, value }, why: 'unknown' }, block);
  for (const child of block.children) {
    const isKnown = up.map.parents.get(child.name) === block.name;
    const isRead = up.reasonFor(child) === undefined;
    if (isKnown && isRead && up.map.blocks.has(child.name))
      collect(up, child, { outer: rows, around: block }, found);
    else if (!isKnown) keep({ element: plain(child), why: 'unknown' }, child);
    else if (!up.isUsed(child) && hasContent(child))
      keep({ element: plain(child), why: up.reasonFor(child) ?? reasonOf(block, child) }, child);
    else {
      for (const [name, value] of Object.entries(child.attributes))
        if (!isLanguage(name) || !isSpoken(up, child, value))
          keep({ attribute: { name, value }, within: [child.name], why: 'unknown' }, child);
      if (isMarkup(child)) noteMarkup(up, child, rows);
      else for (const inner of child.children) keep({ element: plain(inner), why: 'unknown' }, inner);
    }
  }
}

/** A text that was taken with the words of its markup, which is not written again. */
function noteMarkup(up: Upgrade, element: XmlElement, rows: readonly number[]): void {
  const { to = '' } = up.map.leaves.get(element.name) ?? {};
  const words = textOf(element);
  if (words !== '') up.note('otherSpelling', to, rows, element, [markedText(element), words]);
}

const isLanguage = (name: string): boolean => name === 'lang' || name === 'xml:lang';

/** Whether a language is that of words which R3 keeps with their language. */
const isSpoken = ({ map }: Upgrade, { name }: XmlElement, lang: string): boolean =>
  map.leaves.get(name)?.rule === 'verbatim' && languageIn(map, lang) !== undefined;

/** Whether the language of a block is that of all around it, or of words in it which R3 keeps with their language. */
const isKnownLanguage = (
  up: Upgrade,
  { children }: XmlElement,
  around: XmlElement | null,
  lang: string,
): boolean => lang === languageOf(around) || children.some((child) => isSpoken(up, child, lang));

const reasonOf = (block: XmlElement, child: XmlElement): ResidueReason =>
  block.children.find(({ name }) => name === child.name) === child ? 'notUnderstood' : 'second';

const plain = ({ name, attributes, text, line, children }: XmlElement): ResidueElement => ({
  name,
  attributes: { ...attributes },
  text: trimmed(text),
  line,
  children: children.map(plain),
});
