import { useTranslation } from 'react-i18next';
import type { PrintedForm } from '../../../../shared/contract/index.ts';
import classes from './form.module.css';

/** Text of the form that no item takes: to be entered by hand where it matters. */
export function UnreadTexts({ texts }: { texts: PrintedForm['unread'] }) {
  const { t } = useTranslation('import');
  if (texts.length === 0) return null;
  return (
    <section aria-label={t('form.unread')}>
      <div className={classes.boxHead}>
        <h3>{t('form.unread')}</h3>
      </div>
      <ul>
        {texts.map(({ path, text }, index) => (
          <li key={`${path} ${index}`}>
            <span className={classes.label}>{path}</span> <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
