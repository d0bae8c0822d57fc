/** A printed form beside the values that were read from it: each is accepted or refused before the form becomes a case. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkPrintedForm, type PrintedForm } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { Dialog, LoadingArea, useHeldDialog } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { IMPORTS, formFileQuery, printedFormQuery } from '../importRuns.queries.ts';
import { useImportScope } from '../useImportScope.ts';
import { FormPages } from './FormPages.tsx';
import { FormValues, type Choices } from './FormValues.tsx';
import { UnreadTexts } from './UnreadTexts.tsx';
import classes from './form.module.css';

interface FormDialogProps {
  runKey: string;
  seq: number;
  onClose: () => void;
}

export function FormDialog({ runKey, seq, onClose }: FormDialogProps) {
  const { t } = useTranslation('import');
  const scope = useImportScope();
  const form = useQuery(printedFormQuery(scope, runKey, seq));
  const file = useQuery(formFileQuery(scope, runKey, seq));
  return (
    <Dialog
      onClose={onClose}
      size="96%"
      closeOnClickOutside={false}
      title={t('form.title', { file: form.data?.fileName ?? '' })}
    >
      <FailureNotice error={form.error ?? file.error} />
      {form.data && file.data ? (
        <FormCheck runKey={runKey} seq={seq} form={form.data} file={file.data} onClose={onClose} />
      ) : (
        !form.error && !file.error && <LoadingArea />
      )}
    </Dialog>
  );
}

interface FormCheckProps extends FormDialogProps {
  form: PrintedForm;
  file: Blob;
}

const choicesOf = ({ values }: PrintedForm): Choices =>
  new Map(values.flatMap(({ key, accepted }) => (accepted === null ? [] : [[key, accepted]])));

function FormCheck({ runKey, seq, form, file, onClose }: FormCheckProps) {
  const { t } = useTranslation('import');
  const queries = useQueryClient();
  const [choices, setChoices] = useState(() => choicesOf(form));
  const [lit, setLit] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const open = form.values.filter(({ key }) => !choices.has(key));
  const work = useMutation({
    mutationFn: () =>
      call(checkPrintedForm, {
        params: { runKey, seq },
        body: { accepted: [...choices].filter(([, accepted]) => accepted).map(([key]) => key) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: IMPORTS });
      onClose();
    },
    meta: { ownFailure: true },
  });
  const save = () => {
    setSubmitted(true);
    const [first] = open;
    if (first) setLit(first.key);
    else work.mutate();
  };
  const decide = (keys: readonly string[], accepted: boolean) =>
    setChoices((before) => new Map([...before, ...keys.map((key) => [key, accepted] as const)]));
  useHeldDialog(work.isPending);
  return (
    <>
      <div className={classes.sides}>
        <div className={classes.pages} role="region" aria-label={t('form.pages')} tabIndex={0}>
          <FormPages
            file={file}
            name={form.fileName}
            lit={form.values.find(({ key }) => key === lit)?.spots ?? []}
          />
        </div>
        <div className={classes.values} role="region" aria-label={t('form.values')} tabIndex={0}>
          <FormValues
            values={form.values}
            choices={choices}
            lit={lit}
            isSubmitted={isSubmitted}
            onLight={setLit}
            onDecide={decide}
          />
          <UnreadTexts texts={form.unread} />
        </div>
      </div>
      <FailureNotice error={work.error} />
      <Group mt="sm" justify="flex-end">
        <span role="status">
          {t('form.progress', { done: form.values.length - open.length, total: form.values.length })}
          {isSubmitted && open.length > 0 && ` ${t('form.missing', { count: open.length })}`}
        </span>
        <Button variant="default" disabled={work.isPending} onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={work.isPending} onClick={save}>
          {t('form.save')}
        </Button>
      </Group>
    </>
  );
}
