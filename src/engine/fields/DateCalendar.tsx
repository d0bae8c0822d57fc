import { useEffect, useEffectEvent, useRef } from 'react';
import { displayDate, movedTo, precisionOf } from '../../../shared/dates/partialDate.ts';
import { DayCalendar } from '../../components/DayCalendar.tsx';
import { useEngine } from '../page/context.ts';
import light from './light.module.css';

interface DateCalendarProps {
  /** the input; the button beside it closes the calendar by itself */
  anchor: HTMLElement;
  /** as stored */
  value: string | null;
  futureAllowed: boolean;
  /** with the date as stored: a time stays; empty: the day was chosen again */
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** Chooses a day. Loaded when first opened. */
export function DateCalendar({ anchor, value, futureAllowed, onChoose, onClose }: DateCalendarProps) {
  const { language, t } = useEngine();
  const ref = useRef<HTMLDivElement>(null);
  const whole = value !== null && !['year', 'month', null].includes(precisionOf(value));
  const day = whole ? displayDate(value).slice(0, 10) : null;

  const onPressed = useEffectEvent(({ target }: PointerEvent) => {
    const at = target as Node;
    if (!ref.current?.contains(at) && !anchor.parentElement?.contains(at)) onClose();
  });
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => onPressed(event);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
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
      <DayCalendar
        language={language}
        t={t}
        day={day}
        futureAllowed={futureAllowed}
        onChoose={(chosen) =>
          onChoose(chosen === null ? '' : movedTo(value ?? '', chosen.replaceAll('-', '')))
        }
      />
    </div>
  );
}
