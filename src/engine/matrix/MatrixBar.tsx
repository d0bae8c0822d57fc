import { useId } from 'react';
import { useAtomValue } from 'jotai';
import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import { useMatrix } from './useMatrix.ts';
import { useProgress } from './useProgress.ts';
import type { Filters, MatrixAxes } from './useMatrixAxes.ts';
import styles from './matrix.module.css';

interface MatrixBarProps {
  axes: MatrixAxes;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** changes rows and columns over */
  onTurn: () => void;
}

/** How far one is, which pairs are shown, and which way round. */
export function MatrixBar({ axes, filters, onFilters, onTurn }: MatrixBarProps) {
  const { language } = useEngine();
  const { shape, t } = useMatrix();
  const progressId = useId();
  const done = useProgress(axes.pairs);
  const count = axes.pairs.length;
  return (
    <div className={styles.bar}>
      <span className={styles.progress}>
        <progress value={done} max={Math.max(count, 1)} aria-labelledby={progressId} />
        <span id={progressId}>{t('progress', { done, count })}</span>
      </span>
      {axes.kindItem && axes.kinds.length > 0 && (
        <KindFilter axes={axes} kind={filters.kind} onKind={(kind) => onFilters({ ...filters, kind })} />
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filters.openOnly}
          onChange={(event) => onFilters({ ...filters, openOnly: event.currentTarget.checked })}
        />
        {t('openOnly')}
      </label>
      <button type="button" className={light.button} onClick={onTurn}>
        {t('turn', { own: shape.own.label[language], other: shape.other.label[language] })}
      </button>
    </div>
  );
}

interface KindFilterProps {
  axes: MatrixAxes;
  kind: string | null;
  onKind: (kind: string | null) => void;
}

/** The page's rows by the code of their first coded column: suspect drugs only, say. */
function KindFilter({ axes: { kindItem, kinds }, kind, onKind }: KindFilterProps) {
  const { codes, language } = useEngine();
  const { shape, t } = useMatrix();
  const list = useAtomValue(codes.at(kindItem?.itemId ?? ''));
  const labelOf = (code: string) => list.data?.codes.find((known) => known.code === code)?.label ?? code;
  return (
    <label className={styles.check}>
      {kindItem?.label[language]}
      <select
        className={light.input}
        value={kind ?? ''}
        onChange={(event) => onKind(event.currentTarget.value || null)}
      >
        <option value="">{t('all', { rows: shape.own.label[language] })}</option>
        {kinds.map((code) => (
          <option key={code} value={code}>
            {labelOf(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
