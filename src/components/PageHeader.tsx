import type { ReactNode } from 'react';
import styles from './components.module.css';

interface PageHeaderProps {
  title: string;
  /** beside the title, e.g. a number or a status */
  subtitle?: ReactNode;
  /** buttons at the right end */
  actions?: ReactNode;
}

/** The one heading of a page, with what can be done on it. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
      {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Buttons and filters in one line, read as one by assistive technology. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar}>
      {children}
    </div>
  );
}
