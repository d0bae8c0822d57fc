import { useState, type FormEvent } from 'react';
import { Button, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './components.module.css';

const MAX_REASON_LENGTH = 2000;

export interface ReasonOption {
  /** what is stored */
  value: string;
  label: string;
}

interface ReasonDialogProps {
  opened: boolean;
  title: string;
  /** ready reasons, the first chosen; the last asks for a text. Without them only a text is asked for. */
  options?: readonly ReasonOption[];
  confirmLabel?: string;
  /** never blank */
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks why. Nothing goes on without a reason. */
export function ReasonDialog({ opened, title, onCancel, ...content }: ReasonDialogProps) {
  const { t } = useTranslation('components');
  return (
    <Modal opened={opened} onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <ReasonForm onCancel={onCancel} {...content} />
    </Modal>
  );
}

/** Inside the dialog, so that it begins anew each time the dialog opens. */
function ReasonForm({
  options = [],
  confirmLabel,
  onConfirm,
  onCancel,
}: Omit<ReasonDialogProps, 'opened' | 'title'>) {
  const { t } = useTranslation('components');
  const [choice, setChoice] = useState(options[0]?.value ?? '');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const asksText = options.length === 0 || choice === options.at(-1)?.value;
  const reason = asksText ? text.trim() : choice;
  const problem = asked && reason === '' ? t('reason.required') : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (reason !== '') onConfirm(reason);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {options.length > 0 && (
          <Radio.Group aria-label={t('reason.label')} value={choice} onChange={setChoice}>
            <Stack gap="xs">
              {options.map(({ value, label }, index) => (
                <Radio key={value} value={value} label={label} data-autofocus={index === 0 || undefined} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {asksText && (
          <Textarea
            label={t('reason.text')}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={MAX_REASON_LENGTH}
            data-autofocus={options.length === 0 || undefined}
            value={text}
            error={problem}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Stack>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit">{confirmLabel ?? t('confirm')}</Button>
      </div>
    </form>
  );
}
