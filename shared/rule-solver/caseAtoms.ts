/** The atoms of the cases of a catalogue, and what is true of them in every case. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { matchesPattern } from '../expressions/patterns.ts';
import type { Atom, TextTerm } from './atoms.types.ts';
import { and, atomOf, implies, not, or, type Formula } from './formula.ts';

/** Rows of a group below the same row that a case has at most, for the solver. */
const MAX_ROWS = 2;

/** Closed lists that are longer hardly force a value, and make long clauses. */
const MAX_CODES = 60;

/** What the values of items can be for a receiver. */
export interface ItemWorld {
  /** of all regions */
  catalogue: Catalogue;
  /** of the receiver's region */
  seen: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
}

export interface CaseAtoms {
  world: ItemWorld;
  rowsPerGroup: number;
  /** the formula that is the atom */
  atom(atom: Atom): Formula;
  /** of a number */
  atomAt(atom: number): Atom;
  /** the key of a text, for atoms */
  text(term: TextTerm): string;
  textAt(key: string): TextTerm;
  /** what holds in every case that the atoms of the formulas are about */
  axioms(formulas: readonly Formula[]): Formula[];
}

export function createCaseAtoms(world: ItemWorld, rowsPerGroup = MAX_ROWS): CaseAtoms {
  const atoms: Atom[] = [];
  const numbers = new Map<string, number>();
  const texts = new Map<string, TextTerm>();

  const atom = (one: Atom): Formula => {
    const key = JSON.stringify(one);
    const known = numbers.get(key) ?? atoms.push(one);
    numbers.set(key, known);
    return atomOf(known);
  };
  const atomAt = (number: number): Atom => {
    const found = atoms[number - 1];
    if (!found) throw new Error(`there is no atom ${number}`);
    return found;
  };
  const text = (term: TextTerm): string => {
    const key = [term.read, term.name, ...term.path].join(' ');
    texts.set(key, term);
    return key;
  };
  const textAt = (key: string): TextTerm => {
    const found = texts.get(key);
    if (!found) throw new Error(`there is no text ${key}`);
    return found;
  };
  const made: CaseAtoms = {
    world,
    rowsPerGroup,
    atom,
    atomAt,
    text,
    textAt,
    axioms: (formulas) => axiomsOf(made, formulas),
  };
  return made;
}

const isEmpty = ({ atom }: CaseAtoms, term: string): Formula => atom({ kind: 'is', term, literal: '' });

/** Whether an item has a value or a null flavor. */
export function present(atoms: CaseAtoms, itemId: string, path: RowPath): Formula {
  const [value, nullFlavor] = ['value', 'nullFlavor'].map((read) => atoms.text({ read, name: itemId, path }));
  return or(not(isEmpty(atoms, value ?? '')), not(isEmpty(atoms, nullFlavor ?? '')));
}

/** Whether a row is in the case, and those around it: a group that borrows its rows has one for each. */
export function rowExists(atoms: CaseAtoms, group: string, path: RowPath): Formula {
  const { catalogue } = atoms.world;
  return and(
    ...catalogueGroup(catalogue, group).groups.map((name, depth) => {
      const { rowsOf } = catalogueGroup(catalogue, name);
      return rowsOf === null
        ? atoms.atom({ kind: 'row', group: name, path: path.slice(0, depth + 1) })
        : rowExists(atoms, rowsOf, [path[depth] ?? 1]);
    }),
  );
}

function axiomsOf(atoms: CaseAtoms, formulas: readonly Formula[]): Formula[] {
  const found: Formula[] = [];
  const known = new Set<number>();
  const knownTerms = new Set<string>();
  const open: Formula[] = [...formulas];
  // an axiom may be about atoms that no formula has
  for (let formula = open.pop(); formula; formula = open.pop())
    for (const number of numbersIn(formula))
      if (!known.has(number)) {
        known.add(number);
        const more = [
          ...ofAtom(atoms, atoms.atomAt(number)),
          ...termsOf(atoms.atomAt(number)).flatMap(ofTerm),
        ];
        found.push(...more);
        open.push(...more);
      }
  const all = [...known].map((number) => atoms.atomAt(number));
  return [
    ...found,
    ...ofTexts(atoms, all),
    ...ofNumbers(atoms, all),
    ...ofDates(atoms, all),
    ...ofRows(atoms, all),
  ];

  function ofTerm(term: string): Formula[] {
    if (knownTerms.has(term)) return [];
    knownTerms.add(term);
    return ofText(atoms, term);
  }
}

