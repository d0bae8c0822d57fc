import { memo, useDeferredValue, useId, useMemo, type KeyboardEvent } from 'react';
import { useAtomValue } from 'jotai';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import light from '../fields/light.module.css';
import { RowContextProvider, useEngine } from '../page/context.ts';
import { isComposing } from '../../keys/index.ts';
import { RjsfPage } from '../rjsf/RjsfPage.tsx';
import { pairKey } from './matrixState.ts';
import { useMatrix } from './useMatrix.ts';
import type { PairActions } from './usePairActions.tsx';
import styles from './matrix.module.css';

interface PairPanelProps {
  pair: RowPath;
  actions: PairActions;
  /** back to the cell of the pair */
  onLeave: () => void;
}

/** The form of the pair in focus. It follows the focus a moment later, so that walking through the grid waits for nothing. */
export function PairPanel({ pair, actions, onLeave }: PairPanelProps) {
  const { language, readOnly } = useEngine();
  const { shape, state, t } = useMatrix();
  const copied = useAtomValue(state.copied);
  const shown = useDeferredValue(pair);
  const fillId = useId();
  const { nameOf, copy, paste, clear, fill } = actions;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    const from = event.target as Element;
    // a list or a calendar that is open closes first
    if (!event.currentTarget.contains(from) || from.getAttribute('aria-expanded') === 'true') return;
    event.stopPropagation();
    onLeave();
  };
  const button = (label: string, onClick: () => void, keys?: string, disabled = false) => (
    <button
      type="button"
      className={light.button}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <section
      className={styles.panel}
      aria-label={t('panel', { pair: nameOf(shown) })}
      data-pair-panel={pairKey(shown)}
      onKeyDown={onKeyDown}
    >
      <h3 className={styles.pairName}>{nameOf(shown)}</h3>
      <div className={styles.actions}>
        {button(t('copy'), () => copy(shown), 'Control+C')}
        {!readOnly && button(t('paste'), () => paste(shown), 'Control+V', copied === null)}
        {!readOnly && button(t('clear'), () => clear(shown), 'Delete')}
      </div>
      {!readOnly && (
        <div className={styles.actions} role="group" aria-labelledby={fillId}>
          <span id={fillId}>{t('fill.label')}</span>
          {button(t('fill.side', { row: shape.own.rowLabel[language] }), () => fill(shown, 'own'))}
          {button(t('fill.side', { row: shape.other.rowLabel[language] }), () => fill(shown, 'other'))}
          {button(t('fill.all'), () => fill(shown, 'all'))}
        </div>
      )}
      <PairFields key={pairKey(shown)} pair={shown} />
    </section>
  );
}

/** The group's own layout, in the rows of the pair. */
const PairFields = memo(function PairFields({ pair }: { pair: RowPath }) {
  const { shape } = useMatrix();
  const context = useMemo(() => ({ path: pair, readOnly: false }), [pair]);
  return (
    <RowContextProvider value={context}>
      <RjsfPage catalogue={shape.catalogue} page={shape.group.page} />
    </RowContextProvider>
  );
});
