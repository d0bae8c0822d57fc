/** Before a save that makes a version a case of its own (specification section 4), the user is told of what. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { usePlace, useTimeZone } from '../../../app-context/routeContext.ts';
import { showFailure } from '../../../feedback/showFailure.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import type { PageContent } from '../case.queries.ts';
import { versionsQuery, type Version } from './versions.queries.ts';

export interface DisconnectInput {
  session: PageSession;
  content: PageContent;
  catalogue: Catalogue;
  /** saves */
  request: () => void;
}

/** `request` saves, after the warning where there is something to warn of; `dialog` is to be drawn. */
export function useDisconnectWarning({ session, content, catalogue, request }: DisconnectInput) {
  const queries = useQueryClient();
  const field = useRef<HTMLElement>(null);
  const [others, setOthers] = useState<readonly Version[] | null>(null);
  const { caseKey } = content;
  const itemId = catalogue.roles['caseNumber'] ?? '';
  const before = content.values.find((value) => value.itemId === itemId)?.value ?? null;
  const guarded = useCallback(() => {
    const isChanged = session.changes().items.some((item) => item.itemId === itemId);
    if (!isChanged || before === null) return request();
    queries.fetchQuery({ ...versionsQuery(caseKey), staleTime: 0 }).then(
      ({ listInfo }) => {
        const rest = listInfo.filter((version) => version.caseKey !== caseKey);
        if (rest.length === 0) request();
        else {
          field.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          setOthers(rest);
        }
      },
      (error: unknown) => showFailure(error),
    );
  }, [session, itemId, before, request, queries, caseKey]);
  // the next dialog, or the page, takes over where the user was
  const leave = (then?: () => void) => {
    setOthers(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      then?.();
    });
  };
  const dialog = others && (
    <DisconnectDialog
      others={others}
      caseNo={content.caseNo}
      itemLabel={catalogue.items[itemId]?.label}
      before={before ?? ''}
      after={session.get(addressAt(itemId, [])).value ?? ''}
      onConfirm={() => leave(request)}
      onCancel={() => leave()}
    />
  );
  return { request: guarded, dialog };
}

interface DisconnectDialogProps {
  others: readonly Version[];
  caseNo: string;
  itemLabel: Parameters<typeof wordsIn>[0] | undefined;
  before: string;
  after: string;
  onConfirm: () => void;
  onCancel: () => void;
}

function DisconnectDialog(props: DisconnectDialogProps) {
  const { others, caseNo, itemLabel, before, after, onConfirm, onCancel } = props;
  const { t } = useTranslation('status');
  const { language } = usePlace();
  const timeZone = useTimeZone();
  const item = itemLabel ? wordsIn(itemLabel, language) : '';
  const versionNo = Math.max(...others.map((one) => one.versionNo)) + 1;
  return (
    <Dialog onClose={onCancel} title={t('disconnect.title')}>
      <Stack>
        <Text>{t('disconnect.text', { item, before, after, caseNo, versionNo })}</Text>
        <List>
          {others.map((one) => (
            <List.Item key={one.caseKey}>
              {t('versions.one', { versionNo: one.versionNo })}, {formatTime(one.createdAt, timeZone)},{' '}
              {one.createdByName}
            </List.Item>
          ))}
        </List>
        <Text>{t('disconnect.after')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} data-autofocus>
            {t('components:cancel')}
          </Button>
          <Button color="red.9" onClick={onConfirm}>
            {t('disconnect.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
