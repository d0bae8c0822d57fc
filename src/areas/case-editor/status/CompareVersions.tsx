/** Two versions side by side: only what differs, page by page, marked by sign and word. */
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, LoadingArea, StatusBadge } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { displayText } from '../display.ts';
import { useLabels } from '../useLabels.ts';
import { differencesQuery, type Difference, type Version } from './versions.queries.ts';

const MARKS = {
  added: { Sign: IconPlus, tone: 'success' },
  changed: { Sign: IconPencil, tone: 'warning' },
  removed: { Sign: IconMinus, tone: 'error' },
} as const;

export interface CompareVersionsProps {
  /** newest first, at least two */
  versions: readonly Version[];
  catalogue: Catalogue;
  onBack: () => void;
}

export function CompareVersions({ versions, catalogue, onBack }: CompareVersionsProps) {
  const { t } = useTranslation('status');
  const { language } = usePlace();
  const [newer, setNewer] = useState(versions[0]?.caseKey ?? 0);
  const [older, setOlder] = useState(versions[1]?.caseKey ?? 0);
  const found = useQuery(differencesQuery(newer, older));
  const differences = found.data?.listInfo;
  const byPage = useMemo(() => [...Map.groupBy(differences ?? [], ({ page }) => page)], [differences]);
  const choice = (label: string, value: number, onChange: (caseKey: number) => void) => (
    <NativeSelect
      label={label}
      value={String(value)}
      data={versions.map(({ caseKey, versionNo }) => ({
        value: String(caseKey),
        label: t('versions.one', { versionNo }),
      }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
  return (
    <Stack>
      <Group align="end">
        {choice(t('compare.older'), older, setOlder)}
        {choice(t('compare.newer'), newer, setNewer)}
        {differences && <Text aria-live="polite">{t('compare.counts', countsOf(differences))}</Text>}
        <Button variant="default" ml="auto" onClick={onBack}>
          {t('menu.versions')}
        </Button>
      </Group>
      {found.isPending && <LoadingArea />}
      {differences?.length === 0 && <EmptyState title={t('compare.none')} />}
      {found.data &&
        byPage.map(([page, some]) => (
          <section key={page}>
            <Title order={3}>
              {catalogue.pages[page] ? wordsIn(catalogue.pages[page].label, language) : page}
            </Title>
            <DifferenceTable
              differences={some}
              catalogue={catalogue}
              label={page}
              versionNos={[found.data.olderVersionNo, found.data.newerVersionNo]}
            />
          </section>
        ))}
    </Stack>
  );
}

const countsOf = (differences: readonly Difference[]) => ({
  added: differences.filter(({ kind }) => kind === 'added').length,
  changed: differences.filter(({ kind }) => kind === 'changed').length,
  removed: differences.filter(({ kind }) => kind === 'removed').length,
});

interface DifferenceTableProps {
  differences: readonly Difference[];
  catalogue: Catalogue;
  label: string;
  versionNos: readonly [number, number];
}

function DifferenceTable({ differences, catalogue, label, versionNos }: DifferenceTableProps) {
  const { t } = useTranslation('status');
  const { language } = usePlace();
  const stored = useMemo(
    () =>
      differences.flatMap(({ itemId, before, after }) =>
        [before, after].map((side) => ({ itemId, value: side?.value ?? null })),
      ),
    [differences],
  );
  const words = useLabels(catalogue, stored, language);
  const nameOf = ({ itemId, rowNo, rowNo2, rowNo3 }: Difference) => {
    const named = catalogue.items[itemId]?.label ?? catalogue.groups[itemId]?.rowLabel;
    const row = named ? wordsIn(named, language) : itemId;
    const numbers = [rowNo, rowNo2, rowNo3].filter((number) => number > 0);
    return numbers.length > 0 ? t('compare.row', { row, no: numbers.join('.') }) : row;
  };
  const saidBy = ({ itemId, hidden }: Difference, side: Difference['before']) => {
    if (hidden) return <em>{t('compare.hidden')}</em>;
    if (!side) return null;
    const text = displayText(catalogue.items[itemId], side, words);
    return side.notation ? `${text} / ${side.notation}` : text;
  };
  return (
    <DataTable
      label={label}
      rows={differences}
      rowKey={({ itemId, rowNo, rowNo2, rowNo3 }) => `${itemId}|${rowNo}|${rowNo2}|${rowNo3}`}
      columns={[
        { key: 'mark', label: t('compare.mark'), render: ({ kind }) => <Mark kind={kind} /> },
        { key: 'item', label: t('compare.item'), render: nameOf },
        {
          key: 'before',
          label: t('compare.before', { versionNo: versionNos[0] }),
          render: (one) => saidBy(one, one.before),
        },
        {
          key: 'after',
          label: t('compare.before', { versionNo: versionNos[1] }),
          render: (one) => saidBy(one, one.after),
        },
      ]}
    />
  );
}

function Mark({ kind }: { kind: Difference['kind'] }) {
  const { t } = useTranslation('status');
  const { Sign, tone } = MARKS[kind];
  return (
    <StatusBadge tone={tone}>
      <Sign size={13} aria-hidden /> {t(`compare.kinds.${kind}`)}
    </StatusBadge>
  );
}
