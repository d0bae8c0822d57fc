/** Case warnings from their files. */
import type { RuleExample, SourceText, LocalizedText } from './sources.types.ts';

/** Of a step: days beyond its due time, in it, or beyond its normal or maximum time. */
export type StepTimeName = 'delay' | 'stay' | 'normal' | 'maximum';

/** The days on which a warning is active, both ends included; a missing end is open. */
interface WarningDays {
  from?: number;
  to?: number;
  of?: StepTimeName;
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
  label: LocalizedText;
  /** with the parameters `{receiver}`, `{due}`, `{days}`, `{since}`, `{step}`, `{limit}`, `{limitDays}`, `{limitHours}`, `{code}`, `{text}`, `{message}` */
  message: LocalizedText;
  watches: 'obligation' | 'step' | 'lock' | 'finding' | 'uncoded' | 'acknowledgement' | 'question';
  days?: WarningDays;
  /** of findings; default: errors */
  severities?: ('error' | 'warning' | 'info')[];
  /** of findings, by id; default: all */
  rules?: string[];
  /** of uncoded terms; default: all */
  dictionaries?: string[];
  /** of acknowledgements */
  codes?: string[];
  /** target page of a warning without an item */
  page?: string;
  examples: { pass: WarningExample; fail: WarningExample };
}

/** `schemas/warnings/*.json`. */
export interface WarningsSource {
  $schema?: string;
  warnings: WarningRule[];
}

const FOLDER = /^warnings\/[^/]+\.json$/;

/** In file order. The sources must be free of errors. */
export const warningsOf = (sources: readonly SourceText[]): WarningRule[] =>
  sources
    .filter(({ file }) => FOLDER.test(file))
    .flatMap(({ text }) => (JSON.parse(text) as WarningsSource).warnings);
