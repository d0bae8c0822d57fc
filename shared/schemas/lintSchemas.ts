/**
 * All findings of the schema files, for the command line, publication on the server and the studio in the browser. It
 * is in `shared` because rules and conditions are checked and run with the expression language; checks without
 * expressions are in `schemas/compile/check`.
 */
import { checkedSources, inOrder } from '../../schemas/compile/checkSources.ts';
import { codeListsOf, compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { rememberedAll } from '../../schemas/compile/check/memoize.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { expressionFindings } from '../expressions/checkExpressions.ts';
import { answersThatFit } from './lint/answersThatFit.ts';
import { circularConditions } from './lint/circularConditions.ts';
import { e2bLocations } from './lint/e2bLocations.ts';
import { exampleFindings } from './lint/exampleFindings.ts';
import { hiddenButRead } from './lint/hiddenButRead.ts';
import { recordFindings } from './lint/recordFindings.ts';
import { warningExamples } from './lint/warningExamples.ts';

/**
 * Errors that do not affect other checks, which continue. All others can cause many secondary findings, or prevent
 * compilation.
 */
const NON_BLOCKING = new Set([
  'missing-label',
  'unknown-key',
  'unknown-box',
  'unknown-text',
  'duplicate-code',
  'number-range',
]);

/**
 * All findings of all files, by file, line and column. Pass all sources, with names below `schemas/`, since files
 * refer to each other. Pure; results for unchanged texts are cached. Without errors among the findings the sources
 * compile and run.
 */
export function lintSchemas(sources: SourceText[]): SourceFinding[] {
  const { declarations, findings } = checkedSources(sources);
  if (findings.some(isBlocking)) return findings;
  const ofRecords = recordFindings(sources, findings, lintCatalogue);
  if (ofRecords.some(isBlocking)) return inOrder([...findings, ...ofRecords]);
  return inOrder([...lintExpressions(sources, declarations, findings), ...ofRecords]);
}

const isBlocking = ({ severity, rule }: SourceFinding): boolean =>
  severity === 'error' && !NON_BLOCKING.has(rule);

/** Kinds of records whose findings are cached: an edit of one kind, or of a page of cases, leaves those of the others. */
const MAX_KINDS = 16;

/** Findings of the files of one catalogue. */
const lintCatalogue = rememberedAll((sources: SourceText[]): SourceFinding[] => {
  const { declarations, findings } = checkedSources(sources);
  return findings.some(isBlocking) ? findings : lintExpressions(sources, declarations, findings);
}, MAX_KINDS);

/** `findings`, and those that need the compiled catalogue. */
function lintExpressions(
  sources: SourceText[],
  declarations: Declarations,
  findings: readonly SourceFinding[],
): SourceFinding[] {
  const catalogue = compileCatalogue(sources);
  const wrong = expressionFindings(catalogue, declarations);
  const all = [...findings, ...wrong, ...e2bLocations(catalogue, declarations)];
  if (wrong.some(({ severity }) => severity === 'error')) return inOrder(all);
  return inOrder([
    ...all,
    ...circularConditions(catalogue, declarations),
    ...hiddenButRead(catalogue, declarations),
    ...answersThatFit(catalogue, declarations, codeListsOf(sources)),
    ...exampleFindings(catalogue, declarations),
    ...warningExamples(catalogue, declarations),
  ]);
}
