/** Words of a step of a question, with what else is asked for beside them. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_QUESTION_LENGTH } from '../../../../shared/contract/index.ts';
import { SubmitForm, useHeldDialog } from '../../../components/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import classes from './questions.module.css';

interface WordsFormProps {
  label: string;
  submitLabel: string;
  change: { isPending: boolean; error: Error | null };
  /** below the words */
  children?: ReactNode;
  /** is the rest complete? It shows its own errors */
  isReady?: () => boolean;
  /** never blank */
  onSubmit: (text: string) => void;
  /** left out: there is nothing to go back to */
  onCancel?: () => void;
}

export function WordsForm(props: WordsFormProps) {
  const { label, submitLabel, change, children, isReady = () => true, onSubmit, onCancel } = props;
  const { t } = useTranslation('questions');
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = text.trim() === '';
  const submit = () => {
    setSubmitted(true);
    const ready = isReady();
    if (isMissing) field.current?.focus();
    else if (ready && !change.isPending) onSubmit(text.trim());
  };
  useHeldDialog(change.isPending);
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea
          ref={field}
          label={label}
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_QUESTION_LENGTH}
          data-autofocus
          autoFocus
          value={text}
          error={submitted && isMissing ? t('wordsMissing') : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {children}
        {change.error && (
          <p role="alert" className={classes.problem}>
            {failureText(change.error)}
          </p>
        )}
        <Group gap="xs" justify="flex-end">
          {onCancel && (
            <Button size="compact-sm" variant="default" disabled={change.isPending} onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button size="compact-sm" type="submit" loading={change.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
