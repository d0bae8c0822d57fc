/** Before a save that makes a version a case of its own (specification section 4): which versions it leaves behind. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OtherVersion } from '../../../../machines/save/save.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { useRouteContext, useTimeZone } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Dialog } from '../../../components/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import { versionText } from '../status/versionText.ts';

export interface DisconnectDialogProps {
  others: readonly OtherVersion[];
  caseNo: string;
  /** of the page with the number */
  session: PageSession | null;
  catalogue: Catalogue;
  onConfirm: () => void;
  onCancel: () => void;
}

export function DisconnectDialog(props: DisconnectDialogProps) {
  const { others, caseNo, session, catalogue, onConfirm, onCancel } = props;
  const { t } = useTranslation('status');
  const { language } = useRouteContext();
  const timeZone = useTimeZone();
  const { closed, answer } = useAnswerInField();
  const itemId = catalogue.roles['caseNumber'] ?? '';
  const label = catalogue.items[itemId]?.label;
  const address = addressAt(itemId, []);
  const words = {
    item: label ? wordsIn(label, language) : '',
    before: session?.original(address).value ?? '',
    after: session?.get(address).value ?? '',
    caseNo,
    versionNo: Math.max(...others.map((one) => one.versionNo)) + 1,
  };
  if (closed) return null;
  return (
    <Dialog onClose={() => answer(onCancel)} title={t('disconnect.title')}>
      <Stack>
        <Text>{t('disconnect.text', words)}</Text>
        <List>
          {others.map((one) => (
            <List.Item key={one.caseKey}>
              {versionText(t, one.versionNo)}, {formatTime(one.createdAt, timeZone)}, {one.createdByName}
            </List.Item>
          ))}
        </List>
        <Text>{t('disconnect.after')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(onCancel)} data-autofocus>
            {t('components:cancel')}
          </Button>
          <Button color="red.9" onClick={() => answer(onConfirm)}>
            {t('disconnect.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The dialog is gone, and the focus back in the field, before the next dialog takes it, which gives it back to the field. */
function useAnswerInField() {
  const [closed, setClosed] = useState(false);
  const answer = (then: () => void) => {
    flushSync(() => setClosed(true));
    then();
  };
  return { closed, answer };
}
