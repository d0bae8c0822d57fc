import type { CaseRow } from '../../../shared/case/caseContent.ts';
import light from '../fields/light.module.css';
import type { RowLabels } from './rowLabels.ts';

interface RowActionsProps {
  row: CaseRow;
  position: number;
  last: boolean;
  words: RowLabels;
}

/** Move, delete, restore: the table listens. The keys for it are in `rowKeys.ts`. */
export function RowActions({ row, position, last, words }: RowActionsProps) {
  return (
    <>
      <Arrow action="up" label={words.up(position)} glyph="↑" disabled={position === 1} />
      <Arrow action="down" label={words.down(position)} glyph="↓" disabled={last} />
      <button
        type="button"
        className={light.iconButton}
        data-row-action="delete"
        aria-label={(row.deleted ? words.restore : words.delete)(position)}
      >
        {row.deleted ? words.restoreShort : words.deleteShort}
      </button>
    </>
  );
}

interface ArrowProps {
  action: 'up' | 'down';
  label: string;
  glyph: string;
  disabled: boolean;
}

const Arrow = ({ action, label, glyph, disabled }: ArrowProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={light.iconButton}
    data-row-action={action}
    disabled={disabled}
    aria-label={label}
    title={label}
  >
    {glyph}
  </button>
);
