/**
 * What is to be done on the left of the cockpit; the current entry is marked, and kept in sight. The list is one stop of
 * the Tab key, since it has hundreds of entries; arrows move within it.
 */
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
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

/** By arrows, Home and End from one entry to another, which Enter then chooses. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const entries = [...event.currentTarget.querySelectorAll('button')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const targets: Record<string, HTMLButtonElement | undefined> = {
    ArrowDown: entries[at + 1],
    ArrowUp: entries[at - 1],
    Home: entries[0],
    End: entries.at(-1),
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
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
      <ol onKeyDown={moveFocus}>
        {entries.map(({ key, text, about }, index) => (
          <li key={key}>
            <button
              type="button"
              className={classes.group}
              aria-current={index === position}
              tabIndex={index === position ? 0 : -1}
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
