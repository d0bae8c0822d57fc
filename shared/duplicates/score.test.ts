import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { DUPLICATE_CHECK } from './descriptor.ts';
import { documentOf, readable, type DuplicateDocument, type Part, type FieldContent } from './document.ts';
import { keysOf, searchKeysOf } from './keys.ts';
import { rarityIn, scoreOf, type Score } from './score.ts';

const WORDS = [
  'headache',
  'headahce',
  'nausea',
  '두통',
  'JK',
  'KJ',
  '홍길동',
  'Hong Gil-dong',
  'Tylenol',
  '타이레놀',
  '45',
  '46',
  'KR-2024-001',
  '20240105',
  '20240501',
  '202401',
  '2024',
  '***',
];
const aPart: fc.Arbitrary<Part> = fc.record({
  itemId: fc.constantFrom('a', 'b'),
  as: fc.constantFrom('text', 'code', 'kin'),
  value: fc.oneof(fc.constantFrom(...WORDS), fc.string({ minLength: 1, maxLength: 12 })),
  unit: fc.constantFrom('a', 'mo'),
});
const anyContent: fc.Arbitrary<FieldContent> = fc.array(aPart, { minLength: 1, maxLength: 3 });
const fields = DUPLICATE_CHECK.fields.map(({ field }) => field);
const aDocument: fc.Arbitrary<DuplicateDocument> = fc.record({
  trial: fc.boolean(),
  said: fc.dictionary(fc.constantFrom(...fields), fc.array(anyContent, { minLength: 1, maxLength: 3 })),
});
const rarityOf = (key: string): number | undefined => (key.length % 3 === 0 ? key.length % 7 : undefined);
const score = (a: DuplicateDocument, b: DuplicateDocument): Score => scoreOf(DUPLICATE_CHECK, a, b, rarityOf);
const without = ({ trial, said }: DuplicateDocument, field: string): DuplicateDocument => ({
  trial,
  said: Object.fromEntries(Object.entries(said).filter(([name]) => name !== field)),
});

describe('a score', () => {
  it('is symmetric', () => {
    fc.assert(
      fc.property(aDocument, aDocument, (a, b) => {
        const [one, other] = [score(a, b), score(b, a)];
        expect([other.score, other.band]).toEqual([one.score, one.band]);
        const facts = ({ evidence }: Score) =>
          evidence.map(({ field, match, points }) => ({ field, match, points }));
        expect(facts(other)).toEqual(facts(one));
      }),
    );
  });

  it('is the sum of its evidence', () => {
    fc.assert(
      fc.property(aDocument, aDocument, (a, b) => {
        const { score: sum, evidence } = score(a, b);
        expect(sum).toBeCloseTo(
          evidence.reduce((all, { points }) => all + points, 0),
          5,
        );
      }),
    );
  });

  it('grows with agreement and shrinks with disagreement, compared with a missing value', () => {
    fc.assert(
      fc.property(aDocument, aDocument, fc.constantFrom(...fields), (a, b, field) => {
        const whole = score(a, b);
        const found = whole.evidence.find((one) => one.field === field);
        const less = score(without(a, field), b).score;
        if (!found || found.match === 'missing') expect(whole.score).toBeCloseTo(less, 5);
        else if (found.match === 'disagree') expect(whole.score).toBeLessThanOrEqual(less);
        else expect(whole.score).toBeGreaterThanOrEqual(less);
      }),
    );
  });

  it('never shrinks by a further row', () => {
    fc.assert(
      fc.property(aDocument, aDocument, fc.constantFrom(...fields), anyContent, (a, b, field, row) => {
        fc.pre((a.said[field]?.length ?? 0) > 0);
        const before = score(a, b);
        fc.pre(before.evidence.find((one) => one.field === field)?.match !== 'missing');
        const more = { ...a, said: { ...a.said, [field]: [...(a.said[field] ?? []), row] } };
        expect(score(more, b).score).toBeGreaterThanOrEqual(before.score);
      }),
    );
  });
});

