/**
 * The one answer to "what is wrong with the schema files": command line, publication on the server and the studio in
 * the browser all ask here. It lies in `shared`, since rules and conditions are checked and run with the expression
 * language; what needs no expression is in `schemas/compile/check`.
 */
import { checkedSources, inOrder } from '../../schemas/compile/checkSources.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { expressionFindings } from '../expressions/checkExpressions.ts';
import { circularConditions } from './lint/circularConditions.ts';
import { e2bPlaces } from './lint/e2bPlaces.ts';
import { exampleFindings } from './lint/exampleFindings.ts';
import { hiddenButRead } from './lint/hiddenButRead.ts';
import { warningExamples } from './lint/warningExamples.ts';

/**
 * Errors that leave everything in its place: the other checks go on beside them. All others can make one mistake look
 * like many, or keep the catalogue from being compiled.
 */
const LEAVE_STANDING = new Set([
  'missing-label',
  'unknown-key',
  'unknown-box',
  'unknown-text',
  'duplicate-code',
  'number-range',
]);

/**
 * All findings of all files, by file, line and column. Give all sources, with names below `schemas/`: what one file
 * names may stand in another. Pure; work on a text that did not change is remembered. Without errors among the
 * findings the sources compile and run.
 */
export function lintSchemas(sources: SourceText[]): SourceFinding[] {
  const { declarations, findings } = checkedSources(sources);
  if (findings.some(({ severity, rule }) => severity === 'error' && !LEAVE_STANDING.has(rule)))
    return findings;
  const catalogue = compileCatalogue(sources);
  const wrong = expressionFindings(catalogue, declarations);
  const all = [...findings, ...wrong, ...e2bPlaces(catalogue, declarations)];
  if (wrong.some(({ severity }) => severity === 'error')) return inOrder(all);
  return inOrder([
    ...all,
    ...circularConditions(catalogue, declarations),
    ...hiddenButRead(catalogue, declarations),
    ...exampleFindings(catalogue, declarations),
    ...warningExamples(catalogue, declarations),
  ]);
}
