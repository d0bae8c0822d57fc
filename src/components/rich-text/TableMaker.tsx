/** How large a new table is (specification section 5: 1 to 10, at first 3 by 3 with a header row). */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TABLE_SIZE } from '../../../shared/text/richText.ts';
import { Dialog } from '../Dialog.tsx';
import { SubmitForm } from '../SubmitForm.tsx';

interface TableMakerProps {
  onMake: (table: { rows: number; cols: number; withHeaderRow: boolean }) => void;
  onClose: () => void;
}

const DEFAULT_SIZE = '3';

const isSize = (text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_TABLE_SIZE;

export function TableMaker({ onMake, onClose }: TableMakerProps) {
  const { t } = useTranslation(['richText', 'components']);
  const [size, setSize] = useState({ rows: DEFAULT_SIZE, columns: DEFAULT_SIZE });
  const [withHeaderRow, setHeaderRow] = useState(true);
  const [submitted, setSubmitted] = useState(false);
  const submit = () => {
    setSubmitted(true);
    if (isSize(size.rows) && isSize(size.columns))
      onMake({ rows: Number(size.rows), cols: Number(size.columns), withHeaderRow });
  };
  const errorOf = (text: string) =>
    submitted && !isSize(text)
      ? t(text === '' ? 'components:form.missing' : 'tableMaker.size', { max: MAX_TABLE_SIZE })
      : null;
  return (
    <Dialog onClose={onClose} title={t('tableMaker.title')}>
      <SubmitForm onSubmit={submit} noValidate>
        <Stack>
          {(['rows', 'columns'] as const).map((part, index) => (
            <TextInput
              key={part}
              label={t(`tableMaker.${part}`)}
              required
              inputMode="numeric"
              maxLength={2}
              data-autofocus={index === 0 || undefined}
              value={size[part]}
              error={errorOf(size[part])}
              onChange={({ currentTarget: { value } }) => setSize((was) => ({ ...was, [part]: value }))}
            />
          ))}
          <Checkbox
            label={t('tableMaker.header')}
            checked={withHeaderRow}
            onChange={({ currentTarget: { checked } }) => setHeaderRow(checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('components:cancel')}
            </Button>
            <Button type="submit">{t('tableMaker.make')}</Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  );
}
