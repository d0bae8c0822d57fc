/** Chooses a day for one end of a range. Loaded when first opened. */
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { displayDate, MIN_YEAR } from '../../../shared/dates/partialDate.ts';

/** Buttons of the calendar that are a sign for the eye only; their words are those of the date fields. */
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

const DAY = 'YYYYMMDD'.length;

interface FilterCalendarProps {
  /** as saved */
  value: string;
  /** `YYYY-MM-DD` */
  onChoose: (day: string) => void;
}

export default function FilterCalendar({ value, onChoose }: FilterCalendarProps) {
  const { t, i18n } = useTranslation('engine');
  const labels = useMemo(() => Object.fromEntries(PARTS.map((part) => [part, t(`calendar.${part}`)])), [t]);
  const ref = useRef<HTMLDivElement>(null);
  const day = value.length >= DAY ? displayDate(value.slice(0, DAY)) : null;
  useEffect(() => {
    (
      ref.current?.querySelector<HTMLElement>('[data-selected], [data-today]') ??
      ref.current?.querySelector('button')
    )?.focus();
  }, []);
  return (
    <div ref={ref}>
      <DatePicker
        size="xs"
        locale={i18n.language}
        highlightToday
        // their red is too faint to be read
        weekendDays={[]}
        ariaLabels={labels}
        value={day}
        defaultDate={day ?? undefined}
        minDate={new Date(MIN_YEAR, 0, 1)}
        onChange={(chosen) => chosen && onChoose(chosen)}
      />
    </div>
  );
}
