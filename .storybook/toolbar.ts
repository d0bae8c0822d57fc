/** The toolbar of Storybook: what a designer may set for every story. */
import type { Preview } from '@storybook/react-vite';
import { allItems } from '../stories/catalogue.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../src/i18n/index.ts';

interface Choice {
  value: string;
  title: string;
}

const toolbar = <const Icon extends string>(name: string, icon: Icon, choices: readonly Choice[]) => ({
  name,
  toolbar: { title: name, icon, items: [...choices], dynamicTitle: true },
});
const plain = (...words: string[]): Choice[] => words.map((word) => ({ value: word, title: word }));

/** Widths of the pane a form may stand in; the forms answer to their own width, not to the window's. */
export const WIDTHS: Record<string, string> = {
  full: 'none',
  wide: '80rem',
  laptop: '60rem',
  tablet: '44rem',
  narrow: '22rem',
};

export const globalTypes: Preview['globalTypes'] = {
  language: toolbar(
    'Language',
    'globe',
    LANGUAGES.map((value) => ({ value, title: LANGUAGE_NAMES[value] })),
  ),
  appendix: toolbar('Appendix', 'location', [
    { value: 'ICH', title: 'ICH' },
    ...allItems.appendices.map(({ appendix, label }) => ({
      value: appendix,
      title: `${appendix} ${label.en}`,
    })),
  ]),
  scheme: toolbar('Theme', 'circlehollow', plain('light', 'dark')),
  density: toolbar('Density', 'component', plain('dense', 'loose')),
  width: toolbar('Width', 'ruler', plain(...Object.keys(WIDTHS))),
  readOnly: toolbar('Read-only', 'lock', [
    { value: 'no', title: 'editable' },
    { value: 'yes', title: 'read-only' },
  ]),
  help: toolbar('Help', 'question', [
    { value: 'hidden', title: 'help hidden' },
    { value: 'shown', title: 'help beside' },
  ]),
  ids: toolbar('Item ids', 'key', [
    { value: 'hidden', title: 'ids hidden' },
    { value: 'shown', title: 'ids shown' },
  ]),
};

export const initialGlobals = {
  language: 'en',
  appendix: 'KR',
  scheme: 'light',
  density: 'dense',
  width: 'full',
  readOnly: 'no',
  help: 'hidden',
  ids: 'hidden',
};
