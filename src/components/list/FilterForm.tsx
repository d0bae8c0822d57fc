/** The form of a filter, by its type. Done saves it, or removes it if it is empty; Cancel discards the changes. */
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FilterType } from '../../../shared/contract/menus.ts';
import { SubmitForm } from '../SubmitForm.tsx';
import { CheckFields } from './CheckFields.tsx';
import { chosenOf, type FieldsProps, type FilterEntry } from './filterEntries.ts';
import { RangeFields } from './RangeFields.tsx';
import { TextFields } from './TextFields.tsx';

interface FilterFormProps extends Pick<FieldsProps, 'found' | 'find'> {
  onSave: (entries: FilterEntry[]) => void;
  onClose: () => void;
}

const FIELDS: Readonly<Record<FilterType, ComponentType<FieldsProps>>> = {
  LIKE: TextFields,
  LIKE_ALL: TextFields,
  CHECK: CheckFields,
  LIKE_CHECK: CheckFields,
  BETWEEN_DATE: RangeFields,
  BETWEEN_DATE_TIME: RangeFields,
  BETWEEN_NUMERIC: RangeFields,
};

export function FilterForm({ found, find, onSave, onClose }: FilterFormProps) {
  const { t } = useTranslation('lists');
  const [entries, setEntries] = useState<FilterEntry[] | null>(() => chosenOf(found));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const Fields = FIELDS[found.filterType];
  // the popover has looked for a field to focus when it opened, before the saved filter was there
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const save = (saved: FilterEntry[]) => {
    onSave(saved);
    onClose();
  };
  const done = () => {
    if (entries) return save(entries);
    setTried(true);
  };
  return (
    <SubmitForm onSubmit={done} noValidate>
      <Stack gap="xs" ref={form}>
        <Fields {...{ found, find, tried }} onChange={setEntries} />
        <Group justify="space-between" gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => save([])}>
            {t('delete')}
          </Button>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button size="compact-sm" type="submit">
              {t('done')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </SubmitForm>
  );
}
