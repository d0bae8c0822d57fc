import { describe, expect, it } from 'vitest';
import { compared, type Compared } from './compare.ts';
import { DUPLICATE_CHECK, type DuplicateField } from './descriptor.ts';
import { titlesOf } from './normalise.ts';
import type { Part } from './document.ts';

const titles = titlesOf(DUPLICATE_CHECK.titles);
const fieldOf = (name: string): DuplicateField => {
  const field = DUPLICATE_CHECK.fields.find((one) => one.field === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};
const text = (value: string, more: Partial<Part> = {}): Part => ({ itemId: 'x', as: 'text', value, ...more });
const ask = (field: string, a: Part[], b: Part[]): Compared | null => compared(a, b, fieldOf(field), titles);
const compareValues = (field: string, a: string, b: string) => {
  const found = ask(field, [text(a)], [text(b)]);
  return found && `${found.degree} ${found.why}${found.by === undefined ? '' : ` ${found.by}`}`;
};

describe('dates', () => {
  it.each([
    ['20240105', '20240105', 'agree same'],
    ['20240105', '2024010510', 'agree same'],
    ['20240105', '20240107', 'close apart 2'],
    ['20240105', '20240125', 'near apart 20'],
    ['20240305', '20240503', 'close swapped'],
    ['20240105', '202401', 'near overlap'],
    ['202401', '20240105', 'near overlap'],
    ['2024', '20240105', 'near overlap'],
    ['202402', '20240105', 'disagree other'],
    ['20230105', '20240105', 'near oneDigit'],
    ['20230905', '20240105', 'disagree other'],
    ['nonsense', '20240105', null],
  ])('%s and %s: %s', (a, b, answer) => expect(compareValues('onset', a, b)).toBe(answer));

  it('scores an equal month twice as high as an equal year', () => {
    expect(ask('onset', [text('202401')], [text('20240105')])?.share).toBe(1);
    expect(ask('onset', [text('2024')], [text('20240105')])?.share).toBe(0.5);
  });

  it('treats dates of birth a few days apart as different, and a wrong digit as a typing error', () => {
    expect(compareValues('birth', '19700105', '19700209')).toBe('disagree other');
    expect(compareValues('birth', '19700115', '19700125')).toBe('close oneDigit');
  });
});

describe('ages', () => {
  const age = (value: string, unit?: string) => [text(value, unit ? { unit } : {})];
  it.each([
    [age('45', 'a'), age('45', 'a'), 'agree'],
    [age('45', 'a'), age('46', 'a'), 'close'],
    [age('45', 'a'), age('48', 'a'), 'disagree'],
    [age('18', 'mo'), age('1.5', 'a'), 'agree'],
    [age('5', '10.a'), age('54', 'a'), 'close'],
    [age('45', 'a'), age('45'), undefined],
  ])('%o and %o: %s', (a, b, degree) => expect(ask('age', a, b)?.degree).toBe(degree));
});

describe('names', () => {
  it.each([
    ['initials', 'J.K.', 'jk', 'agree same'],
    ['initials', 'ＪＫ', 'J K', 'agree same'],
    ['initials', 'JK', 'KJ', 'close otherOrder'],
    ['initials', 'HGD', '홍길동', 'agree initials'],
    ['initials', '홍길동', 'Hong Gil Dong', 'agree otherScript'],
    ['initials', '홍길동', 'Hong Gildong', 'agree otherScript'],
    ['initials', '홍길동 님', '홍길동', 'agree same'],
    ['initials', 'ABC', 'AB', 'close part'],
    ['initials', 'ABC', 'XYZ', 'disagree other'],
    ['reporter', 'Dr. Müller', 'Muller', 'agree same'],
    ['reporter', 'Kim', 'Gim', 'close similar'],
    ['reporter', '김', 'Kim', 'agree otherScript'],
    ['reporter', '박', 'Park', 'agree otherScript'],
    ['reporter', 'タナカ', 'Tanaka', 'agree otherScript'],
    ['reporter', 'たなか先生', 'Tanaka', 'agree otherScript'],
    ['reporter', 'Anderson', 'Andersen', 'close oneLetter'],
    ['reporter', 'Anderson', 'Fischer', 'disagree other'],
  ])('%s %s and %s: %s', (field, a, b, answer) => {
    expect(compareValues(field, a, b)).toBe(answer);
    expect(compareValues(field, b, a)).toBe(answer);
  });
});

describe('numbers of cases and records', () => {
  it.each([
    ['caseId', 'KR-HANBIT-2024 0001', 'kr/hanbit/20240001', 'agree same'],
    ['caseId', 'KR-1', 'KR-1', null],
    ['subject', '001-0012', '001-0013', 'close oneLetter'],
    ['subject', '００１－０１２', '001012', 'agree same'],
    ['subject', '001-0012', '002-0987', 'disagree other'],
  ])('%s %s and %s: %s', (field, a, b, answer) => expect(compareValues(field, a, b)).toBe(answer));
});

describe('products and reactions', () => {
  it.each([
    ['product', 'Tylenol Tab. 500 mg', 'TYLENOL', 'agree same'],
    ['product', 'Tylenol', 'Tylenil', 'close similar'],
    ['product', '타이레놀정 500밀리그램', 'Tylenol', 'close similar'],
    ['product', 'Aspirin Protect', 'Aspirin', 'close part'],
    ['product', 'Aspirin', 'Metformin', 'disagree other'],
    ['event', 'Head  ache', 'head ache', 'agree same'],
    ['event', 'headache', 'headahce', 'close similar'],
    ['event', 'headache', 'nausea', 'disagree other'],
  ])('%s %s and %s: %s', (field, a, b, answer) => expect(compareValues(field, a, b)).toBe(answer));

  const code = (value: string): Part => ({ itemId: 'x', as: 'code', value });
  const kin = (value: string): Part => ({ itemId: 'x', as: 'kin', value });

  it('compares the code before the words', () => {
    expect(ask('event', [text('dizzy'), code('1')], [text('vertigo'), code('1')])?.why).toBe('sameCode');
  });

  it('treats a term of the same group as close', () => {
    expect(ask('event', [code('1'), kin('9')], [code('2'), kin('9')])).toMatchObject({
      degree: 'close',
      why: 'sameGroup',
    });
    expect(ask('event', [code('1'), kin('8')], [code('2'), kin('9')])?.degree).toBe('disagree');
  });

  it('does not compare a code with words', () => {
    expect(ask('event', [code('1')], [text('nausea')])).toBeNull();
  });
});
