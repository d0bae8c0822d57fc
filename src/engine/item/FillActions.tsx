import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import styles from './form.module.css';

/** What an area offers to fill an empty item with, in sight; the menu of the item has it for the keyboard, too. */
export function FillActions({ address }: { address: ItemAddress }) {
  const { readOnly, services, session } = useEngine();
  const actions = services.itemActions?.(address, session, readOnly).filter(({ fills }) => fills) ?? [];
  return actions.map(({ key, label, run }) => (
    <button key={key} type="button" className={styles.fill} onClick={run}>
      {label}
    </button>
  ));
}
