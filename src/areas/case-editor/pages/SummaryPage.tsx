/** The rows of a page, with the columns the catalogue names. */
import { Button, Group, Loader, Title } from '@mantine/core';
import { IconPlus, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, showInfo, useDialog, type Column } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { summaryQuery, type SummaryRow } from '../case.queries.ts';
import { ariaKeys, useKeys } from '../../../keys/index.ts';
import { useCaseRoute, enterPage } from '../caseRoute.ts';
import { NextButton } from '../components/NextButton.tsx';
import { matrixGroupOf } from '../../../engine/index.ts';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import { RowsPaste } from '../components/RowsPaste.tsx';
import { UnsavedMark } from '../components/UnsavedMark.tsx';
import { ViewSwitch } from '../components/ViewSwitch.tsx';
import { displayText } from '../../../catalogue/display.ts';
import { RowStatusDialog, type RowStatusChange } from '../status/RowStatusDialog.tsx';
import { useEnteredList } from '../useEnteredList.ts';
import { useLabels } from '../../../catalogue/useLabels.ts';
import type { EditedPage } from '../unsaved/caseEdits.ts';
import { useRowStatus } from '../useRowStatus.ts';

export interface SummaryPageProps {
  caseKey: number;
  page: CataloguePage;
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
  /** their rows are marked */
  dirtyPages: readonly EditedPage[];
}

/** Numbers of the rows of a page with unsaved edits, in forms and in the matrix; 0: a row that is not stored yet. */
const unsavedRows = (dirtyPages: readonly EditedPage[], page: string): ReadonlySet<number> =>
  new Set(
    dirtyPages
      .filter(({ pageAddress }) => pageAddress.page === page)
      .flatMap(({ pageAddress, session }) => {
        const { items, rows } = session.changes();
        // something may be on its way into a page without changes
        return [
          ...[...items, ...rows].map(({ rowNo }) => rowNo),
          ...(pageAddress.rowNo === null ? [] : [pageAddress.rowNo]),
        ];
      }),
  );

export function SummaryPage({ caseKey, page, shown, catalogue, dirtyPages }: SummaryPageProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const { toPage } = useCaseRoute();
  const navigate = useNavigate();
  const summary = useQuery(summaryQuery(caseKey, page.page));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const change = useRowStatus(caseKey, page.page);
  const actions = useRef<HTMLDivElement>(null);
  const statusDialog = useDialog<RowStatusChange, string>({
    carryOut: (rows, reason) =>
      change.mutateAsync({ ...rows, reason, retrievedAt: summary.data?.retrievedAt ?? '' }),
    // the button that asked is gone; the rows stay chosen, so the one that takes it back is there
    afterwards: () => requestAnimationFrame(() => actions.current?.querySelector('button')?.focus()),
  });
  const group = page.group ? catalogue.groups[page.group] : undefined;
  const items = (group?.summary ?? []).flatMap((itemId) => catalogue.items[itemId] ?? []);
  const stored = useMemo(
    () =>
      (summary.data?.rows ?? []).flatMap(({ values }) =>
        Object.entries(values).map(([itemId, { value }]) => ({ itemId, value })),
      ),
    [summary.data],
  );
  const label = useLabels(catalogue, stored, language);
  const addRow = () => void navigate(toPage(page.page, 0), enterPage);
  useKeys({ addRow: () => (summary.data?.readOnly === null ? addRow() : false) });
  const unsaved = useMemo(() => unsavedRows(dirtyPages, page.page), [dirtyPages, page.page]);
  const addButton = useEnteredList(summary.isSuccess);
  if (!summary.data || !group) return <Loader m="xl" aria-label={t('frame:loading')} />;

  const { rows, readOnly } = summary.data;
  const editable = readOnly === null;
  const rowLabel = wordsIn(group.rowLabel, language);
  const columns: Column<SummaryRow>[] = [
    {
      key: 'no',
      label: t('rows.no'),
      align: 'right',
      render: (row) => (
        <>
          {unsaved.has(row.rowNo) && <UnsavedMark />} {rows.indexOf(row) + 1}
        </>
      ),
    },
    ...items.map((item) => ({
      key: item.itemId,
      label: wordsIn(item.label, language),
      render: ({ values }: SummaryRow) => displayText(item, values[item.itemId], label),
    })),
  ];
  const chosen = rows.filter(({ rowId }) => selected.has(rowId));
  const toDelete = chosen.filter(({ deleted }) => !deleted);
  const toRestore = chosen.filter(({ deleted }) => deleted);
  // edits of a row that is deleted could be neither saved nor opened
  const changeStatus = (some: readonly SummaryRow[], status: 'Y' | 'N') => () => {
    const rowNos = some.map(({ rowNo }) => rowNo);
    if (status === 'Y' && rowNos.some((rowNo) => unsaved.has(rowNo))) showInfo(t('saveFirst'));
    else statusDialog.show({ rowNos, status });
  };
  const open = ({ rowNo }: SummaryRow) => void navigate(toPage(page.page, rowNo));
  const add = (
    <Button
      leftSection={<IconPlus size={15} aria-hidden />}
      ref={addButton}
      aria-keyshortcuts={ariaKeys(['addRow'])}
      onClick={addRow}
      disabled={!editable}
    >
      {t('rows.add', { row: rowLabel })}
    </Button>
  );
  return (
    <>
      <ReadOnlyBanner content={summary.data} />
      <Group mb="sm" gap="xs">
        <Title order={2}>{wordsIn(group.label, language)}</Title>
        {matrixGroupOf(catalogue, page.page) !== null && <ViewSwitch page={page.page} view="list" />}
        <Group gap="xs" ml="auto" ref={actions}>
          {toRestore.length > 0 && editable && (
            <Button
              variant="default"
              leftSection={<IconRestore size={15} aria-hidden />}
              onClick={changeStatus(toRestore, 'N')}
            >
              {t('rows.restoreCount', { count: toRestore.length })}
            </Button>
          )}
          {toDelete.length > 0 && editable && (
            <Button
              variant="default"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={changeStatus(toDelete, 'Y')}
            >
              {t('rows.deleteCount', { count: toDelete.length })}
            </Button>
          )}
          {editable && (
            <RowsPaste
              caseKey={caseKey}
              catalogue={catalogue}
              group={group}
              rows={rows}
              // chosen, so that one press takes back what should not have come
              onAdded={(rowIds) => setSelected(new Set(rowIds))}
            />
          )}
          {rows.length > 0 && add}
        </Group>
      </Group>
      {rows.length === 0 ? (
        <EmptyState title={t('rows.none')} action={add} />
      ) : (
        <DataTable
          label={wordsIn(group.label, language)}
          rows={rows}
          rowKey={({ rowId }) => rowId}
          columns={columns}
          isDeleted={({ deleted }) => deleted}
          onOpen={open}
          selected={editable ? selected : undefined}
          onSelect={editable ? setSelected : undefined}
        />
      )}
      {unsaved.has(0) && (
        <Group gap="xs" mt="sm" justify={rows.length === 0 ? 'center' : undefined}>
          <UnsavedMark />
          <Link to={toPage(page.page, 0)}>{t('rows.unsavedOne', { row: rowLabel })}</Link>
        </Group>
      )}
      <Group justify="flex-end" mt="md">
        <NextButton shown={shown} page={page.page} />
      </Group>
      <RowStatusDialog caseKey={caseKey} page={page.page} catalogue={catalogue} dialog={statusDialog} />
    </>
  );
}
