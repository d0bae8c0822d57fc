/** A case, as examples of rules are written, for values of its atoms: texts that no atom names are chosen by chance. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { matchesPattern } from '../expressions/patterns.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import type { Chance } from '../generate/chance.ts';
import { textMatching } from '../generate/patternText.ts';
import type { Atom } from './atoms.types.ts';
import type { CaseAtoms } from './caseAtoms.ts';
import type { Formula } from './formula.ts';
import { atomsIn } from './formula.ts';
import type { AtomValues } from './solveFormulas.ts';

const TRIALS = 20;
const DATES = ['20200101', '20210315', '20220630', '20240229', '20250101'];
const NUMBERS = ['1', '5', '20', '40', '70', '0'];
const TEXTS = ['Text', 'Another text', 'A', '-', '12345'];

interface Wanted {
  is: (literal: string) => boolean | undefined;
  literals: readonly string[];
  patterns: readonly { pattern: string; matches: boolean }[];
}

export function modelExample(
  atoms: CaseAtoms,
  formulas: readonly Formula[],
  isTrue: AtomValues,
  chance: Chance,
): RuleExample {
  const numbers = [...formulas, ...atoms.axioms(formulas)].flatMap((formula) => [...atomsIn(formula)]);
  const all = [...new Set(numbers)].map((number) => ({ atom: atoms.atomAt(number), isTrue: isTrue(number) }));
  const texts = new Map<string, string>();
  const terms = new Set(all.flatMap(({ atom }) => termsIn(atom)));
  for (const term of terms) texts.set(term, chosenText(atoms, term, wantedOf(term, all), chance));
  for (const { atom, isTrue: holds } of all)
    if (atom.kind === 'same' && holds && texts.get(atom.a) !== texts.get(atom.b))
      texts.set(atom.b, texts.get(atom.a) ?? '');

  const example: RuleExample = {};
  for (const [term, text] of texts) {
    const { read, name, path } = atoms.textAt(term);
    const item = atoms.world.catalogue.items[name];
    if (text === '' || !item) continue;
    const key = addressKeyOf(name, path);
    if (read === 'nullFlavor') example[key] = { nullFlavor: text };
    else if (item.control === 'attachment') example[key] = fileOf(atoms, name, path, texts);
    else if (read === 'value') example[key] = text;
  }
  for (const { atom, isTrue: holds } of all)
    if (holds && (atom.kind === 'row' || atom.kind === 'rowHasData'))
      fillRow(atoms, atom.group, atom.path, example, chance);
  return example;
}

interface ValuedAtom {
  atom: Atom;
  isTrue: boolean;
}

const termsIn = (atom: Atom): string[] => {
  if (atom.kind === 'is' || atom.kind === 'matches') return [atom.term];
  return atom.kind === 'same' ? [atom.a, atom.b] : [];
};

function wantedOf(term: string, all: readonly ValuedAtom[]): Wanted {
  const literals = new Map<string, boolean>();
  const patterns: { pattern: string; matches: boolean }[] = [];
  for (const { atom, isTrue } of all) {
    if (atom.kind === 'is' && atom.term === term) literals.set(atom.literal, isTrue);
    if (atom.kind === 'matches' && atom.term === term)
      patterns.push({ pattern: atom.pattern, matches: isTrue });
  }
  return { is: (literal) => literals.get(literal), literals: [...literals.keys()], patterns };
}

/** The literal that the text is, or another one that matches what it must. */
function chosenText(
  { world, textAt }: CaseAtoms,
  term: string,
  { is, literals, patterns }: Wanted,
  chance: Chance,
): string {
  const literal = literals.find((one) => is(one) === true);
  if (literal !== undefined) return literal;
  const { read, name } = textAt(term);
  const item = world.seen.items[name] ?? world.catalogue.items[name];
  const fits = (text: string): boolean =>
    text !== '' &&
    !literals.includes(text) &&
    patterns.every(({ pattern, matches }) => matchesPattern(text, pattern) === matches);
  const wanted = patterns.filter(({ matches }) => matches);
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const text =
      read === 'value' && wanted.length > 0
        ? textMatching(chance.pick(wanted).pattern, chance)
        : chance.pick(candidates(read, item, world.codeLists));
    if (fits(text)) return text;
  }
  return '';
}

function candidates(
  read: string,
  item: CatalogueItem | undefined,
  codeLists: CaseAtoms['world']['codeLists'],
): readonly string[] {
  if (read === 'nullFlavor') return item?.nullFlavors.length ? item.nullFlavors : [''];
  if (read === 'fileName') return ['report.pdf', 'report', 'scan.zip'];
  if (read === 'mediaType') return ['application/pdf', 'text/plain'];
  if (read === 'compression') return ['DF'];
  const list = item?.codeList == null ? undefined : codeLists[item.codeList];
  if (list && !list.open && list.codes.length > 0) return list.codes.map(({ code }) => code);
  if (item?.control === 'date') return DATES;
  if (item?.control === 'number') return NUMBERS;
  if (item?.control === 'yesNo') return ['true', 'false'];
  if (item?.control === 'trueOnly') return ['true'];
  return TEXTS;
}

function fileOf(atoms: CaseAtoms, name: string, path: RowPath, texts: ReadonlyMap<string, string>) {
  const part = (read: string, otherwise: string): string =>
    texts.get(atoms.text({ read, name, path })) || otherwise;
  const compression = part('compression', '');
  return {
    fileName: part('fileName', 'report.pdf'),
    mediaType: part('mediaType', 'application/pdf'),
    ...(compression && { compression }),
  };
}

/** A row is in a case where it has a value. */
function fillRow(
  { world: { catalogue, codeLists } }: CaseAtoms,
  group: string,
  path: RowPath,
  example: RuleExample,
  chance: Chance,
): void {
  const inGroup = Object.values(catalogue.items).filter(({ groups }) => groups.at(-1) === group);
  if (inGroup.some(({ itemId }) => example[addressKeyOf(itemId, path)] !== undefined)) return;
  const free = inGroup.filter(
    ({ control }) => control === 'text' || control === 'longText' || control === 'date',
  );
  if (free.length === 0) return;
  const item = chance.pick(free);
  example[addressKeyOf(item.itemId, path)] = chance.pick(candidates('value', item, codeLists));
}

/** As examples of rules name an item: with its row numbers. */
const addressKeyOf = (itemId: string, path: RowPath): string =>
  path.length === 0 ? itemId : [itemId, ...path].join('|');
