/** Words of MedDRA terms in further languages, by their codes, which are the same in all of them. */
import type { TermWords } from '../../words.ts';
import type { Tables } from '../format.ts';
import { LoadProblem } from '../loadProblem.ts';
import type { SourceFile } from '../sourceFile.ts';

type Language = keyof TermWords;
/** By language, the folder of its files. */
export type Folders = ReadonlyMap<Language, string>;

const LANGUAGES: Record<string, Language> = { english: 'en', korean: 'ko', japanese: 'ja', chinese: 'zh' };

/** Version and folders as the release files say. Throws a `LoadProblem` where they are not of one version, or none is English. */
export async function languagesOf(tables: Tables): Promise<{ version: string; folders: Folders }> {
  const folders = new Map<Language, string>();
  const versions = new Set<string>();
  for (const release of tables.files('release'))
    for await (const { file, line, values } of tables.rows('release', { file: release })) {
      const given = values.language ?? '';
      const language = LANGUAGES[given.toLowerCase()];
      if (!language)
        throw new LoadProblem(
          file,
          `the language is '${given}', expected English, Korean, Japanese or Chinese`,
          line,
        );
      if (folders.has(language)) throw new LoadProblem(file, `a second folder is ${given}`, line);
      folders.set(language, release.folder);
      versions.add(values.version ?? '');
    }
  const [version = '', ...further] = versions;
  if (!folders.has('en'))
    throw new LoadProblem('meddra_release.asc', 'none of them tells of English files, 5 fields ended by $');
  if (further.length > 0)
    throw new LoadProblem('meddra_release.asc', `the folders are of versions ${[...versions].join(', ')}`);
  return { version, folders };
}

/** The file of a table that lies beside the English release file. */
export function englishFile(tables: Tables, folders: Folders, table: string): SourceFile {
  const found = tables.files(table).find(({ folder }) => folder === folders.get('en'));
  if (!found) throw new LoadProblem(`${table}.asc`, 'does not lie beside the meddra_release.asc of English');
  return found;
}

/** By code, the words of a level in all languages but English. */
export async function otherWords(
  tables: Tables,
  folders: Folders,
  level: string,
): Promise<Map<string, Partial<TermWords>>> {
  const words = new Map<string, Partial<TermWords>>();
  const add = (code: string, language: Language, text: string) =>
    words.set(code, { ...words.get(code), [language]: text });
  for (const [language, folder] of folders)
    for (const file of tables.files(level).filter((one) => language !== 'en' && one.folder === folder))
      for await (const { values } of tables.rows(level, { file }))
        add(values[`${level}_code`] ?? '', language, values[`${level}_name`] ?? '');
  for await (const { values } of tables.rows(`${level}_j`)) add(values.code ?? '', 'ja', values.kanji ?? '');
  return words;
}

/** By code of a lowest level term, what a Japanese keyword may be, too: synonyms, and the reading in kana. */
export async function japaneseReadings(tables: Tables): Promise<Map<string, string[]>> {
  const readings = new Map<string, string[]>();
  const add = (code = '', text = '') => {
    if (text !== '') readings.set(code, [...(readings.get(code) ?? []), text]);
  };
  for await (const { values } of tables.rows('synonyms')) add(values.code, values.synonym);
  for await (const { values } of tables.rows('llt_j')) add(values.code, values.kana);
  return readings;
}

interface Translated {
  level: string;
  /** of the English file */
  codes: Iterable<string>;
  words: ReadonlyMap<string, Partial<TermWords>>;
}

/**
 * Files of a further language, and the Japanese ones that name no version, have all codes that the English one has: fewer
 * are doubted.
 */
export function doubtWords(
  { files, doubts }: Tables,
  folders: Folders,
  { level, codes, words }: Translated,
): void {
  const all = [...codes];
  const translated = [
    ...[...folders].flatMap(([language, folder]) => {
      const file = files(level).find((one) => language !== 'en' && one.folder === folder);
      return file ? [{ language, file }] : [];
    }),
    ...files(`${level}_j`).map((file) => ({ language: 'ja' as const, file })),
  ];
  for (const { language, file } of translated) {
    const lacking = all.filter((code) => words.get(code)?.[language] === undefined);
    if (lacking.length > 0)
      doubts.add(
        `${language}: ${file.name}`,
        file.lines,
        `has no line for ${lacking.length} of the ${all.length} codes in English, the first of them ${lacking[0] ?? ''}: ` +
          'is the file cut off, or of a version before? Compare it with the delivery',
      );
  }
}
