import { atom, useAtomValue } from 'jotai';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { userNow } from '../../clock/index.ts';
import { useEngine } from '../page/context.ts';
import styles from './form.module.css';

const NEVER_OFFERED = atom(null);

/** What an empty item can be filled with, in sight; the menu of the item has the actions of areas for the keyboard, too. */
export function FillActions({ item, address }: { item: CatalogueItem; address: ItemAddress }) {
  const { readOnly, services, session, t } = useEngine();
  useAtomValue(services.offers ?? NEVER_OFFERED);
  const actions = services.itemActions?.(address, session, readOnly).filter(({ fills }) => fills) ?? [];
  const fill = (key: string, label: string, run: () => void) => (
    <button key={key} type="button" className={styles.fill} onClick={run}>
      {label}
    </button>
  );
  const today = item.offer === 'today' && !readOnly ? userToday() : null;
  return (
    <>
      {today !== null &&
        fill('offer', t('offer.today', { day: displayDate(today) }), () => session.setValue(address, today))}
      {actions.map(({ key, label, run }) => fill(key, label, run))}
    </>
  );
}

function userToday(): string {
  const { at, timeZone } = userNow();
  return dayAt(at.getTime(), timeZone);
}
