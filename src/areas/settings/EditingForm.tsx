/** How cases are edited: one choice for each setting. */
import { Group, Radio, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EDITING_CHOICES, EDITING_SETTINGS, saveEditingSettings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton } from '../../components/index.ts';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

export interface EditingFormProps {
  editing: Settings['editing'];
  readOnly: boolean;
  onDiscard: () => void;
}

export function EditingForm({ editing, readOnly, onDiscard }: EditingFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const { setAt, ...stored } = editing;
  const [chosen, setChosen] = useState(stored);
  const unchanged = EDITING_SETTINGS.every((name) => chosen[name] === stored[name]);
  const { ask, dialog } = useSaveWithReason({
    dirty: !unchanged,
    onDiscard,
    store: (reason) =>
      call(saveEditingSettings, { params: { sponsorKey }, body: { reason, setAt, ...chosen } }),
  });
  return (
    <section aria-labelledby="editing" className={classes.section}>
      <Stack>
        <Title order={2} id="editing">
          {t('editing.title')}
        </Title>
        {EDITING_SETTINGS.map((name) => (
          <Radio.Group
            key={name}
            label={t(`editing.${name}.label`)}
            value={chosen[name]}
            readOnly={readOnly}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          >
            <Stack gap={4} mt={4}>
              {EDITING_CHOICES[name].map((one) => (
                <Radio key={one} value={one} label={t(`editing.${name}.${one}`)} disabled={readOnly} />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton why={unchanged ? t('unchanged') : null} onClick={ask}>
              {t('editing.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}
