/** Opens list dialogs by a call. Their code comes when the first one is opened. */
import type { ListAnswer, ListDialogDescriptor, ListDialogOptions, ListRow } from './listDialog.types.ts';
import { openDialog } from './openDialog.ts';
import type { SelectDialogProps } from './SelectDialog.tsx';
import { lazyComponent } from '../lazy/lazyComponent.tsx';

const ListDialog = lazyComponent(async () => (await import('./ListDialog.tsx')).ListDialog);
const SelectDialog = lazyComponent(async () => (await import('./SelectDialog.tsx')).SelectDialog);

/** Lets one row be picked. */
export const openListDialog = (
  descriptor: ListDialogDescriptor,
  options: ListDialogOptions = {},
): Promise<ListAnswer> =>
  openDialog<ListAnswer>((onAnswer) => <ListDialog {...{ descriptor, options, onAnswer }} />, {
    how: 'closed',
    keyword: options.keyword ?? '',
  });

/** Lets several rows be chosen. Null: closed without an answer, so what was chosen before stays. */
export const openSelectDialog = (
  descriptor: ListDialogDescriptor,
  options: Partial<Pick<SelectDialogProps, 'selected' | 'available'>> = {},
): Promise<readonly ListRow[] | null> =>
  openDialog<readonly ListRow[] | null>(
    (onAnswer) => (
      <SelectDialog
        {...{ descriptor, onAnswer }}
        selected={options.selected ?? []}
        available={options.available}
      />
    ),
    null,
  );
