/**
 * MedDRA as MSSO and JMO distribute it: a folder of ASCII files. Folders of further languages (their `meddra_release.asc`
 * names the language) and the Japanese files `*_j.asc` give the words of the same codes. The list of important medical
 * events is no part of MedDRA and may lie beside it.
 */
import type { LoadedEntry } from '../../entry.ts';
import type { TermWords } from '../../words.ts';
import type { Format, Tables } from '../format.ts';
import { columns, FILLED, YES_NO, type Check, type Column, type Table } from '../table.ts';
import {
  doubtWords,
  englishFile,
  japaneseReadings,
  languagesOf,
  otherWords,
  type Folders,
} from './meddraWords.ts';

const CODE: Check = { pattern: /^\d{8}$/, means: '8 digits' };

const file = (name: string, among: Column[], more: Partial<Table> = {}): Table => ({
  file: new RegExp(`^${name.replace('.', '\\.')}$`, 'i'),
  shown: name,
  many: true,
  layout: { delimiter: '$', quoted: false, closed: true },
  header: false,
  encodings: ['utf-8'],
  columns: among,
  ...more,
});

const LEVELS = ['pt', 'hlt', 'hlgt', 'soc'] as const;
const LEGACY = 'whoart_code harts_code costart_sym icd9_code icd9cm_code icd10_code jart_code';
const named = (level: string, rest: string) =>
  columns(`${level}_code ${level}_name ${rest}`, { [`${level}_code`]: CODE, [`${level}_name`]: FILLED });
/** Japanese words of a level: code, kanji, and what this distribution adds. */
const inJapanese = (level: string, rest: string): Table =>
  file(`${level}_j.asc`, columns(`code kanji ${rest}`, { code: CODE, kanji: FILLED }), {
    optional: true,
    more: true,
    encodings: ['utf-8', 'shift_jis'],
  });

export const meddra: Format = {
  format: 'meddra-ascii',
  dictionary: 'MEDDRA',
  about: 'the MedAscii folder; further languages in folders of their own, *_j.asc, an IME list (*ime*.csv)',
  main: 'llt',
  tables: {
    release: file(
      'meddra_release.asc',
      columns('version language a b c', { version: FILLED, language: FILLED }),
    ),
    llt: file(
      'llt.asc',
      columns(
        'llt_code llt_name pt_code whoart_code harts_code costart_sym icd9_code icd9cm_code icd10_code llt_currency jart_code',
        { llt_code: CODE, llt_name: FILLED, pt_code: CODE, llt_currency: YES_NO },
      ),
    ),
    pt: file('pt.asc', [
      ...named('pt', 'null_field'),
      { name: 'pt_soc_code', check: CODE },
      ...columns(LEGACY),
    ]),
    hlt: file('hlt.asc', named('hlt', LEGACY)),
    hlgt: file('hlgt.asc', named('hlgt', LEGACY)),
    soc: file('soc.asc', named('soc', `soc_abbrev ${LEGACY}`)),
    mdhier: file(
      'mdhier.asc',
      columns(
        'pt hlt hlgt soc pt_name hlt_name hlgt_name soc_name soc_abbrev null_field pt_soc_code primary_soc_fg',
        { pt: CODE, hlt: CODE, hlgt: CODE, soc: CODE, primary_soc_fg: YES_NO },
      ),
    ),
    llt_j: inJapanese('llt', 'currency kana'),
    pt_j: inJapanese('pt', 'kana'),
    hlt_j: inJapanese('hlt', 'kana'),
    hlgt_j: inJapanese('hlgt', 'kana'),
    soc_j: inJapanese('soc', 'order kana'),
    synonyms: file('llt_s.asc', columns('code synonym', { code: CODE, synonym: FILLED }), {
      optional: true,
      more: true,
      encodings: ['utf-8', 'shift_jis'],
    }),
    ime: {
      // the EMA publishes a spreadsheet of the long name: it is refused with what to do, not passed over
      file: /ime.*\.csv$|important.medical.event.*\.(csv|xlsx?)$|(^|[^a-z])ime[^a-z].*xlsx?$/i,
      shown: 'an IME list (*ime*.csv)',
      optional: true,
      layout: { delimiter: ',', quoted: true },
      header: true,
      encodings: ['utf-8'],
      columns: [{ name: 'code', headers: ['MedDRA Code', 'PT Code', 'Code'], check: CODE }],
    },
  },
  version: async (tables) => (await languagesOf(tables)).version,
  entries,
};

