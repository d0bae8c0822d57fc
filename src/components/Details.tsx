import type { ReactNode } from 'react';
import styles from './Details.module.css';

const MISSING = '–';

export interface Detail {
  label: string;
  /** null: nothing is known, which is said */
  value: ReactNode;
}

interface DetailsProps {
  details: readonly Detail[];
  /** another layout than cells side by side */
  className?: string;
}

/** What is said of one thing, each by its name; names are told once. */
export function Details({ details, className = styles.cells }: DetailsProps) {
  return (
    <dl className={`${styles.details} ${className}`}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? MISSING}</dd>
        </div>
      ))}
    </dl>
  );
}
