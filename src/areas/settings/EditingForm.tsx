/** How cases are edited: what becomes of unsaved edits when their page is left. */
import { Group, Radio, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveEditingSettings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton, ReasonDialog, showSuccess } from '../../components/index.ts';
import { failureText, showFailure } from '../../feedback/showFailure.ts';
import classes from './settings.module.css';
import { settingsKey, type Settings } from './settings.queries.ts';

type LeavePage = Settings['editing']['leavePage'];
const CHOICES: readonly LeavePage[] = ['ask', 'keep'];

export interface EditingFormProps {
  editing: Settings['editing'];
  readOnly: boolean;
}

export function EditingForm({ editing, readOnly }: EditingFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const [leavePage, setLeavePage] = useState(editing.leavePage);
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: (reason: string) =>
      call(saveEditingSettings, {
        params: { sponsorKey },
        body: { reason, setAt: editing.setAt, leavePage },
      }),
    onSuccess: async () => {
      setAsking(false);
      showSuccess(t('done'));
      await queries.invalidateQueries({ queryKey: settingsKey(sponsorKey) });
    },
    onError: (error) => showFailure(error, 'SUBMIT_FAIL'),
  });
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
            <GuardedButton
              why={leavePage === editing.leavePage ? t('unchanged') : null}
              onClick={() => setAsking(true)}
            >
              {t('editing.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      <ReasonDialog
        opened={asking}
        title={t('saveTitle')}
        pending={save.isPending}
        problem={save.isError ? failureText(save.error) : null}
        onConfirm={(reason) => save.mutate(reason)}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}
