/** For tests: the sources of the product and the mistakes, through the bundler, since the core must not read files. */
import { readArchive } from './testArchive.ts';
import type { SourceText } from './sources.types.ts';

const texts = (files: Record<string, unknown>, folder: RegExp): SourceText[] =>
  Object.entries(files).map(([path, text]) => ({ file: path.replace(folder, ''), text: String(text) }));

/**
 * All compiled sources: pages, appendices, code lists, rules, reports, obligations, receivers, headers, completeness, dictionaries and the E2B tables.
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
      '../receivers/*.json',
      '../headers/*.json',
      '../completeness/*.json',
      '../queries/*.json',
      '../warnings/*.json',
      '../monitoring/*.json',
      '../sync/*.json',
      '../dictionaries/*.json',
      '../lists/*.json',
      '../records/*/*.json',
      '../duplicates/*.json',
      '../e2b/*.json',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
  /^\.\.\//,
);

/** The file of a fixture that lists the expected findings. */
export const FINDINGS = 'findings';

/** The sources of each fixture of `mistakes`, by its name. */
export const mistakes: Record<string, SourceText[]> = Object.fromEntries(
  texts(
    import.meta.glob('./mistakes/*.txtar', { query: '?raw', import: 'default', eager: true }),
    /^\.\/mistakes\/|\.txtar$/g,
  ).map(({ file: mistake, text }) => [mistake, readArchive(text).filter(({ file }) => file !== FINDINGS)]),
);
