/** The rows of a page, with the columns the catalogue names. */
import { Button, Group, Loader, Title } from '@mantine/core';
import { IconPlus, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, ReasonDialog, type Column } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { summaryQuery, type SummaryRow } from '../case.queries.ts';
import { useCasePlace } from '../casePlace.ts';
import { NextButton } from '../components/NextButton.tsx';
import { ReadOnlyBanner } from '../components/ReadOnlyBanner.tsx';
import { displayText } from '../display.ts';
import { useLabels } from '../useLabels.ts';
import { useRowStatus } from '../useRowStatus.ts';

export interface SummaryPageProps {
  caseKey: number;
  page: CataloguePage;
  shown: readonly CataloguePage[];
  catalogue: Catalogue;
}

export function SummaryPage({ caseKey, page, shown, catalogue }: SummaryPageProps) {
  const { t } = useTranslation('editor');
  const { language } = usePlace();
  const { toPage } = useCasePlace();
  const navigate = useNavigate();
  const summary = useQuery(summaryQuery(caseKey, page.page));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'Y' | 'N' | null>(null);
  const change = useRowStatus(caseKey, page.page);
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
  if (!summary.data || !group) return <Loader m="xl" aria-label={t('frame:loading')} />;

  const { rows, readOnly, retrievedAt } = summary.data;
  const editable = readOnly === null;
  const rowLabel = wordsIn(group.rowLabel, language);
  const columns: Column<SummaryRow>[] = [
    { key: 'no', label: t('rows.no'), align: 'right', render: (row) => rows.indexOf(row) + 1 },
    ...items.map((item) => ({
      key: item.itemId,
      label: wordsIn(item.label, language),
      render: ({ values }: SummaryRow) => displayText(item, values[item.itemId], label),
    })),
  ];
  const chosen = rows.filter(({ rowId }) => selected.has(rowId));
  const toDelete = chosen.filter(({ deleted }) => !deleted);
  const toRestore = chosen.filter(({ deleted }) => deleted);
  const open = ({ rowNo }: SummaryRow) => void navigate(toPage(page.page, rowNo));
  const add = (
    <Button
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => void navigate(toPage(page.page, 0))}
      disabled={!editable}
    >
      {t('rows.add', { row: rowLabel })}
    </Button>
  );
  return (
    <>
      <ReadOnlyBanner why={readOnly} />
      <Group mb="sm" gap="xs">
        <Title order={2}>{wordsIn(group.label, language)}</Title>
        <Group gap="xs" ml="auto">
          {toRestore.length > 0 && editable && (
            <Button
              variant="default"
              leftSection={<IconRestore size={15} aria-hidden />}
              onClick={() => setAsked('N')}
            >
              {t('rows.restoreCount', { count: toRestore.length })}
            </Button>
          )}
          {toDelete.length > 0 && editable && (
            <Button
              variant="default"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => setAsked('Y')}
            >
              {t('rows.deleteCount', { count: toDelete.length })}
            </Button>
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
          isStruck={({ deleted }) => deleted}
          onOpen={open}
          selected={editable ? selected : undefined}
          onSelect={editable ? setSelected : undefined}
        />
      )}
      <Group justify="flex-end" mt="md">
        <NextButton shown={shown} page={page.page} />
      </Group>
      {asked && (
        <ReasonDialog
          opened
          title={t(asked === 'Y' ? 'rows.delete' : 'rows.restore')}
          onConfirm={(reason) => {
            const rowNos = (asked === 'Y' ? toDelete : toRestore).map(({ rowNo }) => rowNo);
            setAsked(null);
            setSelected(new Set());
            change.mutate({ rowNos, status: asked, reason, retrievedAt });
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
