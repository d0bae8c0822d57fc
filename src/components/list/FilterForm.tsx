/** What a filter asks, by its type. Done saves, or removes it where nothing is asked; Cancel leaves it as it was. */
import { useEffect, useState } from 'react';
import { Button, Checkbox, Group, Loader, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SubmitForm } from '../SubmitForm.tsx';

export interface FilterEntry {
  filterType: string;
  valueCode: string;
  valueCode2?: string;
}

/** A saved entry, or an option of a check filter. */
export interface FilterOption extends FilterEntry {
  valueLabel: string;
  selected: 'Y' | 'N';
}

export interface FilterFormProps {
  filterType: string;
  /** the saved filter; of a check filter all options */
  load: () => Promise<readonly FilterOption[]>;
  /** saves; no entries remove the filter */
  onSave: (entries: FilterEntry[]) => void;
  onClose: () => void;
  /** sent for "any value" by a text filter */
  anyValue: string;
}

const MAX_TEXT = 1000;
const CHECKS = new Set(['CHECK', 'LIKE_CHECK']);
const RANGES = new Set(['BETWEEN_DATE', 'BETWEEN_DATE_TIME', 'BETWEEN_NUMERIC']);

export function FilterForm({ filterType, load, onSave, onClose, anyValue }: FilterFormProps) {
  const { t } = useTranslation('lists');
  const [saved, setSaved] = useState<readonly FilterOption[] | null>(null);
  const [entries, setEntries] = useState<FilterEntry[]>([]);
  useEffect(() => {
    let left = false;
    load().then(
      (options) => {
        if (left) return;
        setSaved(options);
        setEntries(options.filter(({ selected }) => selected === 'Y'));
      },
      // the call has told what failed
      () => onClose(),
    );
    return () => {
      left = true;
    };
    // read once, when it is opened
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const done = (asked: FilterEntry[]) => {
    onSave(
      asked.map(({ valueCode, valueCode2 }) => ({
        filterType,
        valueCode,
        ...(valueCode2 && { valueCode2 }),
      })),
    );
    onClose();
  };
  if (saved === null) return <Loader size="sm" aria-label={t('frame:loading')} />;
  const Fields = CHECKS.has(filterType) ? CheckFields : RANGES.has(filterType) ? RangeFields : TextFields;
  return (
    <SubmitForm onSubmit={() => done(entries)}>
      <Stack gap="xs">
        <Fields {...{ filterType, saved, entries, anyValue }} onChange={setEntries} />
        <Group justify="space-between" gap="xs">
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => done([])}>
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

interface FieldsProps {
  filterType: string;
  saved: readonly FilterOption[];
  entries: readonly FilterEntry[];
  anyValue: string;
  onChange: (entries: FilterEntry[]) => void;
}

function TextFields({ filterType, entries, anyValue, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const text = entries[0]?.valueCode ?? '';
  const any = text === anyValue;
  const ask = (valueCode: string) => onChange(valueCode ? [{ filterType, valueCode }] : []);
  return (
    <>
      <TextInput
        label={t('text')}
        value={any ? '' : text}
        maxLength={MAX_TEXT}
        disabled={any}
        data-autofocus
        onChange={({ currentTarget: { value } }) => ask(value)}
      />
      <Checkbox
        label={t('any')}
        checked={any}
        onChange={({ currentTarget: { checked } }) => ask(checked ? anyValue : '')}
      />
    </>
  );
}

function RangeFields({ filterType, entries, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const isDate = filterType !== 'BETWEEN_NUMERIC';
  const { valueCode = '', valueCode2 = '' } = entries[0] ?? {};
  const ask = (from: string, to: string) =>
    onChange(from || to ? [{ filterType, valueCode: from, valueCode2: to }] : []);
  const typed = (text: string) => text.replaceAll(isDate ? /[^\d-]/g : /[^\d+-]/g, '');
  const field = {
    inputMode: isDate ? undefined : ('numeric' as const),
    placeholder: isDate ? t('dateHint') : undefined,
  };
  return (
    <Group grow gap="xs">
      <TextInput
        {...field}
        label={t('from')}
        value={valueCode}
        data-autofocus
        onChange={({ currentTarget: { value } }) => ask(typed(value), valueCode2)}
      />
      <TextInput
        {...field}
        label={t('to')}
        value={valueCode2}
        onChange={({ currentTarget: { value } }) => ask(valueCode, typed(value))}
      />
    </Group>
  );
}

const MOST_OPTIONS = 200;

function CheckFields({ saved, entries, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const [search, setSearch] = useState('');
  const chosen = new Set(entries.map(({ valueCode }) => valueCode));
  const found = saved.filter(({ valueLabel, valueCode }) =>
    `${valueLabel} ${valueCode}`.toLowerCase().includes(search.toLowerCase()),
  );
  const toggle = (option: FilterOption, checked: boolean) =>
    onChange(
      checked ? [...entries, option] : entries.filter(({ valueCode }) => valueCode !== option.valueCode),
    );
  return (
    <>
      {saved.length > 8 && (
        <TextInput
          aria-label={t('columnsSearch')}
          value={search}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      )}
      <ScrollArea.Autosize mah={260}>
        <Stack gap={6} role="group" aria-label={t('options')}>
          {found.slice(0, MOST_OPTIONS).map((option) => (
            <Checkbox
              key={option.valueCode}
              label={option.valueLabel}
              checked={chosen.has(option.valueCode)}
              onChange={({ currentTarget: { checked } }) => toggle(option, checked)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </>
  );
}
