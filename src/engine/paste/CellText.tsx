import { useTranslation } from 'react-i18next';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import type { PlannedCell } from './plan.ts';
import type { CellProblem } from '../../../shared/entry/readCell.ts';
import styles from './paste.module.css';

/** What becomes of a cell: the value in words, or what was there and why it is not taken. */
export function CellText({ cell, onLookUp }: { cell: PlannedCell; onLookUp: (cell: PlannedCell) => void }) {
  const { text, result } = cell;
  const { t } = useTranslation(['paste', 'engine']);
  const why = (problem: CellProblem): string => {
    if (problem.kind === 'date') return t(`engine:date.${problem.why}`);
    return problem.kind === 'tooLong' ? t('why.tooLong', { max: problem.max }) : t(`why.${problem.kind}`);
  };
  if (result.kind === 'empty') return null;
  if (result.kind === 'nullFlavor')
    return <>{`${result.nullFlavor} ${t(`engine:nullFlavor.${result.nullFlavor}`)}`}</>;
  if (result.kind === 'value') return <>{result.shown}</>;
  return (
    <span className={styles.refused}>
      <s>{text}</s>
      <span>
        <SeverityIcon severity="error" /> {why(result.problem)}
      </span>
      {result.problem.kind === 'noTerm' && (
        <button type="button" aria-label={t('lookUp', { text })} onClick={() => onLookUp(cell)}>
          {t('engine:term.lookUp')}
        </button>
      )}
    </span>
  );
}
