/** Invented entries of every dictionary, searched as a server would: by what the keyword is part of. */
import { truncateCode, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { readDictionary, searchDictionary, type DictionaryEntry } from '../../shared/contract/index.ts';
import type { Language } from '../../src/i18n/index.ts';
import { fake, Refusal, type FakeCall } from './fakeCalls.ts';

const files = import.meta.glob<DictionaryDescriptor>('../../schemas/dictionaries/*.dictionary.json', {
  eager: true,
  import: 'default',
});
/** By the name items ask for. */
const DESCRIPTORS: Readonly<Record<string, DictionaryDescriptor>> = Object.fromEntries(
  Object.values(files).map((descriptor) => [descriptor.dictionary, descriptor]),
);

const VERSION = '28.0';
const SOC = { code: '10029205', term: 'Nervous system disorders' };
const REACTIONS = [
  { code: '10019211', term: 'Headache', ja: '頭痛', current: true },
  { code: '10028813', term: 'Nausea', ja: '悪心', current: true },
  { code: '10037844', term: 'Rash', ja: '発疹', current: true },
  { code: '10019218', term: 'Headache NOS', ja: '頭痛ＮＯＳ', current: false },
];

const reactions: readonly DictionaryEntry[] = REACTIONS.map(({ code, term, ja, current }) => ({
  code,
  term,
  current,
  parents: [{ code: `${code}1`, term }, { code: `${code}2`, term: `${term} symptoms` }, SOC],
  columns: { lltCode: code, lltName: term, ptName: term, socName: SOC.term, imeFlag: 'N', synoName: ja },
}));

const SAMPLES = 23;
const TONES = ['BLUE', 'GRAY', 'GREEN', '#c2410c', ''];
/** Values of columns that mean something to the dialog; all others say what they are of. */
const meaning = (descriptor: DictionaryDescriptor, column: string, place: number): string | undefined => {
  if (column === descriptor.tone) return TONES[place % TONES.length];
  if (column === descriptor.code) return `S${String(place + 1).padStart(8, '0')}`;
  if (column === descriptor.term) return `Sample product ${place + 1} 100% film-coated tablet`;
  return descriptor.fields?.find((field) => field.column === column)?.codes?.[0]?.code;
};

const entriesOf = (descriptor: DictionaryDescriptor): readonly DictionaryEntry[] =>
  Array.from({ length: SAMPLES }, (_, place) => {
    const columns = Object.fromEntries(
      descriptor.columns.map(({ column, label }) => [
        column,
        meaning(descriptor, column, place) ?? `${label.en} ${place + 1}`,
      ]),
    );
    const parents = (descriptor.levels ?? []).map((level, depth) => ({
      code: `L${depth}`,
      term: `${level.en} ${place + 1}`,
    }));
    return {
      code: truncateCode(descriptor, columns[descriptor.code] ?? ''),
      term: columns[descriptor.term] ?? '',
      current: place % 7 !== 6,
      parents,
      columns,
    };
  });

const entries = new Map<string, readonly DictionaryEntry[]>();
function sampleEntries(dictionary: string): readonly DictionaryEntry[] {
  if (dictionary === 'MEDDRA') return reactions;
  const descriptor = DESCRIPTORS[dictionary];
  const made = entries.get(dictionary) ?? (descriptor ? entriesOf(descriptor) : []);
  entries.set(dictionary, made);
  return made;
}

/** Both calls of dictionaries. */
export const dictionaryCalls = (language: Language): FakeCall[] => [
  fake(readDictionary, ({ params: { dictionary } }) => {
    const descriptor = DESCRIPTORS[dictionary];
    if (!descriptor) throw new Refusal(404, 'NOT_FOUND', `There is no dictionary ${dictionary}`);
    const options = (descriptor.fields ?? []).filter(({ kind }) => kind === 'column');
    return {
      dictionary,
      descriptor,
      version: VERSION,
      sample: true,
      language,
      versions: [VERSION],
      options: Object.fromEntries(
        options.map(({ field }) => [field, ['KR', 'US', 'JP'].map((value) => ({ value, label: value }))]),
      ),
      begins: {},
    };
  }),
  fake(searchDictionary, ({ params: { dictionary }, query }) => {
    const { keyword = '', code, pageNo = 1, rowCount = 10 } = query;
    const found = sampleEntries(dictionary).filter((entry) =>
      code
        ? entry.code === code
        : Object.values(entry.columns).some((text) => text.toLowerCase().includes(keyword.toLowerCase())),
    );
    const listInfo = found
      .slice((pageNo - 1) * rowCount, pageNo * rowCount)
      .map((entry) =>
        language === 'ja' && entry.columns.synoName ? { ...entry, term: entry.columns.synoName } : entry,
      );
    return {
      dictionary,
      version: VERSION,
      sample: true,
      resembling: false,
      more: false,
      listInfo,
      pageInfo: {
        menuId: '',
        pageNo,
        rowCount,
        totalCount: found.length,
        totalPage: Math.max(1, Math.ceil(found.length / rowCount)),
      },
    };
  }),
];
