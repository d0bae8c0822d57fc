/** The words by which a language tells what happened, to whom and when: our own lists, as patterns. */
import en from './words/en.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import ko from './words/ko.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** Patterns; those of a list are alternatives. */
interface Words {
  cueSide: string;
  breaks: string;
  happened: string[];
  happenedLately: string[];
  lately: string;
  happenedAfter: string[];
  blocked: string[];
  blockedAfter: string[];
  people: string;
  otherIs: string;
  patientIs: string;
  patientAge: string;
  taken: string[];
  takenAfter: string[];
  notTaken: string[];
  notTakenAfter: string[];
  takenForSure: string[];
  takenForSureAfter: string[];
  start: string[];
  stop: string[];
  end: string[];
  onset: string[];
  since: string[];
  never: string[];
  died: string[];
  eventSubjects: string;
  outcomes: { code: string; words: string }[];
  fatal: string;
  actions: { code: string; words: string }[];
  again: string;
  sexes: { code: string; words: string }[];
  patient: string;
  ages: string[];
  ageUnits: Readonly<Record<string, string>>;
  frequencies: { value: string; words: string }[];
  every: string;
  everyUnits: Readonly<Record<string, string>>;
  numbers: Readonly<Record<string, string>>;
  notOneDose: string;
  routes: Readonly<Record<string, string>>;
  lots: string;
  tests: string[];
  testValue: string;
  prefixes?: string;
  suffixes?: string;
}

type Language = 'en' | 'ja' | 'ko' | 'zh';

interface Coded {
  code: string;
  pattern: RegExp;
}

export interface LanguagePack {
  language: Language;
  /** where the words are that say whether something happened */
  cueSide: 'left' | 'right';
  breaks: RegExp;
  happened: RegExp;
  /** these say it only beside a time (`lately`) */
  happenedLately: RegExp;
  lately: RegExp;
  happenedAfter: RegExp;
  blocked: RegExp;
  blockedAfter: RegExp;
  /** other people than the patient, unless the text is about them */
  people: RegExp;
  /** right behind a place: whose it is, such as the son of `her 5-year-old son` */
  whose: RegExp;
  /** right before an age or a death: words for people who treat the patient, and may be named without being meant */
  otherIs: RegExp;
  patientIs: string;
  patientAge: string;
  taken: RegExp;
  takenAfter: RegExp;
  notTaken: RegExp;
  notTakenAfter: RegExp;
  takenForSure: RegExp;
  takenForSureAfter: RegExp;
  dates: {
    start: RegExp;
    stop: RegExp;
    end: RegExp;
    onset: RegExp;
    since: RegExp;
    never: RegExp;
    died: RegExp;
  };
  eventSubjects: RegExp;
  outcomes: readonly Coded[];
  fatal: RegExp;
  actions: readonly Coded[];
  again: RegExp;
  sexes: readonly Coded[];
  patient: RegExp;
  ages: readonly RegExp[];
  ageUnit: (written: string) => string;
  frequencies: readonly Coded[];
  every: RegExp;
  everyUnit: (written: string) => string;
  number: (written: string) => string;
  notOneDose: RegExp;
  routes: readonly Coded[];
  lots: RegExp;
  tests: RegExp;
  /** between the name of a test and its result */
  testValue: string;
  /** scripts without spaces: what may be before and behind a name; null: anything */
  prefixes: RegExp | null;
  suffixes: RegExp | null;
}

/** Null patterns find nothing. */
const NOTHING = /(?!)/g;

function packOf(language: Language, words: Words): LanguagePack {
  const [before, after] = language === 'en' ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] : ['', ''];
  const pattern = (source: string): RegExp => new RegExp(`${before}(?:${source})${after}`, 'giu');
  const any = (sources: readonly string[]): RegExp => {
    const byLength = sources.toSorted((one, other) => other.length - one.length);
    return sources.length === 0 ? NOTHING : pattern(byLength.join('|'));
  };
  const coded = (some: readonly { code: string; words: string }[]): Coded[] =>
    some.map(({ code, words: source }) => ({ code, pattern: pattern(source) }));
  const units = (table: Readonly<Record<string, string>>) => (written: string) =>
    table[written.slice(0, 1).toLowerCase()] ?? table[''] ?? Object.values(table)[0] ?? '';
  return {
    language,
    cueSide: words.cueSide === 'right' ? 'right' : 'left',
    breaks: new RegExp(words.breaks, 'giu'),
    happened: any(words.happened),
    happenedLately: any(words.happenedLately),
    lately: pattern(words.lately),
    happenedAfter: any(words.happenedAfter),
    blocked: any(words.blocked),
    blockedAfter: any(words.blockedAfter),
    people: pattern(words.people),
    whose: new RegExp(`^[\\s-]*(?:の|的)?(${words.people})${after}`, 'iu'),
    otherIs: new RegExp(`${before}(?:${words.otherIs})$`, 'iu'),
    patientIs: words.patientIs,
    patientAge: words.patientAge,
    taken: any(words.taken),
    takenAfter: any(words.takenAfter),
    notTaken: any(words.notTaken),
    notTakenAfter: any(words.notTakenAfter),
    takenForSure: any(words.takenForSure),
    takenForSureAfter: any(words.takenForSureAfter),
    dates: {
      start: any(words.start),
      stop: any(words.stop),
      end: any(words.end),
      onset: any(words.onset),
      since: any(words.since),
      never: any(words.never),
      died: any(words.died),
    },
    eventSubjects: new RegExp(words.eventSubjects, 'iu'),
    outcomes: coded(words.outcomes),
    fatal: pattern(words.fatal),
    actions: coded(words.actions),
    again: pattern(words.again),
    sexes: coded(words.sexes),
    patient: pattern(words.patient),
    ages: words.ages.map(
      (source) => new RegExp(`${language === 'en' ? before : '(?<!\\p{N})'}(?:${source})`, 'giu'),
    ),
    ageUnit: units(words.ageUnits),
    frequencies: coded(words.frequencies.map(({ value, words: source }) => ({ code: value, words: source }))),
    every: pattern(words.every),
    everyUnit: units(words.everyUnits),
    number: (written) => words.numbers[written.toLowerCase()] ?? written,
    notOneDose: pattern(words.notOneDose),
    routes: coded(Object.entries(words.routes).map(([code, source]) => ({ code, words: source }))),
    lots: new RegExp(words.lots, 'giu'),
    tests: any(words.tests),
    testValue: words.testValue,
    prefixes: words.prefixes === undefined ? null : new RegExp(`(?:${words.prefixes})$`, 'u'),
    suffixes: words.suffixes === undefined ? null : new RegExp(`^(?:${words.suffixes})`, 'u'),
  };
}

const PACKS: Readonly<Record<Language, LanguagePack>> = {
  en: packOf('en', en),
  ja: packOf('ja', ja),
  ko: packOf('ko', ko),
  zh: packOf('zh', zh),
};

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

/** By the script of a sentence; Chinese and Japanese share characters, so the whole text decides between them. */
export function languagePack(sentence: string, isJapanese: boolean): LanguagePack {
  if (HANGUL.test(sentence)) return PACKS.ko;
  if (KANA.test(sentence) || (isJapanese && HAN.test(sentence))) return PACKS.ja;
  return HAN.test(sentence) ? PACKS.zh : PACKS.en;
}

export const isJapaneseText = (text: string): boolean => KANA.test(text);
