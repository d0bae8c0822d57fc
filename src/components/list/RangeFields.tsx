/** From and to: dates, times, whole numbers. An empty end is open; what is no such value is said at its field. */
import { useState } from 'react';
import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { checkRange, isRange, typedDay, typedEnd, type Range } from './filterRange.ts';
import { chosenOf, type FieldsProps } from './filterEntries.ts';
import { userNow } from '../../clock/index.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const DayCalendar = lazyComponent(async () => (await import('../DayCalendar.tsx')).DayCalendar, SmallLoader);

function SmallLoader() {
  const { t } = useTranslation('components');
  return <Loader size="sm" aria-label={t('loading')} />;
}

const ENDS = ['from', 'to'] as const;
const DAY = 'YYYYMMDD'.length;

/** The day of an end as it is saved; null: it has none. */
const dayOf = (end: string): string | null => (end.length >= DAY ? displayDate(end.slice(0, DAY)) : null);

export function RangeFields({ found, tried, onChange }: FieldsProps) {
  const { t } = useTranslation('lists');
  const engine = useTranslation('engine');
  const type = isRange(found.filterType) ? found.filterType : 'BETWEEN_DATE';
  const [typed, setTyped] = useState<Range>(() => {
    const [saved] = chosenOf(found);
    return { from: typedEnd(type, saved?.valueCode ?? ''), to: typedEnd(type, saved?.valueCode2 ?? '') };
  });
  const [calendar, setCalendar] = useState<keyof Range | null>(null);
  const [left, setLeft] = useState<Partial<Record<keyof Range, boolean>>>({});
  const isDate = type !== 'BETWEEN_NUMERIC';
  const { problems, range } = checkRange(type, typed, userNow());
  const ask = (next: Range) => {
    setTyped(next);
    const checked = checkRange(type, next, userNow());
    const { from, to } = checked.range;
    if (Object.keys(checked.problems).length > 0) onChange(null);
    else onChange(from || to ? [{ filterType: type, valueCode: from, valueCode2: to }] : []);
  };
  return (
    <>
      {ENDS.map((end) => {
        const problem = tried || left[end] ? problems[end] : undefined;
        return (
          <TextInput
            key={end}
            label={t(end)}
            value={typed[end]}
            inputMode={isDate ? undefined : 'numeric'}
            placeholder={t(`hint.${type}`)}
            error={problem && t(`problem.${problem}`)}
            data-autofocus={end === 'from' || undefined}
            onChange={({ currentTarget: { value } }) => ask({ ...typed, [end]: value })}
            onBlur={() => setLeft({ ...left, [end]: true })}
            rightSection={
              isDate && (
                <ActionIcon
                  variant="subtle"
                  size={24}
                  aria-label={t('calendar.open', { end: t(end) })}
                  aria-expanded={calendar === end}
                  onClick={() => setCalendar(calendar === end ? null : end)}
                >
                  <IconCalendar size={14} aria-hidden />
                </ActionIcon>
              )
            }
          />
        );
      })}
      {calendar && (
        <DayCalendar
          key={calendar}
          language={engine.i18n.language}
          t={engine.t}
          day={dayOf(range[calendar])}
          onChoose={(day) => {
            if (day) ask({ ...typed, [calendar]: typedDay(type, day) });
            setCalendar(null);
          }}
        />
      )}
    </>
  );
}
