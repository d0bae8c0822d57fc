import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, storeLanguage } from '../../i18n/index.ts';
import { useLeave } from '../LeaveGuard.tsx';
import { belowPrefix, pathIn, useDestination, useRouteContext } from '../../app-context/routeContext.ts';
import classes from './header.module.css';

/** The language is stored in the browser, and the address names it. */
export function LanguageSelect() {
  const { t } = useTranslation('frame');
  const context = useRouteContext();
  const { pathname, search } = useDestination();
  const navigate = useNavigate();
  const leave = useLeave();
  const choose = (language: string) => {
    if (!isLanguage(language)) return;
    storeLanguage(language);
    void navigate(pathIn({ ...context, language }, belowPrefix(pathname)) + search);
  };
  return (
    <NativeSelect
      size="xs"
      className={classes.select}
      aria-label={t('header.language')}
      value={context.language}
      data={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      onChange={({ currentTarget: { value } }) => leave(() => choose(value))}
    />
  );
}
