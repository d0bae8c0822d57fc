/** Downloads the case as E2B(R2), after it has listed what that message does not hold. */
import { Button, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { downloadReport, readR2Losses } from '../../../../shared/contract/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';
import { call, download } from '../../../api/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { Notice } from '../../../feedback/Notice.tsx';

interface R2DialogProps {
  caseKey: number;
  catalogue: Catalogue;
  onClose: () => void;
}

export function R2Dialog({ caseKey, catalogue, onClose }: R2DialogProps) {
  const { t } = useTranslation(['import', 'editor', 'components']);
  const { language } = useRouteContext();
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
  return (
    <Dialog title={t('r2.title')} onClose={onClose} busy={downloading.isPending}>
      <Stack>
        <Notice tone="warning">{t('r2.refused')}</Notice>
        {found.isPending && <Loader size="sm" aria-label={t('r2.reading')} />}
        {losses && <Text size="sm">{t('r2.losses', { count: losses.length })}</Text>}
        {losses && losses.length > 0 && (
          <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': t('r2.title') }}>
            <ul>
              {losses.map(({ rule, itemId, before, after }, index) => {
                const item = catalogue.items[itemId];
                return (
                  <li key={`${itemId} ${index}`}>
                    <Text size="sm" component="span">
                      {item ? wordsIn(item.label, language) : ''} ({itemId}): {t(`conversion.${rule}`)}{' '}
                    </Text>
                    <Text size="sm" component="span" c="dimmed">
                      {before} → {after || '–'}
                    </Text>
                  </li>
                );
              })}
            </ul>
          </ScrollArea.Autosize>
        )}
        <FailureNotice error={found.error ?? downloading.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
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
