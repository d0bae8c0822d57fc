import { useTranslation } from 'react-i18next';
import { cellProblemText } from '../../../shared/entry/cellProblemText.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import type { PlannedCell } from './plan.ts';
import styles from './paste.module.css';

/** What becomes of a cell: the value in words, or what was there and why it is not taken. */
export function CellText({ cell, onLookUp }: { cell: PlannedCell; onLookUp: (cell: PlannedCell) => void }) {
  const { text, result } = cell;
  const { t, i18n } = useTranslation(['paste', 'engine']);
  if (result.kind === 'empty') return null;
  if (result.kind === 'nullFlavor')
    return <>{`${result.nullFlavor} ${t(`engine:nullFlavor.${result.nullFlavor}`)}`}</>;
  if (result.kind === 'value') return <>{result.shown}</>;
  return (
    <span className={styles.refused}>
      <s>{text}</s>
      <span>
        <SeverityIcon severity="error" /> {cellProblemText(result.problem, i18n.language as 'en')}
      </span>
      {result.problem.kind === 'noTerm' && (
        <button type="button" aria-label={t('lookUp', { text })} onClick={() => onLookUp(cell)}>
          {t('engine:term.lookUp')}
        </button>
      )}
    </span>
  );
}
