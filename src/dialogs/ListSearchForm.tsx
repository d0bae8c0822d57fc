/** What a list dialog is searched by: keyword, further fields, exact match, and taking what is typed as it is. */
import { Button, CloseButton, Group, NativeSelect, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SubmitForm } from '../components/index.ts';
import { followKey } from '../keys/index.ts';
import type { ListDialogDescriptor, ListDialogField } from './listDialog.types.ts';
import { isTicked, tickValue, type ListSearch } from './useListSearch.ts';
import styles from './dialogs.module.css';

/** The contract of searches takes no more. */
const MAX_KEYWORD_LENGTH = 1500;
/** options drawn at once; typing leads to the others */
const MAX_OFFERED = 50;

interface ListSearchFormProps {
  descriptor: ListDialogDescriptor;
  search: ListSearch;
  onSearch: (keyword?: string) => void;
  /** takes the row that the keyword names; false: there is none, or more than one. Absent: rows are not those of a search */
  onTake?: (() => boolean) | undefined;
  /** absent where what is typed cannot be taken */
  onDirectInput?: () => void;
}

export function ListSearchForm({ descriptor, search, onSearch, onTake, onDirectInput }: ListSearchFormProps) {
  const { t } = useTranslation(['dialogs', 'common']);
  const { fields = [], exactMatch } = descriptor;
  const toRows = (from: Element) => {
    const rows = from.closest('[role="dialog"]')?.querySelector('[role="grid"] tbody');
    // the stop of the grid may be in its head
    const stop =
      rows?.querySelector<HTMLElement>('[tabindex="0"]') ?? rows?.querySelector<HTMLElement>('[tabindex]');
    stop?.focus();
  };
  /** Enter on a keyword whose rows are there goes on from them: one that is meant is taken, several are chosen from. */
  const goOn = (field: Element | null) => {
    if (!onTake || !search.settled || search.rows.length === 0) onSearch();
    else if (!onTake() && field) toRows(field);
  };
  return (
    <SubmitForm
      role="search"
      onSubmit={() => (document.activeElement?.matches('input') ? goOn(document.activeElement) : onSearch())}
      className={styles.search}
    >
      {fields.some(({ kind }) => kind !== 'tick') && (
        <Group align="end" gap="xs">
          {fields.map((field) => field.kind !== 'tick' && <Field key={field.key} {...{ field, search }} />)}
        </Group>
      )}
      <Group align="end" gap="xs">
        <TextInput
          data-autofocus
          // it may be drawn after the dialog, too
          autoFocus
          className={styles.keyword}
          label={t('keyword')}
          value={search.typed}
          maxLength={MAX_KEYWORD_LENGTH}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => search.type(value)}
          onKeyDown={({ nativeEvent, currentTarget }) =>
            void followKey(nativeEvent, { lineDown: () => toRows(currentTarget) })
          }
          rightSection={
            search.typed && <CloseButton size={24} aria-label={t('clear')} onClick={() => onSearch('')} />
          }
        />
        {/* never disabled while a search runs: Enter submits a form only while its button is enabled */}
        <Button type="submit" leftSection={<IconSearch size={15} aria-hidden />} aria-busy={search.loading}>
          {t('common:search')}
        </Button>
        {onDirectInput && (
          <Button variant="default" onClick={onDirectInput}>
            {t('directInput')}
          </Button>
        )}
      </Group>
      {(exactMatch || fields.some(({ kind }) => kind === 'tick')) && (
        <div className={styles.ticks}>
          {fields.map((field) => field.kind === 'tick' && <Field key={field.key} {...{ field, search }} />)}
          {exactMatch && <Tick label={t('exactMatch')} checked={search.exact} onTick={search.setExact} />}
        </div>
      )}
    </SubmitForm>
  );
}

interface FieldProps {
  field: ListDialogField;
  search: ListSearch;
}

function Field({ field, search: { fields, setField } }: FieldProps) {
  const { t } = useTranslation('dialogs');
  const { key, label, kind } = field;
  const value = fields[key] ?? '';
  switch (kind) {
    case 'tick':
      return (
        <Tick
          label={label}
          checked={isTicked(value)}
          disabled={field.excludes !== undefined && isTicked(fields[field.excludes])}
          onTick={(ticked) => setField(key, tickValue(ticked))}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          label={label}
          value={value}
          data={field.options}
          onChange={({ currentTarget }) => setField(key, currentTarget.value)}
        />
      );
    case 'among':
      return (
        <Select
          label={label}
          placeholder={t('anyChoice')}
          value={value || null}
          data={field.options}
          searchable
          clearable
          limit={MAX_OFFERED}
          nothingFoundMessage={t('notAmong')}
          clearButtonProps={{ 'aria-label': t('clear') }}
          // the clear button is no stop of Tab: deleting the text clears the choice, too
          onSearchChange={(text) => {
            if (text === '' && value !== '') setField(key, '');
          }}
          onChange={(next) => setField(key, next ?? '')}
        />
      );
  }
}

interface TickProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onTick: (ticked: boolean) => void;
}

const Tick = ({ label, checked, disabled, onTick }: TickProps) => (
  <label className={styles.tick} data-disabled={disabled || undefined}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onTick(currentTarget.checked)}
    />
    {label}
  </label>
);
