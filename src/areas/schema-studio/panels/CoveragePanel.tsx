/** The matrix of items and artefacts: what is missing where. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COVERAGE_COLUMNS,
  coverageOf,
  toCsv,
  type CoverageColumn,
  type CoverageRow,
} from '../../../../shared/schemas/coverage.ts';
import { saveCsv } from '../../../api/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import { useWindow } from './useWindow.ts';
import styles from './panels.module.css';
import own from './CoveragePanel.module.css';

export interface CoveragePanelProps {
  compiled: Compiled;
  appendix: string;
  onItem: (itemId: string) => void;
}

type Lack = '' | CoverageColumn;

export function CoveragePanel({ compiled, appendix, onItem }: CoveragePanelProps) {
  const { t } = useTranslation('studio');
  const { language } = useRouteContext();
  const [filter, setFilter] = useState('');
  const [lack, setLack] = useState<Lack>('');
  const rows = useMemo(
    () => coverageOf(compiled.catalogue, appendix, compiled.sources),
    [compiled, appendix],
  );
  const labelOf = ({ item }: CoverageRow) => wordsIn(item.label, language);
  const text = (row: CoverageRow) =>
    [row.item.itemId, labelOf(row), ...Object.values(row.cells)].join(' ').toLowerCase();
  const shown = rows.filter(
    (row) =>
      (filter === '' || text(row).includes(filter.toLowerCase())) && (lack === '' || row.cells[lack] === ''),
  );
  const head = [
    t('coverage.item'),
    t('coverage.label'),
    ...COVERAGE_COLUMNS.map((column) => t(`coverage.columns.${column}`)),
  ];
  const cellsOf = (row: CoverageRow) => [
    row.item.itemId,
    labelOf(row),
    ...COVERAGE_COLUMNS.map((column) => row.cells[column]),
  ];
  return (
    <>
      <div className={styles.bar}>
        <TextInput
          size="xs"
          className={styles.wide}
          label={t('coverage.filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('coverage.without')}
          value={lack}
          data={[
            { value: '', label: t('coverage.all') },
            ...COVERAGE_COLUMNS.map((column) => ({ value: column, label: t(`coverage.columns.${column}`) })),
          ]}
          onChange={(event) => setLack(event.currentTarget.value as Lack)}
        />
        <span role="status" className={styles.dim}>
          {t('coverage.count', { count: shown.length, total: rows.length })}
        </span>
        <Button
          size="xs"
          variant="default"
          className={styles.grow}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveCsv(`coverage-${appendix}.csv`, toCsv(head, shown.map(cellsOf)))}
        >
          CSV
        </Button>
      </div>
      <CoverageTable
        label={t('coverage.title', { appendix })}
        head={head}
        rows={shown}
        cellsOf={cellsOf}
        onItem={onItem}
      />
    </>
  );
}

interface CoverageTableProps {
  label: string;
  head: string[];
  rows: readonly CoverageRow[];
  cellsOf: (row: CoverageRow) => string[];
  onItem: (itemId: string) => void;
}

const ROW_REM = 1.75;

/** Only the rows in sight are in the document. */
function CoverageTable({ label, head, rows, cellsOf, onItem }: CoverageTableProps) {
  const { scroller, from, to, above, below } = useWindow(rows.length, ROW_REM);
  return (
    // a region that scrolls takes the focus, so that the keyboard can scroll it
    <div ref={scroller} className={own.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={own.matrix} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: `${above}rem` }} />}
          {rows.slice(from, to).map((row, index) => {
            const [itemId = '', ...cells] = cellsOf(row);
            return (
              <tr key={itemId} aria-rowindex={from + index + 2}>
                <th scope="row">
                  <button type="button" className={styles.link} onClick={() => onItem(itemId)}>
                    {itemId}
                  </button>
                </th>
                {cells.map((cell, at) => (
                  <td key={head[at + 1]} title={cell} data-empty={cell === '' || undefined}>
                    {cell === '' ? '–' : cell}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: `${below}rem` }} />}
        </tbody>
      </table>
    </div>
  );
}
