import { useCallback, useState } from 'react';
import { isLanguage, storedLanguage, storeLanguage, switchLanguage, type Language } from './index.ts';

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
