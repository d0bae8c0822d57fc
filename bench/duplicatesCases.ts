/** Invented cases as the duplicate check sees them, and what happens to a case on its second way to us. */
import type { DuplicateDocument, Part, FieldContent } from '../shared/duplicates/index.ts';

/** Numbers that look random and are the same in each run. */
function chance(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    /** a place in a list: few of them often, many seldom, as products and terms are */
    common: (count: number): number => Math.floor(count * next() ** 3),
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    percent: (share: number): boolean => next() * 100 < share,
  };
}

const SYLLABLES =
  'ba be co da di fe fi ga gri ka lo lu ma me mi na ne no pa pe pro ra ri sa so ta ti tri va ve vi xa zo'.split(
    ' ',
  );
const invented = (seed: number, length: number, end: string): string => {
  const { pick } = chance(seed);
  return Array.from({ length }, () => pick(SYLLABLES)).join('') + end;
};
const PRODUCTS = Array.from({ length: 800 }, (_, at) =>
  invented(at + 1, 3, ['n', 'l', 'x', 'mab'][at % 4] ?? ''),
);
const TERMS = Array.from(
  { length: 2500 },
  (_, at) => `${invented(at + 5000, 3, 'ia')} ${invented(at + 9000, 2, '')}`,
);
const FAMILY =
  '김 이 박 최 정 강 조 윤 장 임 Smith Jones Müller Weber Martin Dubois 田中 タナカ サトウ Rossi Garcia Novak Silva Chen Wang'.split(
    ' ',
  );
const GIVEN = '길동 민수 지영 서연 도윤 하준 수빈 은지 현우 예진'.split(' ');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const COUNTRIES = 'KR KR KR JP US DE FR GB CN IT'.split(' ');

const text = (value: string, more: Partial<Part> = {}): FieldContent => [
  { itemId: '', as: 'text', value, ...more },
];
const code = (value: string): Part => ({ itemId: '', as: 'code', value });
const pad = (number: number): string => String(number).padStart(2, '0');

/** The same case for the same number. A third has no date of birth, a third no age, half no record number. */
export function inventedCase(number: number): DuplicateDocument {
  const { below, common, pick, percent } = chance(number);
  const year = 1930 + below(80);
  const name = pick(FAMILY);
  const isHangul = /[가-힣]/.test(name);
  const initials =
    isHangul && percent(50)
      ? name + pick(GIVEN)
      : LETTERS[below(26)] + (LETTERS[below(26)] ?? '') + (percent(40) ? LETTERS[below(26)] : '');
  const event = (): FieldContent => {
    const at = common(TERMS.length);
    return [
      ...text(TERMS[at] ?? ''),
      ...(percent(80)
        ? [code(String(at)), code(`p${at >> 1}`), { ...code(`h${at >> 4}`), as: 'kin' as const }]
        : []),
    ];
  };
  const onset = (): FieldContent =>
    text(`20${pad(18 + below(7))}${pad(1 + below(12))}${percent(85) ? pad(1 + below(28)) : ''}`);
  const some = <T>(make: () => T, max: number): T[] => Array.from({ length: 1 + below(max) }, make);
  return {
    trial: false,
    said: {
      caseId: [text(`${pick(COUNTRIES)}-ORG${below(40)}-${number}`)],
      initials: [text(initials)],
      ...(percent(66) && { birth: [text(`${year}${pad(1 + below(12))}${pad(1 + below(28))}`)] }),
      ...(percent(66) && { age: [text(String(2022 - year), { unit: 'a' })] }),
      sex: [[code(percent(55) ? '2' : '1')]],
      ...(percent(50) && { subject: [text(`H${below(900_000) + 100_000}`)] }),
      product: some(() => text(PRODUCTS[common(PRODUCTS.length)] ?? ''), 2),
      event: some(event, 3),
      onset: some(onset, 2),
      country: [[code(pick(COUNTRIES))]],
      reporter: [text(name)],
    },
  };
}

/** A second report of the same case; `seed` decides what exactly happens to it. Numbers of the case never come along. */
export type Distortion = (document: DuplicateDocument, seed: number) => DuplicateDocument;

const reworded = (
  { trial, said: content }: DuplicateDocument,
  fields: readonly string[],
  change: (value: string, field: string) => string,
): DuplicateDocument => ({
  trial,
  said: Object.fromEntries(
    Object.entries(content).map(([field, values]) => [
      field,
      fields.includes(field)
        ? values.map((parts) =>
            parts.map((part) => (part.as === 'text' ? { ...part, value: change(part.value, field) } : part)),
          )
        : values,
    ]),
  ),
});
const without = (
  { trial, said: content }: DuplicateDocument,
  fields: readonly string[],
): DuplicateDocument => ({
  trial,
  said: Object.fromEntries(Object.entries(content).filter(([field]) => !fields.includes(field))),
});
const asNewCase: Distortion = (document) => without(document, ['caseId']);
const uncoded = ({ trial, said: content }: DuplicateDocument): DuplicateDocument => ({
  trial,
  said: { ...content, event: (content.event ?? []).map((parts) => parts.filter(({ as }) => as === 'text')) },
});

