import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, useHeldDialog } from './Dialog.tsx';
import { SubmitForm } from './SubmitForm.tsx';
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
  /** width, where what is to be read before is wide */
  size?: string;
  /** of the text; default 2,000 */
  maxLength?: number;
  /** ready reasons; the last asks for a text. Without them only a text is asked for. */
  options?: readonly ReasonOption[];
  /** the ready reason that is selected until the user selects another; null: none. Default: the first */
  preset?: string | null;
  /** the reason where none of the ready ones is selected, given in another field */
  elsewhere?: string;
  /** what the user should know before, above the reason */
  note?: ReactNode;
  /** what else is asked for, below the reason */
  children?: ReactNode;
  /** called on confirming: is the rest complete? It shows its own errors */
  isReady?: () => boolean;
  /** it cannot be done, and the note says why: nothing is asked for */
  isRefused?: boolean;
  /** why it was refused; the dialog stays open */
  problem?: string | null;
  /** what was confirmed is being done: nothing closes the dialog, as nobody would see how it ends */
  pending?: boolean;
  /** what is to be known before it can be confirmed is still looked up */
  waiting?: boolean;
  confirmLabel?: string;
  /** never blank */
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks why. Nothing goes on without a reason. */
export function ReasonDialog({ opened, title, size, onCancel, ...content }: ReasonDialogProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} size={size}>
      <ReasonForm onCancel={onCancel} {...content} />
    </Dialog>
  );
}

/**
 * The form inside the dialog, mounted when it opens so that it starts empty. A dialog of several steps uses it alone.
 */
export function ReasonForm({
  options = [],
  preset = options[0]?.value ?? null,
  elsewhere = '',
  note,
  children,
  isReady = () => true,
  isRefused = false,
  problem = null,
  pending = false,
  waiting = false,
  confirmLabel,
  maxLength = MAX_REASON_LENGTH,
  onConfirm,
  onCancel,
}: Omit<ReasonDialogProps, 'opened' | 'title' | 'size'>) {
  const { t } = useTranslation('components');
  const [selected, setSelected] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const choice = selected ?? preset ?? '';
  const asksText = options.length === 0 || choice === options.at(-1)?.value;
  const reason = asksText ? text.trim() : choice || elsewhere.trim();
  const focused = Math.max(
    0,
    options.findIndex(({ value }) => value === preset),
  );
  const missing = submitted && reason === '' ? t(asksText ? 'reason.required' : 'reason.select') : null;

  useHeldDialog(pending);
  // the fields are gone, with the focus
  useEffect(() => {
    if (isRefused) cancel.current?.focus();
  }, [isRefused]);

  const submit = () => {
    setSubmitted(true);
    // asked in any case: all that is missing is shown at once
    const isComplete = isReady();
    if (reason !== '' && isComplete && !pending && !waiting) onConfirm(reason);
  };
  return (
    // our own words stand at the field, not the browser's beside it
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="sm">
        {note}
        {options.length > 0 && !isRefused && (
          <Radio.Group
            aria-label={t('reason.label')}
            value={choice}
            error={asksText ? null : missing}
            data-missing={(!asksText && missing !== null) || undefined}
            onChange={setSelected}
          >
            <Stack gap="xs">
              {options.map(({ value, label }, index) => (
                <Radio
                  key={value}
                  value={value}
                  label={label}
                  data-autofocus={index === focused || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {asksText && !isRefused && (
          <Textarea
            label={t('reason.text')}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxLength}
            data-autofocus={options.length === 0 || undefined}
            value={text}
            error={missing}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {!isRefused && children}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </Stack>
      <div className={styles.buttons}>
        <Button ref={cancel} variant="default" disabled={pending} onClick={onCancel}>
          {t('cancel')}
        </Button>
        {!isRefused && (
          <Button type="submit" loading={pending || waiting}>
            {confirmLabel ?? t('confirm')}
          </Button>
        )}
      </div>
    </SubmitForm>
  );
}
