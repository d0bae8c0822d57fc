/** Asks what a new region is called, and begins its file. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, SubmitForm } from '../../../components/index.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/index.ts';
import { appendixFile, type NewAppendix } from '../fileKinds.ts';
import styles from './dialogs.module.css';

export interface NewAppendixDialogProps {
  opened: boolean;
  /** files there are already */
  files: ReadonlyMap<string, unknown>;
  onClose: () => void;
  onCreate: (appendix: NewAppendix) => void;
}

export function NewAppendixDialog({ opened, onClose, ...content }: NewAppendixDialogProps) {
  const { t } = useTranslation('studio');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('newAppendix.title')}>
      <NewAppendixForm onClose={onClose} {...content} />
    </Dialog>
  );
}

const CODE = /^[A-Z][A-Z0-9]{1,7}$/;
const NOTHING: NewAppendix = { appendix: '', authority: '', label: { en: '', ko: '', ja: '', zh: '' } };

function NewAppendixForm({ files, onClose, onCreate }: Omit<NewAppendixDialogProps, 'opened'>) {
  const { t } = useTranslation('studio');
  const [draft, setDraft] = useState(NOTHING);
  const [submitted, setSubmitted] = useState(false);
  const { appendix, authority, label } = draft;
  const existing = files.has(appendixFile(appendix));
  const codeProblem = existing
    ? t('newAppendix.taken')
    : CODE.test(appendix)
      ? null
      : t('newAppendix.codeForm');
  const authorityProblem = CODE.test(authority) ? null : t('newAppendix.codeForm');
  const missing = (text: string) => (submitted && text.trim() === '' ? t('newAppendix.missing') : null);

  const submit = () => {
    setSubmitted(true);
    const complete = LANGUAGES.every((language) => label[language].trim() !== '');
    if (codeProblem === null && authorityProblem === null && complete) onCreate(draft);
  };
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <TextInput
          label={t('newAppendix.code')}
          description={t('newAppendix.codeHelp')}
          required
          data-autofocus
          maxLength={8}
          value={appendix}
          error={submitted ? codeProblem : null}
          onChange={(event) => setDraft({ ...draft, appendix: event.currentTarget.value.toUpperCase() })}
        />
        <TextInput
          label={t('newAppendix.authority')}
          description={t('newAppendix.authorityHelp')}
          required
          maxLength={8}
          value={authority}
          error={submitted ? authorityProblem : null}
          onChange={(event) => setDraft({ ...draft, authority: event.currentTarget.value.toUpperCase() })}
        />
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            label={t('newAppendix.label', { language: LANGUAGE_NAMES[language] })}
            required
            value={label[language]}
            error={missing(label[language])}
            onChange={(event) =>
              setDraft({ ...draft, label: { ...label, [language]: event.currentTarget.value } })
            }
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit">{t('newAppendix.create')}</Button>
      </div>
    </SubmitForm>
  );
}
