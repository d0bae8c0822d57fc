/** What is to be done on the left of the cockpit; the current entry is marked, and kept in sight. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './cockpit.module.css';

interface QueueEntry {
  key: string;
  text: string;
  about: ReactNode;
}

export interface QueueListProps {
  label: string;
  entries: readonly QueueEntry[];
  position: number;
  more: boolean;
  onChoose: (position: number) => void;
}

export function QueueList({ label, entries, position, more, onChoose }: QueueListProps) {
  const { t } = useTranslation('coding');
  const current = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // in braces: some browsers return a promise, which would be taken for a clean-up
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [position, entries]);
  return (
    <nav className={classes.queue} aria-label={label}>
      <p className={classes.count}>
        {t(more ? 'cockpit.countMore' : 'cockpit.count', { count: entries.length })}
      </p>
      <ol>
        {entries.map(({ key, text, about }, index) => (
          <li key={key}>
            <button
              type="button"
              className={classes.group}
              aria-current={index === position}
              ref={index === position ? current : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={classes.groupText}>{text}</span>
              <span className={classes.groupAbout}>{about}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