async function* entries(tables: Tables): AsyncGenerator<LoadedEntry> {
  const { folders } = await languagesOf(tables);
  const paths = await primaryPaths(tables, folders);
  const words = await otherWords(tables, folders, 'llt');
  const readings = await japaneseReadings(tables);
  const important = await importantEvents(tables);
  const seen = new Set<string>();
  const used = new Set<string>();
  const inEnglish = englishFile(tables, folders, 'llt');
  let last = 0;
  for await (const { file: name, line, values } of tables.rows('llt', { file: inEnglish })) {
    const { llt_code: code = '', pt_code: pt = '', llt_name: en = '' } = values;
    const parents = paths.get(pt);
    if (seen.has(code)) tables.errors.add(name, line, `llt_code ${code} stands in a line before`);
    else if (!parents)
      tables.errors.add(name, line, `pt_code ${pt} has no row in mdhier.asc with primary_soc_fg Y`);
    else {
      const synoName = readings.get(code)?.join('; ');
      yield {
        code,
        term: { en, ...words.get(code) },
        current: values.llt_currency === 'Y',
        parents,
        columns: {
          lltCode: code,
          ...(important.has(pt) ? { imeFlag: 'Y' } : {}),
          ...(synoName === undefined ? {} : { synoName }),
        },
      };
    }
    seen.add(code);
    used.add(pt);
    last = line;
  }
  // a file that is cut off between two lines is well-formed
  for (const pt of paths.keys())
    if (!used.has(pt)) tables.errors.add('llt.asc', last, `no line has pt_code ${pt}; is the file cut off?`);
  doubtWords(tables, folders, { level: 'llt', codes: seen, words });
}

/** Of each preferred term, itself and its broader terms along the path of its primary class. */
async function primaryPaths(tables: Tables, folders: Folders): Promise<Map<string, LoadedEntry['parents']>> {
  const terms = new Map<string, Map<string, TermWords>>();
  for (const level of LEVELS) {
    const words = await otherWords(tables, folders, level);
    const byCode = new Map<string, TermWords>();
    for await (const { file: name, line, values } of tables.rows(level, {
      file: englishFile(tables, folders, level),
    })) {
      const code = values[`${level}_code`] ?? '';
      if (byCode.has(code)) tables.errors.add(name, line, `${level}_code ${code} stands in a line before`);
      byCode.set(code, { en: values[`${level}_name`] ?? '', ...words.get(code) });
    }
    terms.set(level, byCode);
    doubtWords(tables, folders, { level, codes: byCode.keys(), words });
  }
  const paths = new Map<string, LoadedEntry['parents']>();
  for await (const { file: name, line, values } of tables.rows('mdhier', {
    file: englishFile(tables, folders, 'mdhier'),
  })) {
    const path: LoadedEntry['parents'] = [];
    for (const level of LEVELS) {
      const code = values[level] ?? '';
      const term = terms.get(level)?.get(code);
      if (term) path.push({ code, term });
      else tables.errors.add(name, line, `${level}_code ${code} is not in ${level}.asc`);
    }
    const isPrimary = values.primary_soc_fg === 'Y';
    if (isPrimary && paths.has(values.pt ?? ''))
      tables.errors.add(name, line, `pt_code ${values.pt ?? ''} has two rows with primary_soc_fg Y`);
    else if (isPrimary) paths.set(values.pt ?? '', path);
  }
  return paths;
}

/** Codes of the preferred terms on the list. */
async function importantEvents(tables: Tables): Promise<Set<string>> {
  const codes = new Set<string>();
  for await (const { values } of tables.rows('ime')) codes.add(values.code ?? '');
  return codes;
}
