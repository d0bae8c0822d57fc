/** Which addresses reports may be mailed to: one in each line. */
import { Group, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveMailSettings } from '../../../shared/contract/index.ts';
import { isAllowedEntry } from '../../../shared/mail/mailAddress.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { GuardedButton } from '../../components/index.ts';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

export interface MailFormProps {
  mail: Settings['mail'];
  readOnly: boolean;
  onDiscard: () => void;
}

export function MailForm({ mail, readOnly, onDiscard }: MailFormProps) {
  const { t } = useTranslation('settings');
  const { sponsorKey } = useRouteContext();
  const stored = mail.allowed.join('\n');
  const [typed, setTyped] = useState(stored);
  const allowed = [...new Set(typed.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const wrong = allowed.filter((entry) => !isAllowedEntry(entry));
  const { ask, dialog } = useSaveWithReason({
    dirty: typed !== stored,
    onDiscard,
    store: (reason) =>
      call(saveMailSettings, { params: { sponsorKey }, body: { reason, setAt: mail.setAt, allowed } }),
  });
  const why = wrong.length > 0 ? t('mail.wrong', { entries: wrong.join(', ') }) : null;
  return (
    <section aria-labelledby="mail" className={classes.section}>
      <Stack>
        <Title order={2} id="mail">
          {t('mail.title')}
        </Title>
        <Textarea
          label={t('mail.allowed')}
          description={t('mail.help')}
          value={typed}
          readOnly={readOnly}
          autosize
          minRows={3}
          maxRows={12}
          error={why}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {!readOnly && (
          <Group justify="flex-end">
            <GuardedButton why={why ?? (allowed.join('\n') === stored ? t('unchanged') : null)} onClick={ask}>
              {t('mail.save')}
            </GuardedButton>
          </Group>
        )}
      </Stack>
      {dialog}
    </section>
  );
}
