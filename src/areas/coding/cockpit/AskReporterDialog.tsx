/** Asks the reporter of each chosen case about a text that cannot be coded as it is. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askQuestion, MAX_QUESTION_LENGTH, type GroupTerm } from '../../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../../api/index.ts';
import { Dialog, GuardedButton } from '../../../components/index.ts';

/** Of the page: a question whose answer was lost goes out once, also from a dialog that was opened again. */
const keys = attemptKeys();

export interface AskReporterDialogProps {
  text: string;
  terms: readonly GroupTerm[];
  onSent: (count: number) => void;
  onClose: () => void;
}

export function AskReporterDialog({ text, terms, onSent, onClose }: AskReporterDialogProps) {
  const { t } = useTranslation(['coding', 'common']);
  const [question, setQuestion] = useState(t('cockpit.question', { text }));
  const ask = useMutation({
    mutationFn: async () => {
      for (const { caseKey, itemId, rowNo, rowNo2, rowNo3 } of terms) {
        const body = { itemId, rowNo, rowNo2, rowNo3, text: question, addressee: null, dueDays: null };
        // who tries again after one that failed asks none twice
        const creationKey = keys.keyOf({ caseKey, ...body });
        await call(askQuestion, { params: { caseKey }, body: { creationKey, ...body } });
      }
    },
    onSuccess: () => {
      keys.done();
      onSent(terms.length);
      onClose();
    },
  });
  return (
    <Dialog title={t('cockpit.ask')} onClose={onClose} busy={ask.isPending}>
      <Stack gap="sm">
        <Text>{t('cockpit.askOf', { count: terms.length })}</Text>
        <Textarea
          label={t('cockpit.questionLabel')}
          value={question}
          maxLength={MAX_QUESTION_LENGTH}
          autosize
          minRows={3}
          data-autofocus
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={ask.isPending}>
            {t('common:cancel')}
          </Button>
          <GuardedButton
            loading={ask.isPending}
            why={question.trim() === '' ? t('cockpit.write') : null}
            onClick={() => ask.mutate()}
          >
            {t('cockpit.send')}
          </GuardedButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
