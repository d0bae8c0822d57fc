/** Asks how large a table to be put into a text is. */
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallDialog } from './SmallDialog.tsx';
import { DEFAULT_TABLE, lineCount, MAX_DIGITS, MAX_LINES, type TableSize } from './tableSize.ts';

const SIDES = ['rows', 'columns'] as const;

interface TableDialogProps {
  /** null: closed without an answer */
  onAnswer: (size: TableSize | null) => void;
}

export function TableDialog({ onAnswer }: TableDialogProps) {
  const { t } = useTranslation('dialogs');
  const [typed, setTyped] = useState({
    rows: String(DEFAULT_TABLE.rows),
    columns: String(DEFAULT_TABLE.columns),
  });
  const [headerRow, setHeaderRow] = useState(DEFAULT_TABLE.headerRow);
  const [submitted, setSubmitted] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const submit = () => {
    setSubmitted(true);
    const [rows, columns] = [lineCount(typed.rows), lineCount(typed.columns)];
    if (rows !== null && columns !== null) onAnswer({ rows, columns, headerRow });
    else fields.current?.querySelectorAll('input')[rows === null ? 0 : 1]?.focus();
  };
  return (
    <SmallDialog title={t('table.title')} onSubmit={submit} onClose={() => onAnswer(null)}>
      <Group ref={fields} align="start" grow>
        {SIDES.map((side) => (
          <TextInput
            key={side}
            data-autofocus={side === 'rows' || undefined}
            label={t(`table.${side}`)}
            required
            inputMode="numeric"
            maxLength={MAX_DIGITS}
            value={typed[side]}
            error={submitted && lineCount(typed[side]) === null && t('table.wrong', { max: MAX_LINES })}
            onChange={({ currentTarget }) => setTyped({ ...typed, [side]: currentTarget.value })}
          />
        ))}
      </Group>
      <Checkbox
        label={t('table.headerRow')}
        checked={headerRow}
        onChange={({ currentTarget }) => setHeaderRow(currentTarget.checked)}
      />
    </SmallDialog>
  );
}
