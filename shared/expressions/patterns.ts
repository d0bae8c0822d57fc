/**
 * Regular expressions of rules. CEL prescribes the syntax of RE2, whose matching time grows in proportion to the text;
 * a JavaScript expression can take longer than anyone waits (`^(a+)+$`).
 */
import { RE2JS } from 're2js';
import { spend } from './steps.ts';

/** Characters of a pattern. */
const MAX_PATTERN = 500;
/** Sum of the counted repetitions of a pattern: each makes a copy of what it repeats. */
const MAX_REPETITIONS = 1000;
/** Instructions that a pattern is compiled to. */
const MAX_INSTRUCTIONS = 5000;
/** Compiled patterns in the cache: more than all files have together. */
const MAX_COMPILED = 500;
/** Steps of compiling one character. */
const STEPS_PER_CHARACTER = 100;
/** Instructions, each for one character of the text, that take as long as one step. */
const INSTRUCTIONS_PER_STEP = 100;

const compiled = new Map<string, RE2JS>();

/** Whether a part of the text matches the pattern, in time proportional to the text. Throws on an invalid pattern. */
export function matchesPattern(text: string, pattern: string): boolean {
  const expression = compilePattern(pattern);
  spend((text.length * expression.programSize()) / INSTRUCTIONS_PER_STEP);
  return expression.test(text);
}

/** What is wrong with a pattern, worded for analysts; null if nothing is. */
export function patternProblem(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  spend(pattern.length * STEPS_PER_CHARACTER);
  const made = compileNew(pattern);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

function compileNew(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN)
    throw new Error(`a pattern has at most ${MAX_PATTERN} characters, this one has ${pattern.length}`);
  if (repetitionsOf(pattern) > MAX_REPETITIONS)
    throw new Error(`the repetitions of a pattern are at most ${MAX_REPETITIONS} together: ${pattern}`);
  const made = compileSyntax(pattern);
  if (made.programSize() > MAX_INSTRUCTIONS) throw new Error(`the pattern is too large: ${pattern}`);
  return made;
}

function compileSyntax(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    throw new Error(`this is no regular expression (RE2): ${why}`, { cause: error });
  }
}

/** The sum of the upper bounds of `{n}`, `{n,}` and `{n,m}`. */
const repetitionsOf = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)].reduce(
    (sum, [, lower, upper]) => sum + Math.max(Number(lower), Number(upper ?? 0)),
    0,
  );
