/** The lists that figures are counted from, each narrowed to the rows of the figure that a query names. */
import type { ListSource } from '../../lists/listSource.ts';
import { answerFigures } from '../../monitoring/answerFigures.ts';
import { dueReportFigures } from '../../monitoring/dueReportFigures.ts';
import { openWorkFigures } from '../../monitoring/openWorkFigures.ts';
import { rowsOfFigure } from '../../monitoring/panelRows.ts';
import { plannedFigures } from '../../monitoring/plannedFigures.ts';
import { stepDayFigures } from '../../monitoring/stepDayFigures.ts';
import { stepFigures } from '../../monitoring/stepFigures.ts';
import { technicalFigures } from '../../monitoring/technicalFigures.ts';
import { versionFigures } from '../../monitoring/versionFigures.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const behindFigures = (source: ListSource): ListSource => ({
  ...source,
  presetFilter: (query, reading) => {
    const [page, panel, measure] = [query['page'], query['panel'], query['measure']].map(text);
    if (page === undefined || panel === undefined || measure === undefined) return null;
    return rowsOfFigure(source, reading, {
      page,
      panel,
      measure,
      group: text(query['group']),
      group2: text(query['group2']),
      from: text(query['from']),
      to: text(query['to']),
    });
  },
});

export const FIGURE_LISTS = {
  dueReports: behindFigures(dueReportFigures),
  versions: behindFigures(versionFigures),
  steps: behindFigures(stepFigures),
  answers: behindFigures(answerFigures),
  openWork: behindFigures(openWorkFigures),
  planned: behindFigures(plannedFigures),
  stepDays: behindFigures(stepDayFigures),
  technical: behindFigures(technicalFigures),
};

const byMenu = new Map(Object.values(FIGURE_LISTS).map((source) => [source.menuId, source]));

/** The list of a panel; undefined for a list that no figure can be counted from. */
export const figureList = (menuId: string): ListSource | undefined => byMenu.get(menuId);
