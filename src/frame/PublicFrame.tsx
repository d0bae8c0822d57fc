/** Around the pages that need no session. */
import { Anchor, NativeSelect, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ColourSwitch } from './ColourSwitch.tsx';
import { Logo } from './Logo.tsx';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../i18n/index.ts';
import classes from './PublicFrame.module.css';

export interface PublicFrameProps {
  title: string;
  language: Language;
  onLanguage: (language: string) => void;
  children: ReactNode;
}

export function PublicFrame({ title, language, onLanguage, children }: PublicFrameProps) {
  const { t } = useTranslation('login');
  useEffect(() => {
    document.title = `${title} · Casewright`;
  }, [title]);
  return (
    <div className={classes.ground}>
      <header className={classes.bar}>
        <NativeSelect
          size="xs"
          aria-label={t('language')}
          value={language}
          data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
          onChange={({ currentTarget: { value } }) => onLanguage(value)}
        />
        <ColourSwitch />
      </header>
      <main className={classes.main}>
        <div className={classes.logo}>
          <Logo />
        </div>
        <Paper withBorder className={classes.card}>
          <Title order={1} mb="md">
            {title}
          </Title>
          {children}
        </Paper>
        <p className={classes.note}>{t('note')}</p>
      </main>
    </div>
  );
}

/** A link of the login pages. */
export function SmallLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} size="sm">
      {children}
    </Anchor>
  );
}
