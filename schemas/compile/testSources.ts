/** For tests: the sources of the product and the mistakes, through the bundler, since the core must not read files. */
import type { SourceText } from './sources.types.ts';

const texts = (files: Record<string, unknown>, folder: RegExp): SourceText[] =>
  Object.entries(files).map(([path, text]) => ({ file: path.replace(folder, ''), text: String(text) }));

/**
 * All compiled sources: pages, appendices, code lists, rules, reports, obligations, dictionaries and the E2B tables.
 */
export const realSources: SourceText[] = texts(
  import.meta.glob(
    [
      '../pages/*.json',
      '../appendices/*.json',
      '../code-lists/*.json',
      '../rules/*.json',
      '../reports/*.json',
      '../obligations/*.json',
      '../warnings/*.json',
      '../dictionaries/*.json',
      '../lists/*.json',
      '../duplicates/*.json',
      '../e2b/*.json',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
  /^\.\.\//,
);

/** The sources of each fixture of `mistakes`, by its name. */
export const mistakes: Record<string, SourceText[]> = {};
const fixtures = import.meta.glob('./mistakes/**/*.json', { query: '?raw', import: 'default', eager: true });
for (const { file, text } of texts(fixtures, /^\.\/mistakes\//)) {
  const [mistake = '', ...rest] = file.split('/');
  (mistakes[mistake] ??= []).push({ file: rest.join('/'), text });
}