const typo =
  (seed: number) =>
  (value: string): string => {
    const { below } = chance(seed + value.length);
    if (value.length < 5) return value;
    const at = 1 + below(value.length - 2);
    const letters = [...value];
    const kinds = [
      () => letters.toSpliced(at, 1),
      () => letters.toSpliced(at, 1, 'e'),
      () => letters.toSpliced(at, 2, letters[at + 1] ?? '', letters[at] ?? ''),
    ];
    return (kinds[below(3)]?.() ?? letters).join('');
  };
const swapped = (value: string): string => {
  const [, year, month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? [];
  return year && Number(day) <= 12 ? `${year}${day}${month}` : value;
};
const wide = (value: string): string =>
  value.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const LATIN: Readonly<Record<string, string>> = {
  김: 'Kim',
  이: 'Lee',
  박: 'Park',
  최: 'Choi',
  정: 'Jung',
  강: 'Kang',
  조: 'Cho',
  윤: 'Yoon',
  장: 'Jang',
  임: 'Lim',
  타: 'ta',
  タナカ: 'Tanaka',
  サトウ: 'Sato',
  田中: 'Tanaka',
  길동: 'Gil-dong',
  민수: 'Min Soo',
  지영: 'Ji-young',
  서연: 'Seo-yeon',
  도윤: 'Do-yoon',
  하준: 'Ha-jun',
  수빈: 'Subin',
  은지: 'Eun-ji',
  현우: 'Hyun-woo',
  예진: 'Ye-jin',
};
const latin = (value: string): string =>
  LATIN[value] ??
  (/[가-힣]/.test(value)
    ? `${LATIN[value.slice(0, 1)] ?? value} ${LATIN[value.slice(1)] ?? ''}`.trim()
    : value);

const FEW = ['birth', 'age', 'subject', 'reporter', 'country', 'sex', 'initials'];

export const DISTORTIONS: Readonly<Record<string, Distortion>> = {
  none: asNewCase,
  'typing errors': (document, seed) =>
    reworded(uncoded(asNewCase(document, seed)), ['product', 'event', 'reporter', 'subject'], typo(seed)),
  'day and month swapped': (document, seed) =>
    reworded(asNewCase(document, seed), ['birth', 'onset'], swapped),
  'onset some days off': (document, seed) =>
    reworded(asNewCase(document, seed), ['onset'], (value) =>
      value.length === 8
        ? value.slice(0, 6) + pad(1 + ((Number(value.slice(6)) + 2 + (seed % 3)) % 28))
        : value,
    ),
  'dates to the month': (document, seed) =>
    reworded(asNewCase(document, seed), ['onset', 'birth'], (value) => value.slice(0, 6)),
  'three items missing': (document, seed) =>
    without(
      asNewCase(document, seed),
      [0, 2, 5].map((step) => FEW[(seed + step) % FEW.length] ?? ''),
    ),
  'names in Latin letters': (document, seed) =>
    reworded(asNewCase(document, seed), ['initials', 'reporter'], latin),
  'full-width letters': (document, seed) =>
    reworded(asNewCase(document, seed), ['initials', 'product', 'event', 'subject'], wide),
  'rows in another order': (document, seed) => {
    const { trial, said: content } = asNewCase(document, seed);
    return {
      trial,
      said: Object.fromEntries(
        Object.entries(content).map(([field, values]) => [field, values.toReversed()]),
      ),
    };
  },
  'several at once': (document, seed) =>
    reworded(
      reworded(
        without(uncoded(asNewCase(document, seed)), [
          FEW[seed % FEW.length] ?? '',
          FEW[(seed + 3) % FEW.length] ?? '',
        ]),
        ['product', 'event', 'reporter'],
        typo(seed),
      ),
      ['birth', 'onset'],
      swapped,
    ),
  /** a first call: initials, sex, one product, one reaction in other letters, the month */
  'a thin report': (document, seed) => {
    const { trial, said: content } = reworded(uncoded(asNewCase(document, seed)), ['event'], typo(seed));
    const first = (field: string) => (content[field] ?? []).slice(0, 1);
    const month = first('onset').map((parts) =>
      parts.map((part) => ({ ...part, value: part.value.slice(0, 6) })),
    );
    const { initials = [], sex = [] } = content;
    return {
      trial,
      said: { initials, sex, product: first('product'), event: first('event'), onset: month },
    };
  },
};

/** Another patient of the same reporter: product, reaction, country and month are the same. */
export function neighbourOf(number: number): DuplicateDocument {
  const { trial, said: content } = asNewCase(inventedCase(number), 0);
  const other = asNewCase(inventedCase(number + 500_000), 0).said;
  const { product = [], event = [], country = [], reporter = [] } = content;
  const onset = (content.onset ?? []).map((parts) =>
    parts.map((part) => ({ ...part, value: part.value.slice(0, 6) })),
  );
  return { trial, said: { ...other, product, event, country, reporter, onset } };
}
