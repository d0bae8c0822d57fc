/** The pages of monitoring from their descriptors (decision 0161): each figure counts rows of a list. */
import type { ListViewFilter } from './lists.ts';
import type { LocalizedText, SourceText } from './sources.types.ts';

/**
 * A figure of a panel: the number of rows that pass the filters, the share of them among those of another figure (`of`), or the
 * mean or a percentile of a column of numbers.
 */
export interface MonitoringMeasure {
  /** once in the panel */
  measure: string;
  label: LocalizedText;
  /** beside those of the panel */
  filters?: ListViewFilter[];
  /** another measure of the panel: shown as a share of it */
  of?: string;
  /** a column of numbers, whose mean is shown, or its `percentile`; rows without a number are left out */
  column?: string;
  /** 50: the median, 100: the largest */
  percentile?: number;
}

export interface MonitoringPanel {
  /** once in the page */
  panel: string;
  label: LocalizedText;
  /** what is counted, and what is not, for readers of the figures */
  definition: LocalizedText;
  /** menu id of the list whose rows are counted */
  list: string;
  filters?: ListViewFilter[];
  /** column of a date, or of a date and time, that the period of the page restricts */
  period?: string;
  /** columns by whose values the rows are grouped: one or two */
  by: string[];
  measures: MonitoringMeasure[];
  /** the measure that is drawn, by the first column of `by` */
  chart?: { layout: 'columns' | 'rows'; measure: string };
  /** percent that shares should reach, marked where they do not */
  target?: number;
  /** what a reader is to know while no row is counted */
  empty?: LocalizedText;
}

/** `schemas/monitoring/NAME.monitoring.json`: a page of panels. */
export interface MonitoringPage {
  $schema?: string;
  monitoring: string;
  label: LocalizedText;
  /** pages are shown in this order */
  sort: number;
  /** readers choose from which month to which; omitted: the state of now */
  period?: 'months';
  /** readers need it beside that of monitoring; omitted: none */
  privilege?: 'READ.ADMIN' | 'EDIT.ADMIN';
  panels: MonitoringPanel[];
}

const FOLDER = /^monitoring\/[^/]+\.json$/;

/** The pages in their order. The sources must be free of errors. */
export const monitoringOf = (sources: readonly SourceText[]): MonitoringPage[] =>
  sources
    .filter(({ file }) => FOLDER.test(file))
    .map(({ text }) => JSON.parse(text) as MonitoringPage)
    .toSorted((a, b) => a.sort - b.sort || (a.monitoring < b.monitoring ? -1 : 1));
