/** What is to be done on the left of the cockpit; the current entry is marked, and kept in sight. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './cockpit.module.css';

interface QueueEntry {
  key: string;
  text: string;
  about: ReactNode;
}

export interface QueueListProps {
  label: string;
  entries: readonly QueueEntry[];
  /** says how many entries there are */
  count: string;
  position: number;
  onChoose: (position: number) => void;
  /** below the entries, e.g. what shows more of them */
  end?: ReactNode;
}

export function QueueList({ label, entries, count, position, onChoose, end }: QueueListProps) {
  const current = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // in braces: some browsers return a promise, which would be taken for a clean-up
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [position, entries]);
  return (
    <nav className={classes.queue} aria-label={label}>
      <p className={classes.count}>{count}</p>
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
      {end}
    </nav>
  );
}
