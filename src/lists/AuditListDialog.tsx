/** An audit trail as a list in a dialog (specification 2-dialogs section 2). */
import { Dialog } from '../components/index.ts';
import { List, type ListProps } from './List.tsx';

/** Specification 2-dialogs section 9. */
const WIDTH_PX = 1440;

interface AuditListDialogProps extends Omit<ListProps, 'label' | 'path'> {
  title: string;
  onClose: () => void;
}

export const AuditListDialog = ({ title, onClose, ...list }: AuditListDialogProps) => (
  <Dialog onClose={onClose} size={WIDTH_PX} title={title}>
    <List label={title} {...list} />
  </Dialog>
);
