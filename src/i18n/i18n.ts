/** Words of the product. A namespace of a language is loaded when it is first used. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

const files = import.meta.glob<{ default: Record<string, unknown> }>('./locales/*/*.json');

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`there are no words '${namespace}' in '${language}'`), false);
      return;
    }
    load().then(
      (loaded) => done(null, loaded.default),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    );
  },
};

/** Starts with a language. Components then use `useTranslation('namespace')`. */
export async function startI18n(language: Language): Promise<void> {
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: LANGUAGES,
      ns: ['common', 'frame', 'components', 'failures', 'pages'],
      defaultNS: 'common',
      // React escapes what it draws
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = language;
}

/** Changes the words, and what tells assistive technology which language they are in. */
export async function switchLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
