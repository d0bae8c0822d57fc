import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSetAtom } from 'jotai';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { isSubmitEnter } from '../../keys/index.ts';
import { useEngine } from '../page/context.ts';
import { whenPresent } from '../page/whenPresent.ts';
import { FillDialog, type Fill } from './FillDialog.tsx';
import { pairKey } from './matrixState.ts';
import {
  isAssessed,
  NOT_ASSESSED,
  readPair,
  splitByAssessment,
  withoutOvertaken,
  writePairs,
} from './pairs.ts';
import { useMatrix } from './useMatrix.ts';
import type { MatrixAxes } from './useMatrixAxes.ts';

export interface PairActions {
  nameOf(pair: RowPath): string;
  /** to the first field of the pair */
  open(pair: RowPath): void;
  copy(pair: RowPath): void;
  paste(pair: RowPath): void;
  clear(pair: RowPath): void;
  /** asks before it lets other pairs say the same: those of its own row, of its other row, or all that are shown */
  fill(pair: RowPath, along: 'own' | 'other' | 'all'): void;
  /** True when the key was one of a pair and has been followed. */
  followKey(event: KeyboardEvent, pair: RowPath): boolean;
}

const FIRST_FIELD = ':is(input, textarea, select, [data-action="addRow"]):not(:disabled)';

/** What can be done with a pair as a whole; each is one step to undo, and spoken. `dialog` is to be drawn beside it. */
export function usePairActions(axes: MatrixAxes): { actions: PairActions; dialog: ReactNode } {
  const { form, readOnly, rights, session } = useEngine();
  const { readOnlyItems } = rights;
  const { shape, state, t } = useMatrix();
  const announce = useSetAtom(form.announcement);
  const [fill, setFill] = useState<Fill | null>(null);

  const actions = useMemo((): PairActions => {
    const nameAt = (side: keyof Pick<MatrixAxes, 'own' | 'other'>, number: number | undefined): string =>
      axes[side].find(({ rowNo }) => rowNo === number)?.name ?? '';
    const nameOf = ([own, other]: RowPath): string => `${nameAt('own', own)} × ${nameAt('other', other)}`;

    const open = (pair: RowPath): void =>
      whenPresent(
        () => document.querySelector<HTMLElement>(`[data-pair-panel="${pairKey(pair)}"] ${FIRST_FIELD}`),
        (field) => field.focus(),
      );
    const copy = (pair: RowPath): void => {
      if (!isAssessed(session, shape, pair)) return announce(t('nothingToCopy'));
      session.store.set(state.copied, { assessment: readPair(session, shape, pair), from: nameOf(pair) });
      announce(t('copied', { pair: nameOf(pair) }));
    };
    const paste = (pair: RowPath): void => {
      const copied = session.store.get(state.copied);
      if (readOnly) return;
      if (!copied) return announce(t('nothingCopied'));
      writePairs(session, shape, [pair], copied.assessment, readOnlyItems);
      announce(t('pasted', { from: copied.from, pair: nameOf(pair) }));
    };
    const clear = (pair: RowPath): void => {
      if (readOnly || !isAssessed(session, shape, pair)) return;
      writePairs(session, shape, [pair], NOT_ASSESSED, readOnlyItems);
      announce(t('cleared', { pair: nameOf(pair) }));
    };
    const fill = (pair: RowPath, along: 'own' | 'other' | 'all'): void => {
      if (readOnly) return;
      if (!isAssessed(session, shape, pair)) return announce(t('nothingToCopy'));
      const others = axes.own.flatMap((own) => axes.other.map((other) => [own.rowNo, other.rowNo]));
      const wanted = others.filter(
        ([own, other]) =>
          (own !== pair[0] || other !== pair[1]) &&
          (along === 'all' || (along === 'own' ? own === pair[0] : other === pair[1])),
      );
      setFill({ pair, name: nameOf(pair), ...splitByAssessment(session, shape, wanted) });
    };
    const step = (way: 'undo' | 'redo'): void => {
      const can = session.store.get(way === 'undo' ? session.canUndo : session.canRedo);
      const touched = readOnly ? null : session[way]();
      if (touched && 'itemId' in touched) session.store.set(form.revealing, touched);
      announce(t(can ? 'stepped' : 'noStep'));
    };

    const followKey = (event: KeyboardEvent, pair: RowPath): boolean => {
      const { key, altKey } = event;
      const whole = (event.ctrlKey || event.metaKey) && !altKey && key.toLowerCase();
      if (whole === 'c') copy(pair);
      else if (whole === 'v') paste(pair);
      else if (whole === 'z') step(event.shiftKey ? 'redo' : 'undo');
      else if (whole === 'y') step('redo');
      else if (whole || altKey) return false;
      else if (isSubmitEnter(event) || key === 'F2') open(pair);
      else if (key === 'Delete') clear(pair);
      else return false;
      return true;
    };
    return { nameOf, open, copy, paste, clear, fill, followKey };
  }, [axes, session, shape, state, form, readOnly, readOnlyItems, announce, t]);

  const dialog = fill && (
    <FillDialog
      fill={fill}
      onFill={(chosen) => {
        setFill(null);
        const pairs = withoutOvertaken(session, shape, chosen, fill.empty);
        writePairs(session, shape, pairs, readPair(session, shape, fill.pair), readOnlyItems);
        announce(t('filled', { count: pairs.length, pair: fill.name }));
      }}
      onClose={() => setFill(null)}
    />
  );
  return { actions, dialog };
}
