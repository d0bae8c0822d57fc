/** The pages of monitoring, computed from what the caller may see. */
import {
  MAX_MONITORING_MONTHS,
  type DataOf,
  type describeFigure,
  type MonitoringFigures,
  type MonitoringPeriod,
  type PanelFigures,
  type readMonitoringPages,
} from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { readInList } from '../../lists/inList.ts';
import { allowCounting } from '../../lists/listQuery.ts';
import { readingOf, type ListDeps } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import { figureInWords, figuresOf } from '../../monitoring/panelFigures.ts';
import { figureNamed, openPanel, pageNamed, pagesOf, type NamedFigure } from '../../monitoring/panelRows.ts';
import { periodInvalid, unknownFigure } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { figureList } from './figureLists.ts';

interface RequestedPage extends MonitoringPeriod {
  page: string;
}

export const pages = (
  { catalogue }: CatalogueWorld,
  user: SessionUser,
  language: Language,
): DataOf<typeof readMonitoringPages> => ({
  listInfo: pagesOf(catalogue, user).map(({ monitoring, label, period }) => ({
    page: monitoring,
    label: label[language],
    hasPeriod: period !== undefined,
  })),
});

/** Throws 404 MONITORING_PAGE_NOT_FOUND and 400 PERIOD_INVALID. */
export const readFigures = (
  deps: ListDeps,
  caller: ListCaller,
  requested: RequestedPage,
): Promise<MonitoringFigures> =>
  readInList(deps, caller, {}, (trx) => pageFigures(trx, readingOf(deps, caller), requested));

/** Throws what `figureNamed` throws. */
export const inWords = (
  deps: ListDeps,
  caller: ListCaller,
  figure: NamedFigure,
): Promise<DataOf<typeof describeFigure>> =>
  readInList(deps, caller, {}, async (trx) => {
    const { panel, measure } = figureNamed(deps.catalogue, caller.user, figure);
    const source = figureList(panel.list);
    if (!source) throw unknownFigure(figure.panel, figure.measure);
    const opened = openPanel(panel, source, readingOf(deps, caller));
    return figureInWords(trx, opened, measure, [figure.group, figure.group2]);
  });

/** The same as `readFigures`, in the transaction of the caller. */
export async function pageFigures(
  trx: Trx,
  reading: ListReading,
  { page: name, ...requested }: RequestedPage,
): Promise<MonitoringFigures> {
  const page = pageNamed(reading.catalogue, reading.user, name);
  const period: MonitoringPeriod = page.period === undefined ? {} : checkedPeriod(requested);
  await allowCounting(trx);
  const panels: PanelFigures[] = [];
  for (const panel of page.panels) {
    const source = figureList(panel.list);
    // a list that the schema files name, and that no figure can be counted from: the panel stays out
    if (source) panels.push(await figuresOf(trx, openPanel(panel, source, reading), period));
  }
  return {
    page: name,
    label: page.label[reading.language],
    from: period.from ?? null,
    to: period.to ?? null,
    at: reading.now.toISOString(),
    timeZone: reading.user.timeZone,
    catalogueVersion: reading.catalogue.whole.version,
    panels,
  };
}

/** Months since year 0. */
const monthNo = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

function checkedPeriod({ from, to }: MonitoringPeriod): Required<MonitoringPeriod> {
  if (from === undefined || to === undefined) throw periodInvalid(MAX_MONITORING_MONTHS);
  const months = monthNo(to) - monthNo(from) + 1;
  if (months < 1 || months > MAX_MONITORING_MONTHS) throw periodInvalid(MAX_MONITORING_MONTHS);
  return { from, to };
}
