/** The address of a link: one field, confirmed with Enter (specification sections 2 and 5). */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeLink, MAX_LINK } from '../../../shared/text/richText.ts';
import { Dialog } from '../Dialog.tsx';
import { SubmitForm } from '../SubmitForm.tsx';

interface UrlDialogProps {
  /** of the link at the cursor; empty: there is none */
  url: string;
  onLink: (url: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function UrlDialog({ url, onLink, onRemove, onClose }: UrlDialogProps) {
  const { t } = useTranslation(['richText', 'components']);
  const [typed, setTyped] = useState(url);
  const [submitted, setSubmitted] = useState(false);
  const address = typed.trim();
  const error = address === '' ? t('components:form.missing') : isSafeLink(address) ? null : t('url.unsafe');
  return (
    <Dialog onClose={onClose} title={t('url.title')}>
      <SubmitForm
        noValidate
        onSubmit={() => {
          setSubmitted(true);
          if (error === null) onLink(address);
        }}
      >
        <Stack>
          <TextInput
            label={t('url.label')}
            required
            data-autofocus
            inputMode="url"
            maxLength={MAX_LINK}
            value={typed}
            error={submitted ? error : null}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Group justify="flex-end">
            {url !== '' && (
              <Button variant="default" onClick={onRemove}>
                {t('url.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('components:cancel')}
            </Button>
            <Button type="submit">{t('url.confirm')}</Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
