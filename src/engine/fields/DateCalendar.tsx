import { useEffect, useMemo, useRef } from 'react';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { displayDate, MIN_YEAR, precisionOf } from '../../../shared/dates/partialDate.ts';
import { useEngine } from '../form/context.ts';
import light from './light.module.css';

interface DateCalendarProps {
  /** the input; beside it stands the button that closes the calendar by itself */
  anchor: HTMLElement;
  /** as stored */
  value: string | null;
  futureAllowed: boolean;
  /** with the day as stored, YYYYMMDD */
  onChoose: (value: string) => void;
  onClose: () => void;
}

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

/** Chooses a day. Loaded when first opened. */
export default function DateCalendar({ anchor, value, futureAllowed, onChoose, onClose }: DateCalendarProps) {
  const { language, t } = useEngine();
  const labels = useMemo(() => Object.fromEntries(PARTS.map((part) => [part, t(`calendar.${part}`)])), [t]);
  const ref = useRef<HTMLDivElement>(null);
  const whole = value !== null && !['year', 'month', null].includes(precisionOf(value));
  const day = whole ? displayDate(value).slice(0, 10) : null;

  useEffect(() => {
    (
      ref.current?.querySelector<HTMLElement>('[data-selected], [data-today]') ??
      ref.current?.querySelector('button')
    )?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const at = event.target as Node;
      if (!ref.current?.contains(at) && !anchor.parentElement?.contains(at)) onClose();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
    // once per opening
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <div
      ref={ref}
      className={light.calendar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <DatePicker
        size="xs"
        locale={language}
        highlightToday
        ariaLabels={labels}
        value={day}
        defaultDate={day ?? undefined}
        minDate={new Date(MIN_YEAR, 0, 1)}
        // days, months and years after it cannot be chosen
        maxDate={futureAllowed ? undefined : new Date()}
        onChange={(chosen) => onChoose(chosen ? chosen.replaceAll('-', '') : '')}
      />
    </div>
  );
}
