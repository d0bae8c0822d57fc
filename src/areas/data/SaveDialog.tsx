/** Keeps the question in the library: as a new entry, or as the next version of the one it came from. */
import { Button, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_LIBRARY_DESCRIPTION,
  MAX_LIBRARY_NAME,
  saveSearchLibrary,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { Dialog, showSuccess, SubmitForm } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { useRefreshList } from '../../lists/index.ts';
import { DATA } from './data.queries.ts';
import { openQuestion } from './draft.ts';
import type { Question } from './useQuestion.ts';

interface SaveDialogProps {
  question: Question;
  onClose: () => void;
}

export function SaveDialog({ question: { query, entry }, onClose }: SaveDialogProps) {
  const { t } = useTranslation('data');
  const queries = useQueryClient();
  const refresh = useRefreshList('MU-DT-LB');
  const ownEntry = entry?.own ? entry : null;
  const [isNew, setNew] = useState(ownEntry === null);
  const [name, setName] = useState(ownEntry?.name ?? '');
  const [description, setDescription] = useState(entry?.description ?? '');
  const [shared, setShared] = useState(ownEntry?.shared ?? false);
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      const libraryKey = isNew || !ownEntry ? 0 : ownEntry.libraryKey;
      const versionNo = isNew || !ownEntry ? 0 : ownEntry.versionNo;
      const body = {
        reason,
        versionNo,
        name: name.trim(),
        description,
        shared,
        delFlag: 'N' as const,
        query,
      };
      const saved = await call(saveSearchLibrary, { params: { libraryKey }, body });
      openQuestion({ query, entry: { ...saved, name: name.trim(), description, shared, own: true } });
      await queries.invalidateQueries({ queryKey: DATA });
      await refresh();
      return saved;
    },
    meta: { ownFailure: true },
    onSuccess: () => {
      showSuccess(t('save.done', { name: name.trim() }));
      onClose();
    },
  });
  const isReady = name.trim() !== '' && reason.trim() !== '';
  return (
    <Dialog onClose={onClose} title={t('save.title')} busy={save.isPending}>
      <SubmitForm
        onSubmit={() => {
          if (isReady) save.mutate();
        }}
      >
        <Stack gap="sm">
          {ownEntry && (
            <Radio.Group
              label={t('save.as')}
              value={isNew ? 'new' : 'version'}
              onChange={(value) => setNew(value === 'new')}
            >
              <Group mt={6}>
                <Radio
                  value="version"
                  label={t('save.version', { version: ownEntry.versionNo + 1, name: ownEntry.name })}
                />
                <Radio value="new" label={t('save.new')} />
              </Group>
            </Radio.Group>
          )}
          <TextInput
            label={t('save.name')}
            required
            maxLength={MAX_LIBRARY_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label={t('save.description')}
            maxLength={MAX_LIBRARY_DESCRIPTION}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Checkbox
            label={t('save.shared')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <TextInput
            label={t('save.reason')}
            required
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FailureNotice error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" disabled={save.isPending} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isReady}>
              {t('save.confirm')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