function* numbersIn(formula: Formula): Generator<number> {
  if (formula.op === 'atom') yield formula.atom;
  else for (const part of formula.parts) yield* numbersIn(part);
}

function termsOf(atom: Atom): readonly string[] {
  switch (atom.kind) {
    case 'is':
    case 'matches':
      return [atom.term];
    case 'same':
      return [atom.a, atom.b];
    case 'before':
      return atom.terms;
    case 'below':
    case 'equals':
    case 'noNumber':
      return atom.text === null ? [] : [atom.text];
    default:
      return [];
  }
}

/** What a single atom implies. */
function ofAtom(atoms: CaseAtoms, atom: Atom): Formula[] {
  const self = atoms.atom(atom);
  switch (atom.kind) {
    case 'before':
      return atom.terms.map((term) => implies(self, not(isEmpty(atoms, term))));
    case 'below':
    case 'equals': {
      const none = atoms.atom({ kind: 'noNumber', number: atom.number, text: atom.text });
      return [implies(self, not(none))];
    }
    case 'noNumber':
      return atom.text === null ? [] : [implies(isEmpty(atoms, atom.text), self)];
    case 'row': {
      const [last = 1] = atom.path.slice(-1);
      const around = atom.path.slice(0, -1);
      const parent = catalogueGroup(atoms.world.catalogue, atom.group).groups.at(-2);
      return [
        // rows are numbered without gaps: which of them is missing makes no difference
        ...(last > 1 ? [implies(self, atoms.atom({ ...atom, path: [...around, last - 1] }))] : []),
        ...(parent === undefined ? [] : [implies(self, rowExists(atoms, parent, around))]),
      ];
    }
    case 'rowHasData':
      return [implies(self, rowExists(atoms, atom.group, atom.path))];
    default:
      return [];
  }
}

/** What holds for a text of an item: what it can be, and in which row. */
function ofText(atoms: CaseAtoms, term: string): Formula[] {
  const { read, name, path } = atoms.textAt(term);
  const item = atoms.world.catalogue.items[name];
  if (read === '?' || !item) return [];
  const group = item.groups.at(-1);
  const empty = isEmpty(atoms, term);
  const nullFlavor = atoms.text({ read: 'nullFlavor', name, path });
  const value = atoms.text({ read: 'value', name, path });
  return [
    // a file has a name and a type, a notation may be without a value; a null flavor excludes all of them
    ...(read === 'nullFlavor' ? [] : [or(empty, isEmpty(atoms, nullFlavor))]),
    ...(FILE_READS.has(read) ? [implies(not(empty), not(isEmpty(atoms, value)))] : []),
    ...(group === undefined || path.length === 0 ? [] : [or(empty, rowExists(atoms, group, path))]),
  ];
}

const FILE_READS = new Set(['fileName', 'mediaType', 'compression']);

/** What the texts of the atoms exclude: a text is one of its literals at most, and of a closed list nothing else. */
function ofTexts(atoms: CaseAtoms, all: readonly Atom[]): Formula[] {
  const same = all.filter((atom) => atom.kind === 'same');
  const literals = new Map<string, Set<string>>();
  const literalsOf = (term: string): Set<string> => {
    const known = literals.get(term) ?? new Set(['']);
    literals.set(term, known);
    return known;
  };
  for (const atom of all) if (atom.kind === 'is') literalsOf(atom.term).add(atom.literal);
  // equal texts are compared with the same literals; once more for what was just added
  for (let round = 0; round < same.length; round += 1)
    for (const { a, b } of same) {
      const both = [...literalsOf(a), ...literalsOf(b)];
      for (const literal of both) for (const term of [a, b]) literalsOf(term).add(literal);
    }
  const is = (term: string, literal: string): Formula => atoms.atom({ kind: 'is', term, literal });
  return [
    ...[...literals].flatMap(([term, values]) => [
      ...pairs([...values]).map(([a, b]) => or(not(is(term, a)), not(is(term, b)))),
      ...ofDomain(atoms, term, values),
    ]),
    ...all.flatMap((atom) =>
      atom.kind === 'matches'
        ? [...literalsOf(atom.term)].map((literal) =>
            implies(
              is(atom.term, literal),
              matchesPattern(literal, atom.pattern) ? atoms.atom(atom) : not(atoms.atom(atom)),
            ),
          )
        : [],
    ),
    ...same.flatMap((atom) =>
      [...literalsOf(atom.a)].flatMap((literal) => [
        implies(
          atoms.atom(atom),
          and(
            or(not(is(atom.a, literal)), is(atom.b, literal)),
            or(not(is(atom.b, literal)), is(atom.a, literal)),
          ),
        ),
        implies(and(is(atom.a, literal), is(atom.b, literal)), atoms.atom(atom)),
      ]),
    ),
  ];
}