describe('keys', () => {
  it('are shared by documents that are searched alike', () => {
    fc.assert(
      fc.property(aDocument, (document) => {
        const searchKeys = new Set(searchKeysOf(DUPLICATE_CHECK, document));
        expect(keysOf(DUPLICATE_CHECK, document).every((key) => searchKeys.has(key))).toBe(true);
      }),
    );
  });

  it('of a swapped date include the intended date', () => {
    const of = (value: string): DuplicateDocument => ({
      trial: false,
      said: { birth: [[{ itemId: 'x', as: 'text', value }]] },
    });
    const searchKeys = searchKeysOf(DUPLICATE_CHECK, of('19700503'));
    expect(keysOf(DUPLICATE_CHECK, of('19700305')).some((key) => searchKeys.includes(key))).toBe(true);
  });
});

describe('rarity', () => {
  const { rarity } = DUPLICATE_CHECK;
  it('is at most the cap, and lower for common values', () => {
    expect(rarityIn(rarity, 0, 100_000)).toBe(rarity.cap);
    expect(rarityIn(rarity, 50_000, 100_000)).toBeLessThan(1.1);
    expect(rarityIn(rarity, 3, 20)).toBeGreaterThan(5);
  });
});

describe('the document of a case', () => {
  const catalogue = compileCatalogue(realSources);
  const content: CaseContent = { values: [], rows: [] };
  const say = (role: string, value: string | null, rowNo = 0, more: object = {}) =>
    content.values.push({
      itemId: catalogue.roles[role] ?? '',
      rowNo,
      rowNo2: 0,
      rowNo3: 0,
      value,
      nullFlavor: null,
      notation: null,
      ...more,
    });
  const row = (role: string, rowNo: number, deleted = false) =>
    content.rows.push({
      group: catalogue.groupRoles[role] ?? '',
      rowNo,
      rowNo2: 0,
      rowNo3: 0,
      rowId: `${role}${rowNo}`,
      sort: rowNo,
      deleted,
    });
  for (const rowNo of [1, 2, 3]) row('drugs', rowNo);
  row('reactions', 1, true);
  row('reactions', 2);
  say('typeOfReport', '2');
  say('patientInitials', null, 0, { nullFlavor: 'MSK' });
  say('investigationNumber', 'Unknown');
  say('ageNumber', '5');
  say('ageUnit', 'mo');
  say('drugName', 'Alpha', 1, { notation: '알파' });
  say('drugName', 'Beside', 2);
  say('drugRole', '2', 2);
  say('drugName', 'Blind', 3);
  say('productBlinded', 'true', 3);
  say('reactionTerm', '1', 1);
  say('reactionTerm', '2', 2);
  const document = documentOf(DUPLICATE_CHECK, catalogue, content, (_item, code) => [
    `pt${code}`,
    `hlt${code}`,
  ]);
  const values = (field: string) => document.said[field]?.map((parts) => parts.map(({ value }) => value));

  it('recognises a trial', () => expect(document.trial).toBe(true));
  it('treats masked and unknown values as missing', () => {
    expect(values('initials')).toBeUndefined();
    expect(values('subject')).toBeUndefined();
  });
  it('excludes concomitant and blinded products, and reads notations', () =>
    expect(values('product')).toEqual([['Alpha', '알파']]));
  it('excludes deleted rows, and includes the broader terms', () =>
    expect(values('event')).toEqual([['2', 'pt2', 'hlt2']]));
  it('includes the unit of the age', () => expect(document.said.age?.[0]?.[0]).toMatchObject({ unit: 'mo' }));
  it('excludes items that the user may not read', () => {
    const seen = readable(document, (itemId) => itemId !== catalogue.roles.drugName);
    expect(Object.keys(seen.said)).toEqual(Object.keys(document.said).filter((name) => name !== 'product'));
  });
});
