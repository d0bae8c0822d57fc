import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, storedLanguage, type Language } from '../../i18n/index.ts';
import { examples, exampleServices, openExample } from './examples.ts';

/** What a form over an example page needs. */
export function useExample(page: string) {
  const { t, i18n } = useTranslation('studio');
  const language: Language = isLanguage(i18n.language) ? i18n.language : storedLanguage();
  const [session] = useState(() => openExample(page));
  const services = useMemo(() => exampleServices(language, () => t('demo.stored')), [language, t]);
  return { session, catalogue: examples, page, language, appendix: null, services, readOnly: false };
}
