/** How cases are edited: what becomes of unsaved edits when their page is left. */
import { Group, Radio, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveEditingSettings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton } from '../../components/index.ts';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

type LeavePage = Settings['editing']['leavePage'];
const CHOICES: readonly LeavePage[] = ['ask', 'keep'];

export interface EditingFormProps {
  editing: Settings['editing'];
  readOnly: boolean;
}

export function EditingForm({ editing, readOnly }: EditingFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const [leavePage, setLeavePage] = useState(editing.leavePage);
  const { ask, dialog } = useSaveWithReason((reason) =>
    call(saveEditingSettings, {
      params: { sponsorKey },
      body: { reason, setAt: editing.setAt, leavePage },
    }),
  );
  return (
    <section aria-labelledby="editing" className={classes.section}>
      <Stack>
        <Title order={2} id="editing">
          {t('editing.title')}
        </Title>
        <Radio.Group
          label={t('editing.leavePage')}
          value={leavePage}
          readOnly={readOnly}
          onChange={(chosen) => setLeavePage(CHOICES.find((one) => one === chosen) ?? 'ask')}
        >
          <Stack gap={4} mt={4}>
            {CHOICES.map((one) => (
              <Radio key={one} value={one} label={t(`editing.${one}`)} disabled={readOnly} />
            ))}
          </Stack>
        </Radio.Group>
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton why={leavePage === editing.leavePage ? t('unchanged') : null} onClick={ask}>
              {t('editing.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}
