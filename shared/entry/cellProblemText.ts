/** Why a cell of a table cannot be read, in words: of a pasted table, and of a file. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { HeadingsProblem } from './headings.ts';
import type { CellProblem } from './readCell.ts';
import words from './cellProblems.json' with { type: 'json' };

/** What can be wrong in the file of records, and in one of cases. */
export type FileProblem =
  | 'formula'
  | 'errorValue'
  | 'rounded'
  | 'unknownColumn'
  | 'keyMalformed'
  | 'noName'
  | 'noCase'
  | 'noCaseColumn'
  | 'caseTwice'
  | 'rowMalformed'
  | 'rowTwice'
  | 'noRow'
  | 'whichRow'
  | 'remark'
  | 'tooMany';

export function cellProblemText(
  problem: CellProblem | HeadingsProblem | { kind: FileProblem },
  language: keyof LocalizedText,
): string {
  if (problem.kind === 'date') return words[`date.${problem.why}`][language];
  const text = words[problem.kind][language];
  switch (problem.kind) {
    case 'tooLong':
      return text.replace('{{max}}', String(problem.max));
    case 'nullFlavor':
      return problem.allowed.length === 0
        ? words.noNullFlavor[language]
        : text.replace('{{allowed}}', problem.allowed.map((one) => `[${one}]`).join(', '));
    case 'lowHeadings':
      return text.replace('{{row}}', String(problem.headingRow));
    case 'otherHeadings':
      return text.replace('{{expected}}', () =>
        problem.expected.map((heading) => `“${heading[language]}”`).join(', '),
      );
    default:
      return text;
  }
}
