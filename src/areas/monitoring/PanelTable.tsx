/** The figures of a panel as a table; each leads to the list of its rows. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MonitoringFigures, PanelFigures } from '../../../shared/contract/index.ts';
import { usePathTo } from '../../app-context/routeContext.ts';
import { Scroller, StatusBadge } from '../../components/index.ts';
import { linesOf, missesTarget, shareOf, type Line } from './figures.ts';
import { figurePath } from './figurePath.ts';
import classes from './monitoring.module.css';

interface PanelTableProps {
  panel: PanelFigures;
  figures: MonitoringFigures;
  /** the same panel at another time */
  now: PanelFigures | undefined;
  labelledBy: string;
}

export function PanelTable({ panel, figures, now, labelledBy }: PanelTableProps) {
  const { t } = useTranslation('monitoring');
  const lines = linesOf(panel, now);
  return (
    <Scroller className={classes.scroll} aria-label={t('table', { panel: panel.label })}>
      <table className={classes.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {panel.by.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {panel.measures.map(({ measure, label }) => (
              <th key={measure} scope="col" className={classes.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, groups, values, later }) => (
            <tr key={key} data-total={groups === null || undefined}>
              {groups === null ? (
                <th scope="row" colSpan={panel.by.length}>
                  {t('all')}
                </th>
              ) : (
                groups.map(({ value, label }, at) =>
                  at === 0 ? (
                    <th key={panel.by[at]} scope="row">
                      {label === '' ? t('noValue') : label}
                    </th>
                  ) : (
                    <td key={panel.by[at]} data-value={value}>
                      {label === '' ? t('noValue') : label}
                    </td>
                  ),
                )
              )}
              {values.map((_, at) => (
                <td key={panel.measures[at]?.measure} className={classes.number}>
                  <Figure {...{ panel, figures, groups, values, at }} />
                  {later && <Change before={values[at] ?? null} after={later[at] ?? null} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {panel.groupsLeftOut > 0 && (
        <p className={classes.dim}>{t('leftOut', { count: panel.groupsLeftOut })}</p>
      )}
    </Scroller>
  );
}

interface FigureProps extends Pick<PanelTableProps, 'panel' | 'figures'>, Pick<Line, 'groups' | 'values'> {
  at: number;
}

function Figure({ panel, figures, groups, values, at }: FigureProps) {
  const { t } = useTranslation('monitoring');
  const to = usePathTo();
  const value = values[at] ?? null;
  const measure = panel.measures[at];
  if (value === null || !measure) return <span aria-label={t('noNumber')}>–</span>;
  const share = shareOf(panel, { values }, at);
  const text = share === null ? String(value) : `${value} (${share} %)`;
  return (
    <>
      {value === 0 && measure.isCount ? (
        text
      ) : (
        <Link
          to={to(figurePath(figures, panel, { measure: measure.measure, groups }))}
          aria-label={t('open', { measure: measure.label, value: text })}
        >
          {text}
        </Link>
      )}
      {missesTarget(panel, share) && (
        <>
          {' '}
          <StatusBadge tone="error">{t('belowTarget')}</StatusBadge>
        </>
      )}
    </>
  );
}

/** What the figure has become since. */
function Change({ before, after }: { before: number | null; after: number | null }) {
  const { t } = useTranslation('monitoring');
  if (before === after) return null;
  return (
    <>
      {' '}
      <StatusBadge tone="info">{t('nowIs', { value: after ?? '–' })}</StatusBadge>
    </>
  );
}