function ofDomain(atoms: CaseAtoms, term: string, literals: ReadonlySet<string>): Formula[] {
  const domain = domainOf(atoms, term);
  if (!domain) return [];
  const is = (literal: string): Formula => atoms.atom({ kind: 'is', term, literal });
  const outside = [...literals].filter((literal) => literal !== '' && !domain.has(literal));
  const isComplete = [...domain].every((value) => literals.has(value));
  return [
    ...outside.map((literal) => not(is(literal))),
    ...(isComplete ? [or(...[...literals].map(is))] : []),
  ];
}

/** All values of a text that are valid for the receiver, besides none; null: any, or too many. */
function domainOf({ world, textAt }: CaseAtoms, term: string): ReadonlySet<string> | null {
  const { read, name } = textAt(term);
  const item = world.seen.items[name] ?? world.catalogue.items[name];
  if (!item) return null;
  if (read === 'nullFlavor') return new Set(item.nullFlavors);
  if (read !== 'value') return null;
  if (item.control === 'trueOnly') return new Set(['true']);
  if (item.control === 'yesNo') return new Set(['true', 'false']);
  const list = item.codeList === null ? undefined : world.codeLists[item.codeList];
  if (!list || list.open || list.codes.length > MAX_CODES) return null;
  return new Set(list.codes.map(({ code }) => code));
}

/** Comparisons of the same number with several others. */
function ofNumbers(atoms: CaseAtoms, all: readonly Atom[]): Formula[] {
  const compared = all.flatMap((atom) => (atom.kind === 'below' || atom.kind === 'equals' ? [atom] : []));
  const byNumber = Map.groupBy(compared, ({ number }) => number);
  return [...byNumber.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { number, text } = first;
    const limits = [...new Set(some.map(({ than }) => than))].toSorted((a, b) => a - b);
    const below = (than: number) => atoms.atom({ kind: 'below', number, than, text });
    const equals = (than: number) => atoms.atom({ kind: 'equals', number, than, text });
    return limits.flatMap((limit, at) => {
      const next = limits[at + 1];
      return [
        or(not(below(limit)), not(equals(limit))),
        ...(next === undefined ? [] : [implies(or(below(limit), equals(limit)), below(next))]),
      ];
    });
  });
}

/** Of two dates one is earlier at most. */
function ofDates(atoms: CaseAtoms, all: readonly Atom[]): Formula[] {
  const before = all.filter((atom) => atom.kind === 'before');
  return before.flatMap((atom) => {
    const turned = before.find(({ a, b }) => a === atom.b && b === atom.a);
    const same = all.find(
      (one) =>
        one.kind === 'same' &&
        [one.a, one.b].toSorted().join('\n') === [atom.a, atom.b].toSorted().join('\n'),
    );
    return [turned, same].flatMap((other) =>
      other ? [or(not(atoms.atom(atom)), not(atoms.atom(other)))] : [],
    );
  });
}

/** A row has data where one of its values is known to be there. */
function ofRows(atoms: CaseAtoms, all: readonly Atom[]): Formula[] {
  const { catalogue } = atoms.world;
  const values = all.flatMap((atom) =>
    atom.kind === 'is' && atom.literal === '' ? [atoms.textAt(atom.term)] : [],
  );
  return all.flatMap((atom) =>
    atom.kind === 'rowHasData'
      ? values
          .filter(
            ({ read, name, path }) =>
              (read === 'value' || read === 'nullFlavor') &&
              catalogue.items[name]?.groups.includes(atom.group) === true &&
              atom.path.every((number, depth) => path[depth] === number),
          )
          .map((term) => or(isEmpty(atoms, atoms.text(term)), atoms.atom(atom)))
      : [],
  );
}

const pairs = <One>(all: readonly One[]): [One, One][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [One, One] => [one, other]));
