/** Findings of the schema files as a person reads them: each with the line it speaks of and a mark below. */
import { styleText } from 'node:util';
import type { SourceFinding, SourceText } from '../schemas/compile/sources.types.ts';

type Style = Parameters<typeof styleText>[0];

/** Columns of a screen that an offending line may take before it is cut. */
const MAX_COLUMNS = 110;

export interface Showing {
  /** the folder of the files, relative to the working directory */
  folder: string;
  /** only a terminal shows colours */
  coloured: boolean;
}

/** The findings of the files, grouped. */
export function showFindings(
  findings: SourceFinding[],
  sources: SourceText[],
  { folder, coloured }: Showing,
): string {
  const style = (as: Style, text: string) =>
    coloured ? styleText(as, text, { validateStream: false }) : text;
  const lines = new Map(sources.map(({ file, text }) => [file, text.split(/\r?\n/)]));
  const shown = findings.map((finding) => {
    const { file, line, column, severity, rule, message } = finding;
    const colour = severity === 'error' ? 'red' : 'yellow';
    const { text, mark } = marked(finding, lines.get(file)?.[line - 1] ?? '');
    return [
      `${style('bold', `${folder}/${file}:${line}:${column}`)} ${style(colour, severity)} ${message} ${style('dim', `(${rule})`)}`,
      ...(text.trim() === '' ? [] : [`    ${text}`, `    ${style(colour, mark)}`]),
    ].join('\n');
  });
  return shown.join('\n\n');
}

/** The piece of the line around the finding, and the mark that goes below it. */
function marked({ line, column, endLine, endColumn }: SourceFinding, whole: string) {
  const indent = whole.length - whole.trimStart().length;
  const from = Math.max(Math.min(indent, column - 1), column - 1 - MAX_COLUMNS / 2);
  const end = endLine === line && endColumn !== undefined ? endColumn : whole.length + 1;
  const text = whole.slice(from, from + MAX_COLUMNS);
  const length = Math.max(1, Math.min(end - column, from + text.length - column + 1));
  return {
    text,
    mark:
      ' '.repeat(width(text.slice(0, column - 1 - from))) +
      '^'.repeat(width(whole.slice(column - 1, column - 1 + length)) || 1),
  };
}

/** Width of a text on a terminal: East Asian characters take two columns. */
const width = (text: string): number =>
  [...text].reduce(
    (sum, sign) =>
      sum + (/[\p{sc=Hangul}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF01-\uFF60]/u.test(sign) ? 2 : 1),
    0,
  );

/** `65 files, 2 errors, 1 warning`. */
export function summary(files: number, findings: SourceFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [count(files, 'file'), count(errors, 'error'), count(findings.length - errors, 'warning')].join(
    ', ',
  );
}
