import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import { PAGE_LINES, type LinePages } from './useLinePages.ts';
import styles from './group.module.css';

/** Which lines of a long list are drawn, and the way to the others. Nothing for a list of one page. */
export function LinePager({ label, total, lines }: { label: string; total: number; lines: LinePages }) {
  const { t } = useEngine();
  const { all, before, page, pages, shown, showAll, toPage } = lines;
  if (total <= PAGE_LINES) return null;
  return (
    <nav className={styles.pager} aria-label={t('row.pagesOf', { label })}>
      <span role="status">{t('row.shown', { first: before + 1, last: before + shown.length, total })}</span>
      {!all && (
        <>
          <Turn
            label={t('row.previousPage')}
            glyph="‹"
            disabled={page === 0}
            onClick={() => toPage(page - 1)}
          />
          <Turn
            label={t('row.nextPage')}
            glyph="›"
            disabled={page === pages - 1}
            onClick={() => toPage(page + 1)}
          />
        </>
      )}
      <button type="button" className={light.button} onClick={() => showAll(!all)}>
        {all ? t('row.showPages') : t('row.showAll', { total })}
      </button>
    </nav>
  );
}

interface TurnProps {
  label: string;
  glyph: string;
  disabled: boolean;
  onClick: () => void;
}

// at the end it keeps the focus: `disabled` would lose it
const Turn = ({ label, glyph, disabled, onClick }: TurnProps) => (
  <button
    type="button"
    className={light.iconButton}
    aria-label={label}
    title={label}
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onClick}
  >
    {glyph}
  </button>
);
