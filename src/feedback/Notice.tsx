/** A message inside a page: what is the matter, in the colours of its weight. */
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

export interface NoticeProps {
  tone: 'error' | 'warning' | 'success';
  title?: string;
  icon?: ReactNode;
  /** `alert` where it answers something the user just did */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

export function Notice({ tone, title, icon, role, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      {icon}
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
