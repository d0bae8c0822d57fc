import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../src/theme/theme.css';
import './preview.css';
import { notifications } from '@mantine/notifications';
import type { Preview } from '@storybook/react-vite';
import i18next from 'i18next';
import { configure, getConfig } from 'storybook/test';
import { isLanguage, startI18n, switchLanguage } from '../src/i18n/index.ts';
import { StoryFrame } from './StoryFrame.tsx';
import { globalTypes, initialGlobals } from './toolbar.ts';

const namespaces = Object.keys(import.meta.glob('../src/i18n/locales/en/**/*.json')).map((path) =>
  path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
);
// all words at once: a story that waits for its words would be looked at by axe before it is drawn
const started = startI18n('en').then(() => i18next.loadNamespaces(namespaces));

/** Where the engine remembers what a user shows on every page. */
const REMEMBERED = { ids: 'casewright.itemIds', help: 'casewright.help' };

/** As another tab of the product would say it, so that an open form follows. */
function remember(key: string, shown: boolean): void {
  const newValue = JSON.stringify(shown);
  if (localStorage.getItem(key) === newValue) return;
  localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

const printDocument = getConfig().getElementError;

configure({
  // whole screens load their code when they are opened; a busy machine needs its time
  asyncUtilTimeout: 15_000,
  // a query that is repeated until it succeeds prints the document only when its time is over
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : printDocument(message, container),
});

/** A test reads violations only; the panel also shows what passed. */
const RESULT_TYPES = import.meta.env.MODE === 'test' ? { resultTypes: ['violations' as const] } : {};

const preview: Preview = {
  globalTypes,
  initialGlobals,
  parameters: {
    layout: 'fullscreen',
    a11y: {
      test: 'error',
      options: {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        // a selector from the root names the specimen of a sheet that a finding belongs to
        absolutePaths: true,
        ...RESULT_TYPES,
      },
    },
    options: {
      storySort: { order: ['Pages', 'Items', 'Controls', 'Behaviour', 'Dialogs', 'Frame', 'Components'] },
    },
  },
  // before the story is drawn, and again whenever the toolbar changes
  loaders: [
    async ({ globals }) => {
      await started;
      const language = String(globals.language);
      if (isLanguage(language)) await switchLanguage(language);
      document.documentElement.dataset.density = String(globals.density);
      for (const name of ['ids', 'help'] as const) remember(REMEMBERED[name], globals[name] === 'shown');
    },
  ],
  // messages and what a browser remembers belong to the window: the next story in the same document begins without them
  beforeEach: () => () => {
    notifications.cleanQueue();
    notifications.clean();
    localStorage.clear();
  },
  decorators: [
    (Story, { globals, parameters }) => (
      <StoryFrame globals={globals} bare={parameters.bare === true}>
        <Story />
      </StoryFrame>
    ),
  ],
};

export default preview;
