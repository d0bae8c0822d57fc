import { useAtomValue } from 'jotai';
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import light from '../fields/light.module.css';
import { conformanceOf } from './conformance.ts';
import { useEngine } from './context.ts';
import { shortcutsFor } from './shortcuts.ts';
import styles from './form.module.css';

interface HelpBarProps {
  idsShown: boolean;
  onToggleIds: () => void;
}

/** One line at the foot of the form: what belongs into the field in focus, and the keys that work there. */
export function HelpBar({ idsShown, onToggleIds }: HelpBarProps) {
  const { appendix, catalogue, form, language, readOnly, t } = useEngine();
  const key = useAtomValue(form.focused);
  const item = key === null ? undefined : catalogue.items[parseAddressKey(key).itemId];
  const level = item && conformanceOf(catalogue, item, appendix);
  const facts = item && [
    level === 'M' || level === 'C' ? t(`required.${level}`) : null,
    item.maxLength === null ? null : t('help.maxLength', { count: item.maxLength }),
  ];

  return (
    <div className={styles.helpBar}>
      <div className={styles.helpText}>
        {item ? (
          <>
            <code>{item.itemId}</code>
            <b>{item.label[language]}</b> {item.help?.[language]}{' '}
            <span className={styles.helpKeys}>{facts?.filter(Boolean).join(' · ')}</span>
          </>
        ) : (
          <span className={styles.helpKeys}>{t('help.none')}</span>
        )}
      </div>
      {!readOnly && item && (
        <div className={styles.helpKeys}>
          {shortcutsFor(item).map(({ keys, word }) => (
            <span key={word}>
              <kbd>{keys}</kbd> {t(word)}
            </span>
          ))}
        </div>
      )}
      <button type="button" className={light.iconButton} aria-pressed={idsShown} onClick={onToggleIds}>
        {t('help.ids')}
      </button>
    </div>
  );
}
