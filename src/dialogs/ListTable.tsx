/** The rows a list dialog found. What is out of use, and what a colour means, is said in words. */
import { VisuallyHidden } from '@mantine/core';
import { useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, StatusBadge, type Column, type Paging, type PagingInfo } from '../components/index.ts';
import type { ListDialogDescriptor, ListRow } from './listDialog.types.ts';
import { rowColour } from './rowColour.ts';
import styles from './dialogs.module.css';

export interface ListTableProps {
  descriptor: ListDialogDescriptor;
  /** what the further fields of the search say */
  fields: Readonly<Record<string, string>>;
  rows: readonly ListRow[];
  loading: boolean;
  /** nothing was asked for yet: there is nothing to be said about finding nothing */
  beforeSearch?: boolean;
  paging: PagingInfo | null;
  sizeHeld?: boolean;
  onPaging: (paging: Paging) => void;
  onPick: (row: ListRow) => void;
  /** keys of chosen rows, where several are chosen */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
}

export function ListTable({
  descriptor,
  fields,
  rows,
  loading,
  beforeSearch,
  paging,
  onPick,
  ...table
}: ListTableProps) {
  const { t } = useTranslation('dialogs');
  const before = paging ? (paging.pageNo - 1) * paging.rowCount : 0;
  const columns = useColumns(descriptor, fields, before);
  const { tone, title, tableHeight } = descriptor;
  return (
    <div
      className={styles.rows}
      style={tableHeight ? ({ '--rows-height': `${tableHeight}px` } as CSSProperties) : undefined}
    >
      <DataTable
        {...table}
        label={title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        loading={loading && rows.length === 0}
        busy={loading && rows.length > 0}
        empty={t(beforeSearch ? 'beforeSearch' : 'none')}
        grid
        paging={paging ?? undefined}
        colourOf={tone === undefined ? undefined : ({ cells }) => rowColour(cells[tone])?.css}
        onOpen={onPick}
      />
    </div>
  );
}

function useColumns(
  descriptor: ListDialogDescriptor,
  fields: Readonly<Record<string, string>>,
  before: number,
): Column<ListRow>[] {
  const { t } = useTranslation('dialogs');
  return useMemo(() => {
    const { name, numbered, pathLabel, pathLevels } = descriptor;
    const columns = descriptor.columns.filter(({ shownFor = {} }) =>
      Object.entries(shownFor).every(([field, value]) => fields[field] === value),
    );
    return [
      ...(numbered
        ? [
            {
              key: '#',
              label: t('no'),
              align: 'right' as const,
              render: (_: ListRow, index: number) => before + index + 1,
            },
          ]
        : []),
      ...columns.map(({ key, label, width }): Column<ListRow> => ({
        key,
        label,
        width,
        sticky: key === name && columns.length > WIDE_FROM,
        render: (row) => (
          <>
            {row.cells[key]}
            {key === name && <Marks row={row} tone={descriptor.tone} />}
          </>
        ),
      })),
      ...(pathLabel === undefined
        ? []
        : [
            {
              key: '/',
              label: pathLabel,
              render: ({ path = [] }: ListRow) => (
                <Path terms={path.filter((_, level) => pathLevels?.includes(level) ?? true)} />
              ),
            },
          ]),
    ];
  }, [descriptor, fields, before, t]);
}

/** With so many columns the row's name stays in sight when the others are scrolled. */
const WIDE_FROM = 6;

function Marks({ row, tone }: { row: ListRow; tone: string | undefined }) {
  const { t } = useTranslation('dialogs');
  const colour = tone === undefined ? null : rowColour(row.cells[tone]);
  return (
    <>
      {row.current === false && (
        <>
          {' '}
          <StatusBadge tone="warning">{t('notCurrent')}</StatusBadge>
        </>
      )}
      {colour && (
        <>
          {' '}
          <StatusBadge tone="neutral">
            {colour.tone ? t(`tone.${colour.tone}`) : t('tone.other', { colour: colour.css })}
          </StatusBadge>
        </>
      )}
    </>
  );
}

/** From the broadest down to the nearest, as one reads a path. */
function Path({ terms }: { terms: readonly string[] }) {
  return terms.toReversed().map((term, index) => (
    <span key={index} className={styles.step}>
      {index > 0 && <span aria-hidden> › </span>}
      {term}
      {index < terms.length - 1 && <VisuallyHidden>, </VisuallyHidden>}
    </span>
  ));
}
