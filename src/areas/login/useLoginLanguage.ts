/** The language of a public page: from the address, else the stored one. It is stored for the product. */
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
