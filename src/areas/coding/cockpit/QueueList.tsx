/** The texts of the queue; the one that is being coded is marked, and kept in sight. */
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodingGroup } from '../../../../shared/contract/index.ts';
import { StatusBadge } from '../../../components/index.ts';
import classes from './cockpit.module.css';

export interface QueueListProps {
  groups: readonly CodingGroup[];
  position: number;
  more: boolean;
  onChoose: (position: number) => void;
}

export function QueueList({ groups, position, more, onChoose }: QueueListProps) {
  const { t } = useTranslation('coding');
  const current = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // in braces: some browsers return a promise, which would be taken for a clean-up
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [position, groups]);
  return (
    <nav className={classes.queue} aria-label={t('cockpit.queue')}>
      <p className={classes.count}>
        {t(more ? 'cockpit.countMore' : 'cockpit.count', { count: groups.length })}
      </p>
      <ol>
        {groups.map((group, index) => (
          <li key={`${group.dictionary} ${group.textKey}`}>
            <button
              type="button"
              className={classes.group}
              aria-current={index === position}
              ref={index === position ? current : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={classes.groupText}>{group.text}</span>
              <span className={classes.groupAbout}>
                {group.label} · {t('cockpit.terms', { count: group.terms })}{' '}
                {group.doubts.map((doubt) => (
                  <StatusBadge key={doubt} tone="warning">
                    {t(`cockpit.doubts.${doubt}`)}
                  </StatusBadge>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
