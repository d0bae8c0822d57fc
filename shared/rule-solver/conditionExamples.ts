/**
 * For each condition of a rule two cases that differ in it, of which one has a finding: the condition decides alone in both
 * (masking MC/DC, as DO-178C accepts it).
 */
import type { CompiledRule } from '../expressions/compileRule.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Atom } from './atoms.types.ts';
import type { CaseAtoms } from './caseAtoms.ts';
import { and, atomOf, atomsIn, FALSE, not, or, TRUE, type Formula } from './formula.ts';
import { ruleFormulas } from './ruleFormulas.ts';
import { hasFinding, smallestExample } from './smallestExample.ts';
import { solveFormulas } from './solveFormulas.ts';

export interface ConditionExample {
  condition: string;
  /** the rule has a finding; null: no such case was found */
  fail: RuleExample | null;
  /** it has none */
  pass: RuleExample | null;
}

/** Of the rule in the first row that it can run in. Conditions that can never decide are left out, and those after so many. */
export function conditionExamples(
  catalogue: Catalogue,
  atoms: CaseAtoms,
  compiled: CompiledRule,
  limit = Infinity,
): ConditionExample[] {
  const [row] = ruleFormulas(atoms, compiled).rows;
  if (!row) return [];
  const { fires } = row;
  const example = (formula: Formula, isFinding: boolean): RuleExample | null =>
    smallestExample(atoms, formula, (one) => hasFinding(catalogue, compiled, one) === isFinding);
  return [...atomsIn(fires)].slice(0, limit).flatMap((number): ConditionExample[] => {
    const atom = atoms.atomAt(number);
    // that a row is there is part of where a rule runs
    if (atom.kind === 'row') return [];
    const decides = differs(withAtom(fires, number, TRUE), withAtom(fires, number, FALSE));
    for (const wanted of [atomOf(number), not(atomOf(number))]) {
      const fail = and(fires, decides, wanted);
      const pass = and(not(fires), decides, not(wanted));
      if (!solveFormulas(atoms, [fail]) || !solveFormulas(atoms, [pass])) continue;
      return [
        { condition: conditionText(atoms, atom), fail: example(fail, true), pass: example(pass, false) },
      ];
    }
    return [];
  });
}

const differs = (a: Formula, b: Formula): Formula => or(and(a, not(b)), and(b, not(a)));

function withAtom(formula: Formula, atom: number, value: Formula): Formula {
  if (formula.op === 'atom') return formula.atom === atom ? (formula.positive ? value : not(value)) : formula;
  const parts = formula.parts.map((part) => withAtom(part, atom, value));
  return formula.op === 'and' ? and(...parts) : or(...parts);
}

function conditionText(atoms: CaseAtoms, atom: Atom): string {
  const text = (key: string): string => {
    const { read, name } = atoms.textAt(key);
    return read === '?' ? name : `${read}("${name}")`;
  };
  switch (atom.kind) {
    case 'is':
      return `${text(atom.term)} == "${atom.literal}"`;
    case 'matches':
      return `${text(atom.term)} matches ${atom.pattern}`;
    case 'same':
      return `${text(atom.a)} == ${text(atom.b)}`;
    case 'before':
      return `before(${atom.terms.map(text).join(', ')})`;
    case 'below':
      return `${atom.number} < ${atom.than}`;
    case 'equals':
      return `${atom.number} == ${atom.than}`;
    case 'noNumber':
      return `${atom.number} is no number`;
    case 'row':
      return `rows("${atom.group}")`;
    case 'rowHasData':
      return `rowHasData("${atom.group}")`;
    case 'free':
      return atom.text;
  }
}
