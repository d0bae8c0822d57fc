/** Asks for an address (specification 2-dialogs section 5). */
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallDialog } from './SmallDialog.tsx';

const MAX_URL_LENGTH = 2000;

interface UrlDialogProps {
  /** what stands there when it opens */
  url: string;
  /** never blank; null: closed without an answer */
  onAnswer: (url: string | null) => void;
}

export function UrlDialog({ url, onAnswer }: UrlDialogProps) {
  const { t } = useTranslation('dialogs');
  const [typed, setTyped] = useState(url);
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const given = typed.trim();
  const submit = () => {
    setAsked(true);
    if (given === '') field.current?.focus();
    else onAnswer(given);
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
        error={asked && given === '' && t('url.required')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </SmallDialog>
  );
}
