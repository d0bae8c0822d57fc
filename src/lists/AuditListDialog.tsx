/** An audit trail as a list in a dialog (specification 2-dialogs section 2). */
import { AUDIT_WIDTH_PX, Dialog } from '../components/index.ts';
import { List, type ListProps } from './List.tsx';

interface AuditListDialogProps extends Omit<ListProps, 'label' | 'path'> {
  title: string;
  onClose: () => void;
}

export const AuditListDialog = ({ title, onClose, ...list }: AuditListDialogProps) => (
  <Dialog onClose={onClose} size={AUDIT_WIDTH_PX} title={title}>
    <List label={title} {...list} />
  </Dialog>
);
