/** A calendar that takes the focus when it appears. Load it lazily, when it is first opened. */
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { displayDate, MIN_YEAR } from '../../shared/dates/partialDate.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { userNow } from '../clock/index.ts';
import styles from './components.module.css';

/** Buttons of the calendar that are a sign for the eye only. */
const PARTS = [
  'previousMonth',
  'nextMonth',
  'previousYear',
  'nextYear',
  'previousDecade',
  'nextDecade',
  'monthLevelControl',
  'yearLevelControl',
] as const;

export interface DayCalendarProps {
  language: string;
  t: TFunction<'engine'>;
  /** `YYYY-MM-DD`; null: none yet */
  day: string | null;
  /** may days after today be chosen? */
  futureAllowed?: boolean;
  /** with `YYYY-MM-DD`; null: the day was chosen again, which takes it back */
  onChoose: (day: string | null) => void;
}

export function DayCalendar({ language, t, day, futureAllowed = true, onChoose }: DayCalendarProps) {
  const { at, timeZone } = userNow();
  const today = displayDate(dayAt(at.getTime(), timeZone));
  const labels = useMemo(() => Object.fromEntries(PARTS.map((part) => [part, t(`calendar.${part}`)])), [t]);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (
      ref.current?.querySelector<HTMLElement>('[data-selected], [aria-current]') ??
      ref.current?.querySelector('button')
    )?.focus();
  }, []);
  return (
    <div ref={ref} className={styles.calendar}>
      <DatePicker
        size="xs"
        locale={language}
        // their red is too faint to be read
        weekendDays={[]}
        ariaLabels={labels}
        value={day}
        defaultDate={day ?? today}
        minDate={new Date(MIN_YEAR, 0, 1)}
        maxDate={futureAllowed ? undefined : today}
        // the library would mark the day of the computer, which may be in another time zone
        getDayProps={(date) => (date === today ? { 'aria-current': 'date' } : {})}
        onChange={onChoose}
      />
    </div>
  );
}
