/** The paste dialog for rows that are not open in a form: it answers what they say, and writes nothing. */
import { useMemo } from 'react';
import type { Catalogue, CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { UserItemRights } from '../../../shared/access/userItemRights.ts';
import type { ItemChange } from '../../../shared/case/changeSet.ts';
import { pasteItems } from './columns.ts';
import { changesOfRow, type PastePlan } from './plan.ts';
import type { PasteServices } from './terms.ts';
import type { CopiedTable } from './readTable.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const PasteDialog = lazyComponent(async () => (await import('./PasteDialog.tsx')).PasteDialog);

export interface PasteRowsProps {
  catalogue: Catalogue;
  /** of a page of rows */
  group: CatalogueGroup;
  language: keyof LocalizedText;
  services: PasteServices;
  /** how many rows may be added */
  room: number;
  table: CopiedTable | null;
  /** of the user: items that they may not write take no column */
  rights: UserItemRights;
  /** for each row its items, addressed with row number 0 as those of a new row are */
  onRows: (rows: readonly (readonly ItemChange[])[]) => void;
  onClose: () => void;
}

export function PasteRows({ catalogue, group, language, room, rights, onRows, ...dialog }: PasteRowsProps) {
  const items = useMemo(() => pasteItems(catalogue, group.group, rights), [catalogue, group.group, rights]);
  return (
    <PasteDialog
      {...dialog}
      title={group.label[language]}
      items={items}
      summary={group.summary}
      language={language}
      room={{ append: room, fillEmpty: room }}
      empty={0}
      onApply={(plan) => onRows(rowsOf(plan))}
    />
  );
}

const rowsOf = ({ rows }: PastePlan): ItemChange[][] =>
  rows.filter(({ state }) => state === 'stored').map((row) => changesOfRow(row, [0]));
