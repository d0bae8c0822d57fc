import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import styles from './form.module.css';

interface NullFlavorChipProps {
  id: string;
  /** the item's label */
  label: string;
  nullFlavor: string;
  readOnly: boolean;
  onClear: () => void;
}

/** Says why an item is empty, where its value would stand. */
export function NullFlavorChip({ id, label, nullFlavor, readOnly, onClear }: NullFlavorChipProps) {
  const { t } = useEngine();
  return (
    <span id={id} className={styles.nullFlavor}>
      <span data-whole-in-use>
        <strong>{nullFlavor}</strong>
        {t(`nullFlavor.${nullFlavor}`)}
      </span>
      {!readOnly && (
        <button
          type="button"
          tabIndex={-1}
          className={light.iconButton}
          aria-label={t('tool.nullFlavorOff', { label })}
          onClick={onClear}
        >
          ×
        </button>
      )}
    </span>
  );
}
