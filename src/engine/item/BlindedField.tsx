import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { UserItemRights } from '../../../shared/access/userItemRights.ts';
import light from '../fields/light.module.css';
import { inputIdOf, useAddress, useEngine } from '../page/context.ts';
import styles from './form.module.css';

const isBlinded = (item: CatalogueItem, { unblind }: UserItemRights): boolean => item.blinded && !unblind;

/** What is shown in place of a value that the user may not see. */
export const unseenWord = (item: CatalogueItem, rights: UserItemRights) =>
  isBlinded(item, rights) ? ('blinded.word' as const) : ('hidden.word' as const);

/** An item that the user may not see: it shows that it exists, and why it is empty. The server does not send its value. */
export function BlindedField({ item }: { item: CatalogueItem }) {
  const { language, rights, t } = useEngine();
  const { address, key } = useAddress(item);
  const id = inputIdOf(item, address);
  return (
    <div className={styles.field} data-item={item.itemId} data-address={key} data-blinded>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {item.label[language]}
          <span className={styles.itemId}>{item.itemId}</span>
        </span>
      </div>
      <div className={styles.body}>
        <output id={id} tabIndex={-1} aria-labelledby={`${id}-label`} className={light.plain}>
          <span className={styles.blinded} title={t(isBlinded(item, rights) ? 'blinded.why' : 'hidden.why')}>
            {t(unseenWord(item, rights))}
          </span>
        </output>
      </div>
    </div>
  );
}
