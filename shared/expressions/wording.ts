/** What a condition demands, read from its syntax tree, so that it can be a sentence in any language. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { MATCHES } from './environment.ts';
import { argumentsOf, callOf } from './expressionTree.ts';

/** What is read of an item; of a group: the number of its rows, or whether a row has data. */
const READINGS = [
  'value',
  'number',
  'nullFlavor',
  'notation',
  'fileName',
  'mediaType',
  'compression',
  'rows',
  'rowHasData',
] as const;
type Reading = (typeof READINGS)[number];

/** What a condition is about: a reading of an item or a group. */
export interface Subject {
  reading: Reading;
  id: string;
}

const COMPARED = {
  '==': 'equal',
  in: 'equal',
  '>': 'more',
  '>=': 'atLeast',
  '<': 'less',
  '<=': 'atMost',
} as const;

/** A demand and its subjects; `isNot`: the opposite is demanded. */
export type Wording = { isNot: boolean; subject: Subject } & (
  | { demand: 'given' | 'filled' | 'data' }
  | { demand: (typeof COMPARED)[keyof typeof COMPARED]; literals: readonly string[] }
  | { demand: 'pattern' | 'begins'; text: string }
  | { demand: 'before' | 'same'; other: Subject }
);

/** The wording of a condition without parts; null: only its expression says it. */
export function wordingOf(node: ASTNode): Wording | null {
  return ofNegation(node) ?? ofCall(node) ?? ofComparison(node);
}

function ofNegation(node: ASTNode): Wording | null {
  if (node.op !== '!_') return null;
  const inner = wordingOf(node.args);
  return inner && { ...inner, isNot: !inner.isNot };
}

function ofCall(node: ASTNode): Wording | null {
  const [name, id, second] = callOf(node);
  if (name === 'present' && id !== undefined)
    return { demand: 'given', isNot: false, subject: { reading: 'value', id } };
  if (name === 'rowHasData' && id !== undefined)
    return { demand: 'data', isNot: false, subject: { reading: 'rowHasData', id } };
  if (name === 'before' && second && node.op === 'call') {
    const [first] = node.args[1];
    const [subject, other] = [first ? subjectOf(first) : null, subjectOf(second)];
    return subject && other ? { demand: 'before', isNot: false, subject, other } : null;
  }
  return ofTextTest(node);
}

/** `value(id).matches(pattern)` and `value(id).startsWith(text)`. */
function ofTextTest(node: ASTNode): Wording | null {
  if (node.op !== 'rcall') return null;
  const [name, receiver, [first]] = node.args;
  const subject = subjectOf(receiver);
  if (!subject || first?.op !== 'value' || typeof first.args !== 'string') return null;
  if (name === MATCHES) return { demand: 'pattern', isNot: false, subject, text: first.args };
  return name === 'startsWith' ? { demand: 'begins', isNot: false, subject, text: first.args } : null;
}

function ofComparison(node: ASTNode): Wording | null {
  const isNot = node.op === '!=';
  const compared = argumentsOf(node);
  if (!compared) return ofTwoItems(node, isNot);
  const subject = subjectOf(compared.term);
  const operator = isNot ? '==' : compared.operator;
  if (!subject || !isCompared(operator)) return null;
  const literals = compared.literals.map(String);
  if (literals.length === 1 && literals[0] === '') return { demand: 'filled', isNot: !isNot, subject };
  return { demand: COMPARED[operator], isNot, subject, literals };
}

function ofTwoItems(node: ASTNode, isNot: boolean): Wording | null {
  if (node.op !== '==' && node.op !== '!=') return null;
  const [subject, other] = node.args.map(subjectOf);
  return subject && other ? { demand: 'same', isNot, subject, other } : null;
}

const isCompared = (operator: string): operator is keyof typeof COMPARED => operator in COMPARED;

function subjectOf(node: ASTNode): Subject | null {
  const [name, id] = callOf(node);
  const reading = READINGS.find((one) => one === name);
  return reading && id !== undefined ? { reading, id } : null;
}
