/** What the product must do, in our own words, and which tests show that it does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestReference {
  /** below the root of the project */
  file: string;
  /** words of the test's name; `%s` and its like stand for whatever a table puts there, ` > ` for nesting */
  name: string;
}

export interface Requirement {
  id: string;
  /** in our own words */
  text: string;
  /** document and section of the specification, a decision, a clause of a regulation, or good practice */
  source: string;
  /** false: not built yet, and listed so that nobody takes it for done */
  built?: false;
  covers?: { machines?: readonly string[]; rules?: readonly string[]; modules?: readonly string[] };
  tests?: readonly TestReference[];
}

export const REQUIREMENTS_FILE = 'proof/requirements.json';

export function readRequirements(root: string): Requirement[] {
  const text = readFileSync(join(root, REQUIREMENTS_FILE), 'utf8');
  return (JSON.parse(text) as { requirements: Requirement[] }).requirements;
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Does a test of this full name (` > ` between its levels) answer the reference? */
export const answers = (fullName: string, { name }: TestReference): boolean =>
  new RegExp(
    name
      .split(/%[a-z]/)
      .map(escaped)
      .join('.*'),
  ).test(fullName);

/** The kind of test a file belongs to: the name of its project in the configuration of the test runner. */
export function suiteOf(file: string): string {
  const inTests = /^tests\/([^/]+)\//.exec(file)?.[1];
  if (inTests) return inTests;
  return file.endsWith('.stories.tsx') ? 'stories' : 'unit';
}
