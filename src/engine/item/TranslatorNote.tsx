import { useEngine } from '../page/context.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import styles from './form.module.css';

const SETTINGS = ['CASEWRIGHT_TRANSLATOR_URL', 'CASEWRIGHT_TRANSLATOR_MODEL', 'CASEWRIGHT_TRANSLATOR_KEY'];

/** What has to be set up, and by whom, before texts can be translated. */
export function TranslatorNote({ id }: { id: string }) {
  const { t } = useEngine();
  return (
    <div id={id} role="status" className={styles.message} data-severity="info">
      <SeverityIcon severity="info" />
      <div>
        {t('noTranslator.why')}
        <ul>
          {SETTINGS.map((name) => (
            <li key={name}>
              <code>{name}</code>: {t(`noTranslator.${name}`)}
            </li>
          ))}
        </ul>
        {t('noTranslator.where')} <code>docs/operating.md#translation</code>
      </div>
    </div>
  );
}
