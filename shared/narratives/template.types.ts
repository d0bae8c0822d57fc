/** A narrative template, parsed. Offsets count UTF-16 units of its text. */

/** How a placeholder writes its value. */
export const FORMATS = ['age', 'list', 'lower', 'notation', 'upper'] as const;
export type Format = (typeof FORMATS)[number];

interface Placed {
  offset: number;
}

export type TemplateNode =
  | (Placed & { kind: 'words'; text: string })
  | (Placed & { kind: 'value'; itemId: string; formats: readonly Format[] })
  | (Placed & Condition & { kind: 'if'; met: TemplateNode[]; unmet: TemplateNode[] })
  | (Placed & Condition & { kind: 'each'; group: string; body: TemplateNode[] });

/** `when` is an expression; null: always. */
interface Condition {
  when: string | null;
  whenOffset: number;
}

export type ProblemId =
  | 'age'
  | 'blinded'
  | 'circular'
  | 'condition'
  | 'elseWithoutIf'
  | 'endWithoutBlock'
  | 'notWritable'
  | 'repeats'
  | 'tagEmpty'
  | 'tagUnclosed'
  | 'unclosed'
  | 'unknownFormat'
  | 'unknownGroup'
  | 'unknownItem';

/** A mistake in a template; of a warning the text is written nevertheless. */
export interface TemplateProblem extends Placed {
  id: ProblemId;
  severity: 'error' | 'warning';
  /** for the message, by the names of its placeholders */
  values: Readonly<Record<string, string | number>>;
}

export interface ParsedTemplate {
  nodes: TemplateNode[];
  problems: TemplateProblem[];
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
