import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import light from '../fields/light.module.css';
import { inputIdOf, useAddress, useEngine } from '../page/context.ts';
import styles from './form.module.css';

/** An item that the user may not see: it shows that it exists, and why it is empty. The server does not send its value. */
export function BlindedField({ item }: { item: CatalogueItem }) {
  const { language, t } = useEngine();
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
          <span className={styles.blinded} title={t('blinded.why')}>
            {t('blinded.word')}
          </span>
        </output>
      </div>
    </div>
  );
}
