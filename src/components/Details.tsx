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

/** Labelled details of one thing; each label appears once. */
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
