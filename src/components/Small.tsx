/** Parts of a line or two. */
import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../i18n/formatTime.ts';
import styles from './components.module.css';

interface EmptyStateProps {
  title: string;
  action?: ReactNode;
  /** in place of a whole page, whose heading it is */
  isPage?: boolean;
}

/** Nothing to show: why, and what could be done. */
export function EmptyState({ title, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'strong';
  return (
    <div className={styles.empty} role="status">
      <Title>{title}</Title>
      {action}
    </div>
  );
}

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

/** A state in a word; the colour only underlines it. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** Placeholder while data is loading. */
export function LoadingArea({ label }: { label?: string }) {
  const { t } = useTranslation('components');
  return (
    <div className={styles.loading} role="status">
      <Loader size="sm" aria-hidden />
      {label ?? t('loading')}
    </div>
  );
}

/** A key or keys, as written on the keyboard. */
export const KeyHint = ({ keys }: { keys: string }) => <kbd className={styles.key}>{keys}</kbd>;

/** A moment in the user's zone; the stored moment stays readable for machines. */
export const Timestamp = ({ iso, timeZone }: { iso: string; timeZone: string }) => (
  <time dateTime={iso} title={timeZone}>
    {formatTime(iso, timeZone)}
  </time>
);
