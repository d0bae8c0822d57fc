import { useAtomValue } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import light from '../fields/light.module.css';
import { inputIdOf, useAddress, useEngine } from '../page/context.ts';
import { useOpenFindings } from '../page/useOpenFindings.ts';
import { ChangeMark } from './ChangeMark.tsx';
import { findingId, Findings } from './Messages.tsx';
import { isBlinded, unseenWord } from './unseenWord.ts';
import styles from './form.module.css';

/**
 * An item that the user may not see: it shows that it exists, and why it is empty. The server does not send its value. A
 * change that was made before the right went away would be refused with the whole page: it can be taken back.
 */
export function BlindedField({ item }: { item: CatalogueItem }) {
  const { language, rights, session, t } = useEngine();
  const { address, key, isFixed } = useAddress(item);
  const { changed, original } = useAtomValue(session.view(address));
  const isLeft = changed && !isFixed;
  const { findings } = useOpenFindings(item, address, key);
  const id = inputIdOf(item, address);
  const refusals = isLeft ? findings : [];
  return (
    <div className={styles.field} data-item={item.itemId} data-address={key} data-blinded>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {item.label[language]}
          <span className={styles.itemId}>{item.itemId}</span>
        </span>
        {isLeft && (
          <span className={styles.tools}>
            <ChangeMark item={item} address={address} original={original} mayTakeBack />
          </span>
        )}
      </div>
      <div className={styles.body}>
        <output
          id={id}
          tabIndex={isLeft ? 0 : -1}
          aria-labelledby={`${id}-label`}
          aria-describedby={
            refusals.map((_, index) => findingId(`${id}-findings`, index)).join(' ') || undefined
          }
          className={light.plain}
        >
          <span className={styles.blinded} title={t(isBlinded(item, rights) ? 'blinded.why' : 'hidden.why')}>
            {t(unseenWord(item, rights))}
          </span>
        </output>
        <Findings id={`${id}-findings`} findings={refusals} />
      </div>
    </div>
  );
}
