/** The rows of a page as they were; those the moment changed are marked by a word. */
import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CatalogueGroup } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, StatusBadge, type Column } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { displayText } from '../../../catalogue/display.ts';
import { useLabels } from '../../../catalogue/useLabels.ts';

export interface PastRowsProps {
  catalogue: Catalogue;
  group: CatalogueGroup;
  content: CaseContent;
  /** numbers of the rows that the moment changed */
  changed: ReadonlySet<number>;
  pathOf: (rowNo: number) => string;
}

export function PastRows({ catalogue, group, content, changed, pathOf }: PastRowsProps) {
  const { t } = useTranslation(['history', 'editor']);
  const { language } = useRouteContext();
  const navigate = useNavigate();
  const rows = useMemo(
    () =>
      content.rows
        .filter((row) => row.group === group.group)
        .sort((a, b) => a.sort - b.sort || a.rowNo - b.rowNo),
    [content, group],
  );
  const valueByAddress = useMemo(
    () => new Map(content.values.map((value) => [addressKey(value), value])),
    [content.values],
  );
  const label = useLabels(catalogue, content.values, language);
  const items = group.summary.flatMap((itemId) => catalogue.items[itemId] ?? []);
  const columns: Column<CaseRow>[] = [
    { key: 'no', label: t('editor:rows.no'), align: 'right', render: (_, at) => at + 1 },
    ...items.map((item) => ({
      key: item.itemId,
      label: wordsIn(item.label, language),
      render: ({ rowNo }: CaseRow) =>
        displayText(item, valueByAddress.get(addressKey(addressAt(item.itemId, [rowNo]))), label),
    })),
    {
      key: 'changed',
      label: t('rowState'),
      render: ({ rowNo }) =>
        changed.has(rowNo) && <StatusBadge tone="warning">{t('changedHere')}</StatusBadge>,
    },
  ];
  return (
    <>
      <Title order={2} mb="sm">
        {wordsIn(group.label, language)}
      </Title>
      {rows.length === 0 ? (
        <EmptyState title={t('noRowsThen')} />
      ) : (
        <DataTable
          label={wordsIn(group.label, language)}
          rows={rows}
          rowKey={({ rowId }) => rowId}
          columns={columns}
          isDeleted={({ deleted }) => deleted}
          onOpen={({ rowNo }) => void navigate(pathOf(rowNo))}
        />
      )}
    </>
  );
}
