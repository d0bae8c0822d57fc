/** The moments of a case on a line: drawn, stepped through with the arrows, or played. */
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../app-context/routeContext.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import type { Moment } from './history.queries.ts';
import classes from './history.module.css';

/** How long a moment stays in sight while they are played. */
const PLAY_MS = 1200;

export interface TimeSliderProps {
  moments: readonly Moment[];
  /** place of the one shown */
  at: number;
  onMove: (at: number) => void;
}

export function TimeSlider({ moments, at, onMove }: TimeSliderProps) {
  const { t } = useTranslation('history');
  const timeZone = useTimeZone();
  const [playing, setPlaying] = useState(false);
  const last = moments.length - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (at < last ? onMove(at + 1) : setPlaying(false)), PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at, last, onMove]);
  const valueText = (moment: Moment | undefined) =>
    moment
      ? t('slider.at', {
          time: formatTime(moment.at, timeZone),
          versionNo: moment.versionNo,
          no: moments.indexOf(moment) + 1,
          of: moments.length,
        })
      : '';
  const play = () => {
    if (at === last) onMove(0);
    setPlaying(!playing);
  };
  const [Icon, label] = playing ? [IconPlayerPause, t('slider.pause')] : [IconPlayerPlay, t('slider.play')];
  return (
    <div className={classes.slider}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          aria-label={t('slider.previous')}
          title={t('slider.previous')}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={label} title={label} disabled={last === 0} onClick={play}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('slider.next')}
          title={t('slider.next')}
          disabled={at === last}
          onClick={() => onMove(at + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <div className={classes.line}>
        <input
          type="range"
          className={classes.range}
          min={0}
          max={Math.max(last, 1)}
          disabled={last === 0}
          step={1}
          value={at}
          aria-label={t('slider.label')}
          aria-valuetext={valueText(moments[at])}
          onChange={({ currentTarget }) => {
            setPlaying(false);
            onMove(Number(currentTarget.value));
          }}
        />
        <Marks moments={moments} timeZone={timeZone} />
      </div>
    </div>
  );
}

/**
 * Dates under the line: its ends, and where a version begins. Hidden from assistive technology, as the slider has a
 * value text.
 */
function Marks({ moments, timeZone }: { moments: readonly Moment[]; timeZone: string }) {
  const { t } = useTranslation('history');
  const last = moments.length - 1;
  const begins = moments.flatMap((moment, at) =>
    at > 0 && at < last && moment.caseKey !== moments[at - 1]?.caseKey ? [at] : [],
  );
  const day = (at: number) => formatTime(moments[at]?.at ?? '', timeZone).slice(0, 10);
  return (
    <div className={classes.marks} aria-hidden>
      {begins.map((at) => (
        <span
          key={at}
          className={classes.begin}
          style={{ insetInlineStart: `${(at / last) * 100}%` }}
          title={t('slider.version', { versionNo: moments[at]?.versionNo, day: day(at) })}
        />
      ))}
      <span>{day(0)}</span>
      {last > 0 && <span>{day(last)}</span>}
    </div>
  );
}
