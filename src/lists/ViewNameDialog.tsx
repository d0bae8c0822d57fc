/** What a saved view is called, and who may use it. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, SubmitForm } from '../components/index.ts';
import type { ListView } from './list.queries.ts';

const MAX_NAME = 100;

interface ViewNameDialogProps {
  title: string;
  /** left out: a new one */
  view?: ListView;
  /** the common handler reports a failure; the dialog stays open */
  onSave: (values: { name: string; shared: 'Y' | 'N' }) => Promise<unknown>;
  onClose: () => void;
}

export function ViewNameDialog({ title, view, onSave, onClose }: ViewNameDialogProps) {
  const { t } = useTranslation('lists');
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = (form: HTMLFormElement) => {
    const values = new FormData(form);
    const name = String(values.get('name')).trim();
    if (!name) return setProblem(t('views.nameMissing'));
    setSaving(true);
    onSave({ name, shared: values.get('shared') === null ? 'N' : 'Y' }).then(onClose, () => setSaving(false));
  };
  return (
    <Dialog onClose={onClose} title={title} closeLabel={t('cancel')}>
      <SubmitForm onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            name="name"
            label={t('views.name')}
            defaultValue={view?.name}
            maxLength={MAX_NAME}
            required
            error={problem}
            data-autofocus
            onChange={() => setProblem(null)}
          />
          <Checkbox
            name="shared"
            label={t('views.share')}
            description={t('views.shareHelp')}
            defaultChecked={view?.shared === 'Y'}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {t('views.save')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
