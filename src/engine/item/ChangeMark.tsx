import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { keyText } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { LineIcon } from '../fields/LineIcon.tsx';
import { useEngine } from '../page/context.ts';
import { useDisplayText } from './displayText.ts';
import styles from './form.module.css';

interface ChangeMarkProps {
  item: CatalogueItem;
  address: ItemAddress;
  original: ItemValue;
  mayTakeBack: boolean;
}

/** Says that the item was changed and what it was; a click takes the change back where that may be done. */
export function ChangeMark({ item, address, original, mayTakeBack }: ChangeMarkProps) {
  const { language, session, t } = useEngine();
  const text = useDisplayText(item, address, original);
  const words = [text || t('empty'), original.notation].filter(Boolean).join(' / ');
  if (!mayTakeBack) {
    const label = t('tool.was', { label: item.label[language], was: words });
    return (
      <span role="img" data-keep className={styles.changeMark} title={label} aria-label={label}>
        <LineIcon d="M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4z" />
      </span>
    );
  }
  const label = t('tool.undo', { label: item.label[language], was: words, keys: keyText('undoItem') });
  return (
    <button
      type="button"
      tabIndex={-1}
      data-keep
      data-action="undo"
      className={`${light.iconButton} ${styles.changeMark}`}
      title={label}
      aria-label={label}
      onClick={() => session.reset(address)}
    >
      <LineIcon d="M4.5 1.5 1.5 4.5l3 3M1.8 4.5h5.4a3 3 0 0 1 0 6H4" />
    </button>
  );
}
