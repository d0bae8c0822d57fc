/** The language of a public page: the address's, else the stored one; kept for the product behind the login. */
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  isLanguage,
  storedLanguage,
  storeLanguage,
  switchLanguage,
  type Language,
} from '../../i18n/index.ts';

export function useLoginLanguage(): Language {
  const { language: asked } = useParams();
  const language = isLanguage(asked) ? asked : storedLanguage();
  useEffect(() => {
    storeLanguage(language);
    void switchLanguage(language);
  }, [language]);
  return language;
}

/** For a page whose address names no language: the stored one, and how another is chosen. */
export function useChosenLanguage(): [Language, (language: string) => void] {
  const [language, setLanguage] = useState(storedLanguage);
  const choose = useCallback((next: string) => {
    if (!isLanguage(next)) return;
    storeLanguage(next);
    setLanguage(next);
    void switchLanguage(next);
  }, []);
  return [language, choose];
}
