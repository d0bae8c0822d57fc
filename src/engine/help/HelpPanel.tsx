import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { precisionWord } from '../../../shared/rules/messages.ts';
import { conformanceOf } from '../item/conformance.ts';
import { useEngine } from '../page/context.ts';
import { shortcutsFor } from '../page/shortcuts.ts';
import styles from '../item/form.module.css';

/** Beside the form: all that is known of the item in focus. On a narrow screen the line at the foot says the most of it. */
export function HelpPanel({ item }: { item: CatalogueItem | undefined }) {
  const { language, readOnly, t } = useEngine();
  return (
    <aside className={styles.helpPanel} aria-label={t('help.title')}>
      <div className={styles.helpSheet}>
        {item ? (
          <>
            <h3>{item.label[language]}</h3>
            <code>{item.itemId}</code>
            {item.help && <p>{item.help[language]}</p>}
            <Facts item={item} />
            {!readOnly && (
              <ul className={styles.helpShortcuts}>
                {shortcutsFor(item).map(({ keys, word }) => (
                  <li key={word}>
                    <kbd>{keys}</kbd> {t(word)}
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <p>{t('help.none')}</p>
        )}
      </div>
    </aside>
  );
}

/** What the item takes, as a list of terms. */
function Facts({ item }: { item: CatalogueItem }) {
  const { appendix, catalogue, language, t } = useEngine();
  const level = conformanceOf(catalogue, item, appendix);
  const { number, precision } = item;
  const format = precision
    ? t('help.dates', {
        min: precisionWord(precision.min)[language],
        max: precisionWord(precision.max)[language],
      })
    : t(`help.formats.${item.control}`);
  const facts: readonly (readonly [string, string | null])[] = [
    ['officialName', item.officialName ?? null],
    ['required', level && t(`help.levels.${level}`)],
    ['format', format],
    ['future', precision && !item.futureAllowed ? t('help.noFuture') : null],
    ['range', number && rangeOf(number)],
    ['decimals', number?.decimals === undefined ? null : String(number.decimals)],
    ['length', item.maxLength === null ? null : t('help.maxLength', { count: item.maxLength })],
    ['notation', item.notation ? t('yes') : null],
  ];
  return (
    <dl>
      {facts.map(([name, words]) =>
        words === null ? null : (
          <div key={name}>
            <dt>{t(`help.facts.${name}`)}</dt>
            <dd>{words}</dd>
          </div>
        ),
      )}
      {item.nullFlavors.length > 0 && (
        <div>
          <dt>{t('help.facts.nullFlavors')}</dt>
          {item.nullFlavors.map((flavor) => (
            <dd key={flavor}>
              <b>{flavor}</b> {t(`nullFlavor.${flavor}`)}
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}

function rangeOf({ min, max }: NonNullable<CatalogueItem['number']>): string | null {
  if (min === undefined && max === undefined) return null;
  return `${min ?? '…'} – ${max ?? '…'}`;
}
