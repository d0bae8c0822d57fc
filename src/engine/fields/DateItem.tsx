import { useRef, useState } from 'react';
import type { DatePrecision } from '../../../schemas/compile/sources.types.ts';
import { comparePrecision, displayDate, precisionOf } from '../../../shared/dates/partialDate.ts';
import { Anchored } from '../item/Anchored.tsx';
import { userNow } from '../../clock/index.ts';
import { useEngine } from '../page/context.ts';
import { vagueDateTyped } from '../../../shared/entry/dateTyped.ts';
import { isComposing, isSubmitEnter } from '../../keys/index.ts';
import { LineIcon } from './LineIcon.tsx';
import { useEntry } from './useEntry.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import light from './light.module.css';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const DateCalendar = lazyComponent(
  async () => (await import('./DateCalendar.tsx')).DateCalendar,
  LoadingNote,
);

function LoadingNote() {
  const { t } = useEngine();
  return <div className={light.note}>{t('load.loading')}</div>;
}

const PLACEHOLDER = {
  year: 'YYYY',
  month: 'YYYY-MM',
  day: 'YYYY-MM-DD',
  minute: 'YYYY-MM-DD hh:mm',
  second: 'YYYY-MM-DD hh:mm:ss',
} as const;

/** What to type: the most that is asked for, a time only where it must be given. */
const placeholderOf = ({ min, max }: { min: DatePrecision; max: DatePrecision }): string =>
  PLACEHOLDER[comparePrecision(max, 'day') <= 0 ? max : comparePrecision(min, 'day') > 0 ? min : 'day'];

/**
 * A date that may stop where its item allows. Typed in any unambiguous form, shown in one. What is no date when the
 * field is left is cleared, with a message and the way back.
 */
function DateItem(props: FieldProps) {
  const { item, current, readOnly, input, onValue, onNotice } = props;
  const { t } = useEngine();
  const [calendar, setCalendar] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const precision = item.precision ?? { min: 'year', max: 'day' };
  const hasCalendar =
    !readOnly && comparePrecision(precision.min, 'day') <= 0 && comparePrecision(precision.max, 'day') >= 0;

  const { draft, type, leave, discard, onFocus } = useEntry(props, (text) => {
    const typed = vagueDateTyped(text, item, userNow());
    if (!typed.ok) return { ok: false, why: t(`date.${typed.problem}`) };
    if (!('value' in typed) || !typed.vague) return typed;
    return { ...typed, note: t('date.vague', { text, date: displayDate(typed.value) }) };
  });
  const given = precisionOf(current.value ?? '');
  const partial = draft === null && (given === 'year' || given === 'month') ? given : null;

  return (
    <div className={light.withButton}>
      <input
        {...input}
        ref={ref}
        className={light.input}
        type="text"
        autoComplete="off"
        placeholder={placeholderOf(precision)}
        readOnly={readOnly}
        data-draft={draft === null ? undefined : ''}
        value={draft ?? displayDate(current.value ?? '')}
        data-partial={partial ?? undefined}
        onFocus={onFocus}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (isSubmitEnter(event)) leave();
          if (event.key === 'Escape') setCalendar(false);
        }}
      />
      {partial !== null && <span className={light.precision}>{t(`precision.${partial}`)}</span>}
      {hasCalendar && (
        <button
          type="button"
          tabIndex={-1}
          data-action="openList"
          aria-label={t('date.calendar')}
          className={`${light.iconButton} ${light.inside}`}
          onClick={() => setCalendar(!calendar)}
        >
          <LineIcon strokeWidth={1.2} d="M1 2.5h10v8.5H1zM1 5h10M3.5 1v2.5M8.5 1v2.5" />
        </button>
      )}
      {calendar && ref.current && (
        <Anchored anchor={ref.current}>
          <DateCalendar
            anchor={ref.current}
            value={current.value}
            futureAllowed={item.futureAllowed}
            onChoose={(value) => {
              discard();
              onValue(value);
              onNotice(null);
              setCalendar(false);
              ref.current?.focus();
            }}
            onClose={() => {
              setCalendar(false);
              ref.current?.focus();
            }}
          />
        </Anchored>
      )}
    </div>
  );
}

export const dateField: FieldEntry = {
  name: 'date',
  rank: 1,
  test: hasControl('date'),
  Component: DateItem,
  labels: 'input',
};
