/**
 * Words of the product. A language comes in two files: what the login page needs, and the rest. A file brings all its
 * namespaces, so that no page waits for the next one with its content hidden.
 */
import i18next, { type BackendModule, type i18n, type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { withParticles } from '../../shared/text/koreanParticle.ts';
import { LANGUAGES, type Language } from './languages.ts';

type Words = Record<string, unknown>;

/** Words by path of their namespace. */
const files = import.meta.glob<Record<string, Words>>('./locales/*/*.ts', { import: 'words' });

const namespaceOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

async function loadFile(language: string, name: 'start' | 'rest'): Promise<Record<string, Words>> {
  const words = (await files[`./locales/${language}/${name}.ts`]?.()) ?? {};
  const byNamespace = Object.fromEntries(
    Object.entries(words).map(([path, content]) => [namespaceOf(path), content]),
  );
  for (const [namespace, content] of Object.entries(byNamespace))
    if (!i18next.hasResourceBundle(language, namespace))
      i18next.addResourceBundle(language, namespace, content);
  return byNamespace;
}

async function loadWords(language: string, namespace: string): Promise<Words> {
  const words =
    (await loadFile(language, 'start'))[namespace] ?? (await loadFile(language, 'rest'))[namespace];
  if (!words) throw new Error(`there are no words '${namespace}' in '${language}'`);
  return words;
}

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    loadWords(language, namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    );
  },
};

/** Only Korean words have particles that change with values, which are filled in by then. */
const particles: PostProcessorModule = {
  type: 'postProcessor',
  name: 'particles',
  process: (text: string) => (i18next.language === 'ko' ? withParticles(text) : text),
};

/** Starts with a language. Components then use `useTranslation('namespace')`. */
export async function startI18n(language: Language): Promise<void> {
  await i18next
    .use(localeFiles)
    .use(particles)
    .use(initReactI18next)
    .init({
      lng: language,
      // each language has all words, as a test of them proves
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      ns: ['common', 'frame', 'components', 'failures', 'pages'],
      defaultNS: 'common',
      // React escapes what it draws
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: particles.name,
    });
  document.documentElement.lang = language;
}

/** Loads what the pages after the login need, before one of them is drawn. */
export async function loadAllWords(): Promise<void> {
  await loadFile(i18next.language, 'rest');
}

/** Changes the words, and what tells assistive technology which language they are in. */
export async function switchLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

const instances = new Map<Language, Promise<i18n>>();

/** The words in a language, for a part of the page that is in another one than the rest; the same promise every time. */
export function wordsOf(language: Language): Promise<i18n> {
  const known = instances.get(language) ?? openInstance(language);
  instances.set(language, known);
  return known;
}

async function openInstance(language: Language): Promise<i18n> {
  await loadFile(language, 'start');
  await loadFile(language, 'rest');
  return i18next.cloneInstance({ lng: language, initAsync: false });
}
