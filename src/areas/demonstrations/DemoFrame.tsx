/** Around the demonstration pages. */
import { NativeSelect } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ColourSwitch } from '../../frame/ColourSwitch.tsx';
import {
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  storedLanguage,
  storeLanguage,
  switchLanguage,
} from '../../i18n/index.ts';
import styles from './demonstrations.module.css';

export interface DemoFrameProps {
  title: string;
  /** what the page shows, in a sentence */
  about: string;
  children: ReactNode;
}

export function DemoFrame({ title, about, children }: DemoFrameProps) {
  const { t, i18n } = useTranslation('studio');
  useEffect(() => {
    document.title = `${title} · Casewright`;
  }, [title]);
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <nav aria-label={t('demo.pages')}>
          <Link to="/exam">{t('demo.exam')}</Link>
          <Link to="/exam/form">{t('demo.form')}</Link>
          <Link to="/whodd">{t('demo.whodd')}</Link>
          <Link to="/exam-editor">{t('title')}</Link>
        </nav>
        <NativeSelect
          size="xs"
          aria-label={t('form.language')}
          value={isLanguage(i18n.language) ? i18n.language : storedLanguage()}
          data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
          onChange={({ currentTarget: { value } }) => {
            if (!isLanguage(value)) return;
            storeLanguage(value);
            void switchLanguage(value);
          }}
        />
        <ColourSwitch />
      </header>
      <main>
        <p className={styles.about}>{about}</p>
        {children}
      </main>
    </div>
  );
}
