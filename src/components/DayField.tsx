/** One whole day: typed in any clear form, or taken from a calendar. What is no day stays as it was typed, and says why. */
import { useRef, useState } from 'react';
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { parseDateEntry } from '../../shared/dates/dateEntry.ts';
import { displayDate, precisionOf } from '../../shared/dates/partialDate.ts';
import { userNow } from '../clock/index.ts';
import { lazyComponent } from '../lazy/lazyComponent.tsx';
import { LoadingArea } from './Small.tsx';

const DayCalendar = lazyComponent(async () => (await import('./DayCalendar.tsx')).DayCalendar, LoadingArea);

const MAX_WIDTH = 260;

interface DayFieldProps extends Pick<TextInputProps, 'description' | 'readOnly' | 'required'> {
  label: string;
  /** what a dialog begins with */
  'data-autofocus'?: boolean | undefined;
  /** CCYYMMDD, or empty */
  value: string;
  /** with CCYYMMDD; empty: none, or, where `isRead` is false, what was typed is no day */
  onChange: (day: string, isRead: boolean) => void;
}

export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const { t } = useTranslation('lists');
  const engine = useTranslation('engine');
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { problem } = dayOf(typed ?? '');
  const take = (text: string) => {
    setTyped(text);
    const read = dayOf(text);
    onChange(read.day, read.problem === null);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div>
      <TextInput
        {...field}
        maw={MAX_WIDTH}
        value={typed ?? displayDate(value)}
        placeholder={t('hint.DAY')}
        error={problem && t(`problem.${problem}`)}
        onChange={({ currentTarget }) => take(currentTarget.value)}
        // a day that was read is shown as all days are
        onBlur={() => !problem && setTyped(null)}
        rightSection={
          !field.readOnly && (
            <ActionIcon
              ref={button}
              variant="subtle"
              size={24}
              aria-label={t('calendar.open', { end: field.label })}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {isOpen && (
        <div
          // an Escape that closes the calendar does not close the dialog around it, which looks at this attribute
          onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close();
          }}
        >
          <DayCalendar
            language={engine.i18n.language}
            t={engine.t}
            day={value === '' ? null : displayDate(value)}
            onChoose={(day) => {
              if (day) onChange(day.replaceAll('-', ''), true);
              setTyped(null);
              close();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** CCYYMMDD of what was typed, or why it is no whole day. */
function dayOf(text: string) {
  if (text.trim() === '') return { day: '', problem: null };
  const entry = parseDateEntry(text, userNow());
  if (!entry.ok) return { day: '', problem: entry.problem };
  if (precisionOf(entry.value) !== 'day') return { day: '', problem: 'noWholeDay' as const };
  return { day: entry.value, problem: null };
}
