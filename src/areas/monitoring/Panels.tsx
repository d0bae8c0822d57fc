/** The panels of a page: what is counted, the chart, and the table whose figures lead to their rows. */
import { Button, Paper, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonitoringFigures, PanelFigures } from '../../../shared/contract/index.ts';
import { saveCsv } from '../../api/index.ts';
import { BarChart, type Bar } from '../../components/index.ts';
import { barsOf, csvOf } from './figures.ts';
import { PanelTable } from './PanelTable.tsx';
import classes from './monitoring.module.css';

interface PanelsProps {
  figures: MonitoringFigures;
  /** the same page at another time, to compare with */
  now?: MonitoringFigures | undefined;
}

export const Panels = ({ figures, now }: PanelsProps) => (
  <div className={classes.panels}>
    {figures.panels.map((panel) => (
      <Panel
        key={panel.panel}
        panel={panel}
        figures={figures}
        now={now?.panels.find((one) => one.panel === panel.panel)}
      />
    ))}
  </div>
);

interface PanelProps {
  panel: PanelFigures;
  figures: MonitoringFigures;
  now: PanelFigures | undefined;
}

function Panel({ panel, figures, now }: PanelProps) {
  const { t } = useTranslation('monitoring');
  const id = useId();
  const bars = barsOf(panel);
  const drawn = panel.measures.find(({ measure }) => measure === panel.chart?.measure);
  return (
    <Paper component="section" withBorder className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {panel.label}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={15} aria-hidden />}
          aria-label={t('csvOf', { panel: panel.label })}
          onClick={() =>
            saveCsv(
              fileName(figures, panel),
              csvOf(panel, t('all'), t('leftOut', { count: panel.groupsLeftOut })),
            )
          }
        >
          {t('csv')}
        </Button>
      </div>
      <details className={classes.definition}>
        <summary>{t('counted')}</summary>
        <p>{panel.definition}</p>
      </details>
      {panel.empty !== undefined && panel.rows.length === 0 && <p className={classes.dim}>{panel.empty}</p>}
      {panel.chart && drawn && bars.length > 0 && (
        <BarChart
          title={drawn.label}
          description={
            panel.target === null || drawn.of === null ? '' : t('target', { percent: panel.target })
          }
          layout={panel.chart.layout}
          bars={panel.chart.layout === 'columns' ? marked(bars) : bars}
        />
      )}
      <PanelTable panel={panel} figures={figures} now={now} labelledBy={id} />
    </Paper>
  );
}

/** Marks that fit below the columns of a panel. */
const MAX_MARKS = 7;

/** With a mark below each column, or below some of many. */
function marked(bars: readonly Bar[]): Bar[] {
  const step = Math.ceil(bars.length / MAX_MARKS);
  return bars.map((bar, at) => (at % step === 0 ? { ...bar, mark: bar.label } : bar));
}

const fileName = ({ page, from, to }: MonitoringFigures, { panel }: PanelFigures): string =>
  [page.toLowerCase(), panel, from, to === from ? null : to].filter(Boolean).join('-').concat('.csv');
