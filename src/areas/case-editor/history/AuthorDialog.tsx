/** Who wrote what an item says: the short answer, and the ways to the long ones. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog } from '../../../components/index.ts';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { useCaseRoute } from '../caseRoute.ts';
import { valueText } from '../../../catalogue/display.ts';
import { reasonWords } from '../status/reasonWords.ts';
import { useLabels } from '../../../catalogue/useLabels.ts';
import { provenanceWords } from './provenanceWords.ts';
import { authorQuery } from './history.queries.ts';
import { atMoment } from './momentAddress.ts';

export interface AuthorDialogProps {
  caseKey: number;
  catalogue: Catalogue;
  address: ItemAddress;
  /** opens the whole history of the item in place of this */
  onAudit: () => void;
  onClose: () => void;
}

export function AuthorDialog({ caseKey, catalogue, address, onAudit, onClose }: AuthorDialogProps) {
  const { t } = useTranslation('history');
  const { t: ofStatus } = useTranslation('status');
  const { t: ofMasters } = useTranslation('masters');
  const { language } = useRouteContext();
  const timeZone = useTimeZone();
  const { pathOf, to } = useCaseRoute();
  const found = useQuery(authorQuery(caseKey, address));
  const last = found.data?.last;
  const item = catalogue.items[address.itemId];
  const stored = useMemo(
    () =>
      [last?.before, last?.after].map((textOf) => ({ itemId: address.itemId, value: textOf?.value ?? null })),
    [last, address.itemId],
  );
  const words = useLabels(catalogue, stored, language);
  const path = pathOf(catalogue, address);
  const textOf = (one: NonNullable<typeof last>['before']) =>
    one ? valueText(item, one, words) : t('nothing');
  return (
    <Dialog
      onClose={onClose}
      title={t('author.title', { item: item ? wordsIn(item.label, language) : address.itemId })}
    >
      <Stack gap="xs" aria-live="polite">
        {found.isPending && <Loader aria-label={t('frame:loading')} />}
        {found.isError && <Text>{failureText(found.error)}</Text>}
        {found.isSuccess && !last && <Text>{t('author.nobody')}</Text>}
        {last && (
          <>
            <Text fw={600}>
              {t('author.who', {
                name: last.userName,
                userId: last.userId,
                time: formatTime(last.at, timeZone),
                versionNo: last.versionNo,
              })}
            </Text>
            {last.earlier && (
              <Text>
                {t('author.earlier', {
                  userId: last.earlier.userId,
                  time: formatTime(last.earlier.at, timeZone),
                })}
              </Text>
            )}
            {last.provenance && <Text>{provenanceWords(ofMasters, last.provenance)}</Text>}
            <Text>
              {t('reason', { reason: reasonWords(ofStatus, last.reason) })} ·{' '}
              {t(`editor:audit.sources.${last.source}`)}
            </Text>
            {last.hidden ? (
              <Text fs="italic">{t('blinded')}</Text>
            ) : (
              <>
                <Text>{t('author.now', { said: textOf(last.after) })}</Text>
                <Text c="dimmed">{t('author.was', { said: textOf(last.before) })}</Text>
              </>
            )}
            <Text size="sm" c="dimmed">
              {t('author.changes', { count: found.data?.changes ?? 0 })}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          {last && path && (
            <Button component={Link} variant="default" to={atMoment(to(path), last.saveNo)} onClick={onClose}>
              {t('author.moment')}
            </Button>
          )}
          {last && (
            <Button variant="default" onClick={onAudit}>
              {t('editor:audit.ofItem')}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
