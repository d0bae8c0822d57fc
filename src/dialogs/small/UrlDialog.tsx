/** Asks for an address (specification 2-dialogs section 5). */
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallDialog } from './SmallDialog.tsx';

const MAX_URL_LENGTH = 2000;

interface UrlDialogProps {
  /** initial value */
  url: string;
  /** never blank; null: closed without an answer */
  onAnswer: (url: string | null) => void;
}

export function UrlDialog({ url, onAnswer }: UrlDialogProps) {
  const { t } = useTranslation('dialogs');
  const [typed, setTyped] = useState(url);
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const address = typed.trim();
  const submit = () => {
    setSubmitted(true);
    if (address === '') field.current?.focus();
    else onAnswer(address);
  };
  return (
    <SmallDialog title={t('url.title')} onSubmit={submit} onClose={() => onAnswer(null)}>
      <TextInput
        ref={field}
        data-autofocus
        label={t('url.label')}
        type="url"
        required
        maxLength={MAX_URL_LENGTH}
        autoComplete="off"
        value={typed}
        error={submitted && address === '' && t('url.required')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </SmallDialog>
  );
}
