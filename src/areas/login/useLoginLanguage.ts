/** The language of a public page: the address's, else the stored one; kept for the product behind the login. */
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import {
  isLanguage,
  storedLanguage,
  storeLanguage,
  switchLanguage,
  type Language,
} from '../../i18n/index.ts';

export function useLoginLanguage(): Language {
  const { language: requested } = useParams();
  const language = isLanguage(requested) ? requested : storedLanguage();
  useEffect(() => {
    storeLanguage(language);
    void switchLanguage(language);
  }, [language]);
  return language;
}
