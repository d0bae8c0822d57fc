/** Invented dictionaries of the size of the real ones: 70 % Latin, 15 % Korean, 15 % Japanese. */
import type { LoadedEntry } from '../server/dictionaries/entry.ts';
import { chanceFrom, type Chance } from '../shared/generate/chance.ts';

const LATIN =
  'ba be bi bo ca ce co cra da de di do fen fi fo ga gli ha he hy ka ki la le li lo lu ma me mi mo na ne ni no pa pe phi pro ra re ri ro sa se si sta ta te ti tra va ve vi xa xi za zo'.split(
    ' ',
  );
const LATIN_ENDS = 'rix mab nib pril sartan statin ine ol um ide ate zole ase cin'.split(' ');
const KOREAN = [
  ...'가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치통증염열암병약정액',
];
const JAPANESE = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン炎症痛熱癌病薬錠液腹頭部下上内外感染',
];
const FORMS = ['tablets', 'capsules', 'solution for injection', 'cream', 'oral suspension', 'eye drops'];
const COUNTRIES = ['KOR', 'JPN', 'USA', 'DEU', 'FRA', 'GBR', 'CHN', 'BRA', 'IND', 'ITA', 'ESP', 'CAN'];
/** countries that few drugs have: one of so many */
const RARE_COUNTRIES = { ISL: 1000, NOR: 100 };
const WORDS = 6000;

/** What is said in one script. */
interface Tongue {
  words: string[];
  join: string;
}

function tongues(chance: Chance): Tongue[] {
  const word = (characters: string[], min: number, max: number, ends: string[] = ['']) =>
    Array.from({ length: chance.between(min, max) }, () => chance.pick(characters)).join('') +
    chance.pick(ends);
  const many = (make: () => string) => Array.from({ length: WORDS }, make);
  const latin = { words: many(() => word(LATIN, 2, 4, LATIN_ENDS)), join: ' ' };
  const korean = { words: many(() => word(KOREAN, 2, 5)), join: ' ' };
  const japanese = { words: many(() => word(JAPANESE, 2, 6)), join: '' };
  return [
    ...Array<Tongue>(14).fill(latin),
    ...Array<Tongue>(3).fill(korean),
    ...Array<Tongue>(3).fill(japanese),
  ];
}

/** A name of so many words; a few words stand in many names. */
const nameOf = (chance: Chance, { words, join }: Tongue, min: number, max: number): string =>
  Array.from({ length: chance.between(min, max) }, () => {
    const rare = chance.between(0, 99) / 100;
    return words[Math.floor(rare * rare * rare * chance.between(1, words.length - 1))] ?? '';
  }).join(join);

/** Terms with four broader ones. */
export function* inventedTerms(count: number): Generator<LoadedEntry> {
  const chance = chanceFrom(1);
  const spoken = tongues(chance);
  for (let at = 0; at < count; at += 1) {
    const broader = (level: number) => {
      const group = Math.floor(at / 4 ** level);
      return { code: `8${level}${group}`, term: { en: `Group ${level} ${group}` } };
    };
    yield {
      code: String(10_000_000 + at),
      term: { en: nameOf(chance, chance.pick(spoken), 1, 4) },
      current: !chance.percent(8),
      parents: [1, 2, 3, 4].map(broader),
      columns: chance.percent(10) ? { imeFlag: 'Y' } : {},
    };
  }
}

function countryOf(chance: Chance, at: number): string {
  const usual = chance.pick(COUNTRIES);
  return Object.entries(RARE_COUNTRIES).find(([, each]) => at % each === 0)?.[0] ?? usual;
}

/** Drugs with sixteen columns. */
export function* inventedDrugs(count: number): Generator<LoadedEntry> {
  const chance = chanceFrom(2);
  const spoken = tongues(chance);
  for (let at = 0; at < count; at += 1) {
    const tongue = chance.pick(spoken);
    const name = nameOf(chance, tongue, 1, 2);
    const strength = `${chance.between(1, 500)} mg`;
    const substance = nameOf(chance, tongue, 1, 2);
    const atc = `A${String(chance.between(1, 16)).padStart(2, '0')}AA${String(chance.between(1, 50)).padStart(2, '0')}`;
    yield {
      code: String(1_000_000_000 + at),
      term: { en: chance.percent(60) ? `${name} ${strength}` : name },
      current: true,
      parents: [],
      columns: {
        drugCode: `${String(100_000 + (at % 900_000))} ${String(at % 99).padStart(2, '0')} ${String(at % 999).padStart(3, '0')}`,
        nameSpecifier: chance.pick(['', 'Forte', 'Retard']),
        ingredients: substance,
        preferredName: substance,
        generic: chance.pick(['Y', 'N']),
        preferred: chance.pick(['Y', 'N', 'N', 'N']),
        country: countryOf(chance, at),
        mah: `${nameOf(chance, tongue, 1, 1)} Ltd`,
        strength,
        pharmForm: chance.pick(FORMS),
        selAtcCode: atc,
        selAtcName: `Group ${atc}`,
        atcCode: atc,
        atcName: `Group ${atc}`,
        whoddType: 'MPID',
      },
    };
  }
}
