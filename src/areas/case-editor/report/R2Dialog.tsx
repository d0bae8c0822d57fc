/** Downloads the case as E2B(R2), after it has listed what that message does not hold. */
import { Anchor, Button, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../../shared/case/caseContent.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { downloadReport, readR2Losses, type DataOf } from '../../../../shared/contract/index.ts';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call, download } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, Dialog } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { Notice } from '../../../feedback/Notice.tsx';
import { useCaseRoute } from '../caseRoute.ts';
import { wholeCaseQuery } from '../findings/checks.queries.ts';

interface R2DialogProps {
  caseKey: number;
  catalogue: Catalogue;
  onClose: () => void;
}

const NO_ROWS: readonly CaseRow[] = [];

export function R2Dialog({ caseKey, catalogue, onClose }: R2DialogProps) {
  const { t } = useTranslation(['import', 'editor', 'components']);
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: [...caseQueryKey(caseKey), 'r2Losses'],
    queryFn: ({ signal }) => call(readR2Losses, { params: { caseKey }, signal }),
    staleTime: 0,
  });
  const downloading = useMutation({
    mutationFn: () => download(downloadReport, { params: { caseKey, reportId: 'R2' }, query: {} }),
    meta: { ownFailure: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...caseQueryKey(caseKey), 'distribution'] });
      onClose();
    },
  });
  const losses = found.data?.losses;
  // name the places of the losses; without them rows have their numbers
  const rows = useQuery(wholeCaseQuery(caseKey)).data?.rows ?? NO_ROWS;
  return (
    <Dialog title={t('r2.title')} size="xl" onClose={onClose} busy={downloading.isPending}>
      <Stack>
        <Notice tone="warning">{t('r2.refused')}</Notice>
        {found.isPending && <Loader size="sm" aria-label={t('r2.reading')} />}
        {losses && <Text size="sm">{t('r2.losses', { count: losses.length })}</Text>}
        {losses && losses.length > 0 && (
          <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': t('r2.title') }}>
            <Losses {...{ catalogue, losses, rows, onClose }} />
          </ScrollArea.Autosize>
        )}
        <FailureNotice error={found.error ?? downloading.error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <Button disabled={!losses} loading={downloading.isPending} onClick={() => downloading.mutate()}>
            {t('editor:report.download')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Loss = DataOf<typeof readR2Losses>['losses'][number];

interface LossesProps {
  /** as the region on the screen sees it */
  catalogue: Catalogue;
  losses: readonly Loss[];
  /** of the case */
  rows: readonly CaseRow[];
  onClose: () => void;
}

/** What the message does not say as the case does, with the way to each field. */
function Losses({ catalogue, losses, rows, onClose }: LossesProps) {
  const { t } = useTranslation('import');
  const { language } = useRouteContext();
  const { pathOf, to } = useCaseRoute();
  const rowOf = useMemo(() => rowName(catalogue, rows, language), [catalogue, rows, language]);
  const place = (loss: Loss) => {
    const item = catalogue.items[loss.itemId];
    const words = [rowOf(loss), item ? wordsIn(item.label, language) : loss.itemId].filter(Boolean);
    const path = pathOf(catalogue, loss);
    const name = `${words.join(' › ')}${item ? ` (${loss.itemId})` : ''}`;
    return path ? (
      <Anchor component={Link} to={to(path)} size="sm" onClick={onClose}>
        {name}
      </Anchor>
    ) : (
      name
    );
  };
  return (
    <DataTable<Loss>
      label={t('r2.title')}
      rows={losses}
      rowKey={({ rule, before, after, ...address }) =>
        JSON.stringify([rule, addressKey(address), before, after])
      }
      fullText
      columns={[
        { key: 'item', label: t('r2.item'), render: place },
        { key: 'rule', label: t('r2.conversion'), render: ({ rule }) => t(`conversion.${rule}`) },
        { key: 'before', label: t('r2.inCase'), render: ({ before }) => before },
        { key: 'after', label: t('r2.inMessage'), render: ({ after }) => after || '–' },
      ]}
    />
  );
}
