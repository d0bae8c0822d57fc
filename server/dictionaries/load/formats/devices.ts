/** Device problems and components by level, after IMDRF annexes A and G, and the Korean edition of A, B and D. */
import type { LoadedEntry } from '../../entry.ts';
import type { TermWords } from '../../words.ts';
import type { Format } from '../format.ts';
import { filled } from '../oneTable.ts';
import { FILLED, type Check, type Row, type Table } from '../table.ts';

const CODE: Check = { pattern: /^\d{1,5}$/, means: 'up to 5 digits' };
const IMDRF: Check = { pattern: /^(IMDRF:)?[A-G]\d{2}/, means: 'an IMDRF code' };

const LEVELS = ['level1Term', 'level2Term', 'level3Term'];

interface Term {
  code: string;
  /** of IMDRF: that of a broader term begins it */
  place: string;
  term: TermWords;
  columns: Record<string, string>;
}

/** The broader terms of a code are those whose place begins its place. The tables have some hundred rows. */
function* placed(terms: readonly Term[]): Generator<LoadedEntry> {
  const byPlace = new Map(terms.map((one) => [one.place, one]));
  for (const { code, place, term, columns } of terms) {
    const broader: Term[] = [];
    for (let length = place.length - 1; length > 0; length -= 1) {
      const found = byPlace.get(place.slice(0, length));
      if (found) broader.push(found);
    }
    const path = [term, ...broader.map((one) => one.term)].reverse();
    yield {
      code,
      term,
      current: true,
      parents: broader.map((one) => ({ code: one.code, term: one.term })),
      columns: {
        ...Object.fromEntries(path.map(({ en }, level) => [LEVELS[level] ?? '', en])),
        ...columns,
      },
    };
  }
}

const byLevels = (dictionary: string, format: string, file: RegExp, shown: string): Format => ({
  format,
  dictionary,
  about: `${shown} with three levels of terms`,
  main: 'rows',
  tables: {
    rows: {
      file,
      shown: `${shown} with level1Term, level2Term, level3Term, fdaCode, imdrfCode`,
      layout: { delimiter: ',', quoted: true },
      header: true,
      encodings: ['utf-8'],
      columns: [
        { name: 'level1Term', check: FILLED },
        { name: 'level2Term' },
        { name: 'level3Term' },
        { name: 'fdaCode', check: CODE },
        { name: 'imdrfCode', check: IMDRF },
      ],
    },
  },
  entries: async function* entries(tables) {
    const terms: Term[] = [];
    for await (const { file: name, line, values } of tables.rows('rows')) {
      const deepest = LEVELS.map((level) => values[level] ?? '').filter((text) => text !== '');
      if (values.level3Term && !values.level2Term)
        tables.errors.add(name, line, 'has a term of level 3 and none of level 2');
      terms.push({
        code: values.fdaCode ?? '',
        place: values.imdrfCode ?? '',
        term: { en: deepest.at(-1) ?? '' },
        columns: filled(values),
      });
    }
    yield* placed(terms);
  },
});

const ofSubset = (dictionary: string, format: string, subset: string): Format => ({
  format,
  dictionary,
  about: 'the CDRH subsets of NCIt (*cdrh*.txt)',
  main: 'rows',
  tables: {
    rows: {
      file: /cdrh.*\.txt$/i,
      shown: '*cdrh*.txt of the NCI Enterprise Vocabulary Services',
      layout: { delimiter: '\t', quoted: false },
      header: true,
      encodings: ['utf-8'],
      columns: [
        { name: 'subset', headers: ['NCIt Subset Code'], check: FILLED },
        { name: 'term', headers: ['CDRH Preferred Term'], check: FILLED },
        { name: 'fdaCode', headers: ['CDRH Source Code'] },
        { name: 'imdrfCode', headers: ['IMDRF Code'] },
      ],
    },
  },
  entries: async function* entries(tables) {
    const terms: Term[] = [];
    for await (const row of tables.rows('rows')) {
      if (row.values.subset !== subset) continue;
      const term = termOfSubset(row);
      if (typeof term === 'string') tables.errors.add(row.file, row.line, term);
      else terms.push(term);
    }
    yield* placed(terms);
  },
});

function termOfSubset({ values }: Row): Term | string {
  const { fdaCode = '', imdrfCode = '', term = '' } = values;
  if (!CODE.pattern.test(fdaCode)) return `CDRH Source Code is '${fdaCode}', expected ${CODE.means}`;
  if (!IMDRF.pattern.test(imdrfCode)) return `IMDRF Code is '${imdrfCode}', expected ${IMDRF.means}`;
  // a term may have two codes; the first is its place
  const place = imdrfCode.replace('IMDRF:', '').split(/[^A-Z0-9]/)[0] ?? '';
  return { code: fdaCode, place, term: { en: term }, columns: { fdaCode, imdrfCode: place } };
}

const KOREAN_PROBLEMS: Table = {
  file: /^kr-?device-?problem.*\.csv$/i,
  shown:
    'kr-device-problem*.csv with problemType, problemCode, level1Term to level3Term, engTerm, codeHierarchy',
  layout: { delimiter: ',', quoted: true },
  header: true,
  encodings: ['utf-8', 'euc-kr'],
  columns: [
    {
      name: 'problemType',
      check: { pattern: /^(PROBC|CIC_TYPE|CIC_CON)$/, means: 'PROBC, CIC_TYPE or CIC_CON' },
    },
    { name: 'problemCode', check: FILLED },
    { name: 'level1Term', check: FILLED },
    { name: 'level2Term' },
    { name: 'level3Term' },
    { name: 'engTerm' },
    { name: 'codeHierarchy', check: FILLED },
  ],
};

const koreanProblems: Format = {
  format: 'kr-device-problems',
  dictionary: 'KR_DEVICE_PROBLEM',
  assumed: true,
  about: 'kr-device-problem*.csv',
  main: 'rows',
  tables: { rows: KOREAN_PROBLEMS },
  entries: async function* entries(tables) {
    const terms: Term[] = [];
    for await (const { values } of tables.rows('rows')) {
      const deepest = LEVELS.map((level) => values[level] ?? '').filter((text) => text !== '');
      const ko = deepest.at(-1) ?? '';
      const { problemCode = '', engTerm = '', codeHierarchy = '' } = values;
      const term = engTerm === '' ? { en: ko, ko } : { en: engTerm, ko };
      terms.push({ code: problemCode, place: codeHierarchy, term, columns: filled(values) });
    }
    yield* placed(terms);
  },
};

export const devices: Format[] = [
  byLevels(
    'MEDICAL_DEVICE_PROBLEM_CODE',
    'device-problems',
    /device-?problem.*\.csv$/i,
    '*device-problem*.csv',
  ),
  byLevels('DEVICE_COMPONENT', 'device-components', /device-?component.*\.csv$/i, '*device-component*.csv'),
  ofSubset('MEDICAL_DEVICE_PROBLEM_CODE', 'cdrh-problems', 'C54451'),
  ofSubset('DEVICE_COMPONENT', 'cdrh-components', 'C54577'),
  koreanProblems,
];
