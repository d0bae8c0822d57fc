/** Which rows of its list a figure of monitoring counts: one condition for the figure and for the list behind it. */
import { sql, type RawBuilder } from 'kysely';
import type { ListViewFilter } from '../../schemas/compile/lists.ts';
import type { MonitoringMeasure, MonitoringPage, MonitoringPanel } from '../../schemas/compile/monitoring.ts';
import type { MonitoringPeriod } from '../../shared/contract/monitoring.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { entriesOf } from '../lists/describedFilter.ts';
import { momentsBetween } from '../lists/dateRange.ts';
import { columnPasses } from '../lists/filterSql.ts';
import type { SessionUser } from '../http/session.ts';
import { columnsOf, type ListColumn } from '../lists/listColumns.ts';
import { resolve, type ListReading, type ListSource, type SourceColumn } from '../lists/listSource.ts';
import { monitoringPageNotFound, unknownFigure } from '../problems.ts';

/** A panel with the columns of its list. */
export interface OpenedPanel {
  panel: MonitoringPanel;
  source: ListSource;
  columns: readonly ListColumn[];
  reading: ListReading;
}

type Condition = RawBuilder<boolean>;

/** of a column, by its kind */
export type Value = ReturnType<NonNullable<SourceColumn['computedFrom']>['value']>;

type Reader = Pick<SessionUser, 'privileges'>;

/** The pages that the user may read, in their order. */
export const pagesOf = ({ monitoring }: CatalogueSource, { privileges }: Reader): MonitoringPage[] =>
  monitoring.filter(({ privilege }) => privilege === undefined || privileges.includes(privilege));

/** Throws 404 MONITORING_PAGE_NOT_FOUND. */
export function pageNamed(catalogue: CatalogueSource, user: Reader, name: string): MonitoringPage {
  const page = pagesOf(catalogue, user).find((one) => one.monitoring === name);
  if (!page) throw monitoringPageNotFound(name);
  return page;
}

export const openPanel = (panel: MonitoringPanel, source: ListSource, reading: ListReading): OpenedPanel => ({
  panel,
  source,
  reading,
  columns: columnsOf(reading.catalogue, source, {
    appendix: reading.appendix,
    user: reading.user,
  }),
});

/** A column that the linter has found in the list. */
export function columnOf({ columns, panel }: OpenedPanel, name: string): ListColumn {
  const column = columns.find(({ columnId }) => columnId === name);
  if (!column) throw new Error(`the list ${panel.list} has no column '${name}'`);
  return column;
}

/** The value of a column as text; empty without a value. */
const groupOf = (opened: OpenedPanel, name: string): RawBuilder<string> => {
  const { source } = columnOf(opened, name);
  return source
    ? sql<string>`coalesce((${resolve(source.value, opened.reading)})::text, '')`
    : sql<string>`''`;
};

const passes = (
  opened: OpenedPanel,
  filter: ListViewFilter,
  column = columnOf(opened, filter.column),
): Condition => columnPasses(column, entriesOf(filter, column.filterType, opened.reading), opened.reading);

/** The same of counted rows, whose column has this value. */
export const countedPass = (opened: OpenedPanel, filter: ListViewFilter, value: Value): Condition => {
  const column = columnOf(opened, filter.column);
  return passes(opened, filter, { ...column, source: column.source && { value } });
};

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Whole months from the first to the last one, where the reader is; true without a period. */
function inPeriod(opened: OpenedPanel, { from, to }: MonitoringPeriod): Condition {
  const { panel, reading } = opened;
  if (panel.period === undefined || from === undefined || to === undefined) return sql<boolean>`true`;
  const { kind, source } = columnOf(opened, panel.period);
  const value = source ? resolve(source.value, reading) : sql`null`;
  if (kind === 'dateTime') return momentsBetween(value, from, to, reading.user.timeZone);
  // days (CCYYMMDD), compared sign by sign so that an index finds them
  return sql<boolean>`((${value}) collate "C" >= ${`${from}01`} and (${value}) collate "C" <= ${`${to}31`})`;
}

/** The rows that all figures of the panel count from; `filters`: only some of those of the panel. */
export const rowsOfPanel = (
  opened: OpenedPanel,
  period: MonitoringPeriod,
  filters: readonly ListViewFilter[] = opened.panel.filters ?? [],
): Condition => allOf([...filters.map((filter) => passes(opened, filter)), inPeriod(opened, period)]);

/** The rows of one figure; that of a column has the rows with a number. */
const rowsOfMeasure = (opened: OpenedPanel, measure: MonitoringMeasure): Condition =>
  allOf([
    ...(measure.filters ?? []).map((filter) => passes(opened, filter)),
    ...(measure.column === undefined ? [] : [sql<boolean>`${groupOf(opened, measure.column)} <> ''`]),
  ]);

/** One figure as a query of its list names it. */
export interface NamedFigure extends MonitoringPeriod {
  page: string;
  panel: string;
  measure: string;
  /** values of the columns of `by`; omitted: all groups */
  group?: string | undefined;
  group2?: string | undefined;
}

/** Throws 404 MONITORING_PAGE_NOT_FOUND and UNKNOWN_FIGURE, if the page was changed in the meantime. */
export function figureNamed(
  catalogue: CatalogueSource,
  user: Reader,
  figure: NamedFigure,
): { panel: MonitoringPanel; measure: MonitoringMeasure } {
  const page = pageNamed(catalogue, user, figure.page);
  const panel = page.panels.find(({ panel: name }) => name === figure.panel);
  const measure = panel?.measures.find(({ measure: name }) => name === figure.measure);
  if (!panel || !measure) throw unknownFigure(figure.panel, figure.measure);
  return { panel, measure };
}

/** The rows of a figure, for the list behind it. Throws what `figureNamed` throws, for a figure of another list, too. */
export function rowsOfFigure(source: ListSource, reading: ListReading, figure: NamedFigure): Condition {
  const { panel, measure } = figureNamed(reading.catalogue, reading.user, figure);
  if (panel.list !== source.menuId) throw unknownFigure(figure.panel, figure.measure);
  const opened = openPanel(panel, source, reading);
  const groups = [figure.group, figure.group2].flatMap((value, at) => {
    const column = panel.by[at];
    return value === undefined || column === undefined
      ? []
      : [sql<boolean>`${groupOf(opened, column)} = ${value}`];
  });
  return allOf([rowsOfPanel(opened, figure), rowsOfMeasure(opened, measure), ...groups]);
}
