import classes from './Logo.module.css';

/** The product's mark and name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
        <rect x="1" y="3" width="20" height="16" rx="3" fill="currentColor" opacity="0.16" />
        <path d="M1 8h20M8 3v16" stroke="currentColor" strokeWidth="1.4" fill="none" opacity="0.5" />
        <path
          d="m10.5 13 2.4 2.6 4.6-5.4"
          stroke="currentColor"
          strokeWidth="2"
          fill="none"
          strokeLinecap="round"
        />
      </svg>
      Casewright
    </span>
  );
}
