import { useSetAtom } from 'jotai';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import light from '../fields/light.module.css';
import { useEngine } from './context.ts';

interface RowActionsProps {
  row: CaseRow;
  label: string;
  place: number;
  last: boolean;
}

/** Move, strike, restore. Moving by keyboard: Alt and an arrow on the row's number. */
export function RowActions({ row, label, place, last }: RowActionsProps) {
  const { form, session, t } = useEngine();
  const announce = useSetAtom(form.announcement);

  const strike = () => {
    if (row.deleted) session.restoreRow(row);
    else session.deleteRow(row);
    announce(t(row.deleted ? 'row.restored' : 'row.deleted', { label, place }));
  };
  const arrow = (name: 'row.up' | 'row.down', by: 1 | -1, glyph: string, disabled: boolean) => (
    <button
      type="button"
      tabIndex={-1}
      className={light.iconButton}
      disabled={disabled}
      aria-label={t(name, { label, place })}
      title={t(name, { label, place })}
      onClick={() => session.moveRow(row, by)}
    >
      {glyph}
    </button>
  );

  return (
    <>
      {arrow('row.up', -1, '↑', place === 1)}
      {arrow('row.down', 1, '↓', last)}
      <button
        type="button"
        className={light.iconButton}
        aria-label={t(row.deleted ? 'row.restore' : 'row.delete', { label, place })}
        onClick={strike}
      >
        {t(row.deleted ? 'row.restoreShort' : 'row.deleteShort')}
      </button>
    </>
  );
}
