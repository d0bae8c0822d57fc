import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import light from '../fields/light.module.css';
import { hidesParts } from '../../../shared/rules/conditionsOf.ts';
import { conformanceOf } from '../item/conformance.ts';
import { useEngine } from '../page/context.ts';
import { shortcutsFor } from '../page/shortcuts.ts';
import styles from '../item/form.module.css';

/** Something of the whole page that is shown or not. */
export interface Switch {
  name: 'ids' | 'notations' | 'help';
  on: boolean;
  toggle: () => void;
}

interface HelpBarProps {
  /** in focus */
  item: CatalogueItem | undefined;
  switches: readonly Switch[];
}

/** One line at the foot of the form: what belongs into the field in focus, and the keys that work there. */
export function HelpBar({ item, switches }: HelpBarProps) {
  const { appendix, catalogue, language, readOnly, services, session, t } = useEngine();
  const { page, rootPath } = session;
  const level = item && conformanceOf(catalogue, item, appendix);
  const facts = item && [
    level === 'M' || level === 'C' ? t(`required.${level}`) : null,
    item.maxLength === null ? null : t('help.maxLength', { count: item.maxLength }),
    item.nullFlavors.length === 0 ? null : `∅ ${item.nullFlavors.join(' ')}`,
  ];

  return (
    <div className={styles.helpBar} data-help-bar>
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
      <div className={styles.helpSwitches}>
        {services.showWhy && hidesParts(catalogue, page) && (
          <button
            type="button"
            data-action="hidden"
            className={light.iconButton}
            aria-haspopup="dialog"
            title={t('explain:hiddenItemsHint')}
            onClick={() => services.showWhy?.({ kind: 'hidden', page, rootPath })}
          >
            {t('explain:hiddenItems')}
          </button>
        )}
        {switches.map(({ name, on, toggle }) => (
          <button
            key={name}
            type="button"
            data-action={name}
            className={light.iconButton}
            aria-pressed={on}
            onClick={toggle}
          >
            {t(`help.${name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
