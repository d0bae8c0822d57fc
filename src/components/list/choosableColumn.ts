export interface ChoosableColumn {
  columnId: string;
  columnLabel: string;
  /** tells columns of one label apart */
  detail: string;
  visible: 'Y' | 'N';
  /** in pixels; null: as wide as what it holds */
  width: number | null;
}

/** A column by its name and what tells it apart. */
export const nameOf = ({ columnLabel, detail }: Pick<ChoosableColumn, 'columnLabel' | 'detail'>): string =>
  `${columnLabel} ${detail}`.trim();
