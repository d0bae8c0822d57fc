/** The shape shows the severity where colour cannot: error a filled circle, warning a triangle, info a ring. */
export function SeverityIcon({ severity }: { severity: 'error' | 'warning' | 'info' }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      {severity === 'error' && <circle cx="6" cy="6" r="6" fill="currentColor" />}
      {severity === 'warning' && <path d="M6 0.5 12 11.5H0z" fill="currentColor" />}
      {severity === 'info' && (
        <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      )}
      <path
        d={
          severity === 'info'
            ? 'M6 5v4M6 2.6v1.2'
            : severity === 'error'
              ? 'M6 2.5v4M6 8v1.4'
              : 'M6 4v3.4M6 8.6v1.4'
        }
        stroke={severity === 'info' ? 'currentColor' : 'var(--cw-surface)'}
        strokeWidth="1.5"
      />
    </svg>
  );
}
