/** What people are warned of, as the files say it. */
import type { RuleExample, SourceText, Words } from './sources.types.ts';

/** The days in which a warning speaks, both ends included; an end that is left out is open. */
interface WarningDays {
  from?: number;
  to?: number;
  /** of a step: days beyond its due time, or days in it */
  of?: 'delay' | 'stay';
}

interface WarningExample {
  days?: number;
  code?: string;
  rule?: string;
  severity?: WarningRule['severity'];
  says?: RuleExample;
}

export interface WarningRule {
  id: string;
  severity: 'error' | 'warning' | 'info';
  label: Words;
  /** with `{receiver}`, `{due}`, `{days}`, `{since}`, `{step}`, `{code}`, `{text}`, `{message}` to be filled in */
  message: Words;
  watches: 'obligation' | 'step' | 'lock' | 'finding' | 'uncoded' | 'acknowledgement';
  days?: WarningDays;
  /** of findings; left out: errors */
  severities?: ('error' | 'warning' | 'info')[];
  /** of findings, by id; left out: all */
  rules?: string[];
  /** of uncoded terms; left out: all */
  dictionaries?: string[];
  /** of acknowledgements */
  codes?: string[];
  /** where it leads, when it stands at no item */
  page?: string;
  examples: { pass: WarningExample; fail: WarningExample };
}

/** `schemas/warnings/*.json`. */
export interface WarningsSource {
  $schema?: string;
  warnings: WarningRule[];
}

const FOLDER = /^warnings\/[^/]+\.json$/;

/** In the order of the files. The sources must be free of errors. */
export const warningsOf = (sources: readonly SourceText[]): WarningRule[] =>
  sources
    .filter(({ file }) => FOLDER.test(file))
    .flatMap(({ text }) => (JSON.parse(text) as WarningsSource).warnings);
