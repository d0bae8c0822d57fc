import { describe, expect, it } from 'vitest';
import { costOf } from '../../shared/testing/costOf.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { redactPersonalData } from './redactPersonalData.ts';

const PRIVATE = 'initials';
const catalogue = { items: { [PRIVATE]: { privacy: true } } } as unknown as Catalogue;
const redacted = (text: string, initials: string | null = null): string =>
  redactPersonalData(text, catalogue, {
    values: [{ ...addressAt(PRIVATE, []), ...EMPTY_VALUE, value: initials }],
    rows: [],
  });

describe('an external coder does not receive', () => {
  it.each([
    ['a date', 'rash on 2024-01-05', 'rash on …'],
    ['a date in the order of other countries', 'rash on 5.1.2024, gone 12/24/24', 'rash on …, gone …'],
    ['a month', 'rash since 03/2024, or 2024.03', 'rash since …, or …'],
    ['a day without a year', 'rash on 12/24, am 5.3. Fieber', 'rash on …, am … Fieber'],
    ['a day without a year in Korean', '3월 5일에 발진, 3月14日に発疹', '…에 발진, …に発疹'],
    ['a date in digits of full width', '２０２４年１月５日に発疹', '…に発疹'],
    ['a phone number', 'rash, 03-1234-5678', 'rash, …'],
    ['a phone number with points', 'rash, 01.23.45.67.89', 'rash, …'],
    ['a phone number in signs of full width', '発疹、電話０３－１２３４－５６７８', '発疹、電話…'],
    ['a phone number with dashes of a Japanese keyboard', '発疹、電話０３−１２３４−５６７８', '発疹、電話…'],
    ['a phone number before what may be a unit', 'call 555-1234 min 2 days', 'call … min 2 days'],
    ['a phone number in groups before a unit', 'call 010 1234 5678 h, rash', 'call … h, rash'],
    ['a phone number with its area before a unit', 'call (02) 555−1234 days', 'call … days'],
    ['the area of a phone number in parentheses', 'call (02) 555-1234, ０２（５５５）１２３４', 'call …, …'],
    ['a country before an area in parentheses', 'call +82 (0)2 555 1234, rash', 'call …, rash'],
    ['a phone number of round groups before a time', 'call 500-1000 min 2 days', 'call … min 2 days'],
    ['a name behind its label', 'Patient name: John Smith, rash', 'Patient name: …, rash'],
    ['a name behind its label at the beginning', 'Name: john Smith has a rash', 'Name: … has a rash'],
    ['a Korean name behind its label', '환자명:홍길동 두통', '환자명:… 두통'],
    ['a Japanese name behind its label', '氏名：田中 太郎 発疹', '氏名:… 発疹'],
    ['a Chinese name behind its label', '患者姓名：张伟，皮疹', '患者姓名:…,皮疹'],
    ['a Korean name before an occupation', '김 간호사가 발진을 봄, 박교수', '…가 발진을 봄, …'],
    ['a Japanese name before an occupation', '主治医の山田医師が発疹', '主治医の…が発疹'],
    ['a Chinese name of a head nurse', '王护士长报告皮疹', '…报告皮疹'],
    ['a Korean name', '김철수님 발진', '… 발진'],
    ['a Korean name in pieces of syllables', '김철수님 발진'.normalize('NFD'), '… 발진'],
    ['a name after a form of address', 'Dr. Smith saw a rash', '… saw a rash'],
    ['a name with initials', 'Dr. J.R. Smith saw a rash', '… saw a rash'],
    ['a name with small words', 'mr John van der Berg fell', '… fell'],
    ['a name written small', 'dr smith saw a rash', '… saw a rash'],
    ['an identifier', 'subject KR-001, rash', 'subject …, rash'],
    ['an identifier that begins as a marker does', 'subject COVID-19-001, rash', 'subject COVID-…, rash'],
    ['a Korean name with a particle', '김철수님은 발진', '…은 발진'],
    ['a Korean name before a title', '김철수 선생님께서 발진을 봄', '…께서 발진을 봄'],
    ['a Korean family name alone', '이 씨가 발진', '…가 발진'],
    ['a Korean name in part masked', '김OO씨 발진, 박○수 환자', '… 발진, … 환자'],
    ['a Japanese name', '田中さんに発疹', '…に発疹'],
    ['a Japanese name in kana with long vowels', 'アレクサンダー・メアリー様は発疹', '…は発疹'],
    ['a Japanese name that is masked', '田中○○さん 発疹', '… 発疹'],
    ['a letter for a Japanese name', 'Aさんに発疹', '…に発疹'],
    ['a Chinese name', '王女士出现皮疹', '…出现皮疹'],
    ['a Chinese name of a doctor', '由张伟医生报告', '由…报告'],
    ['a Chinese name in part masked', '李某某出现皮疹', '…出现皮疹'],
    ['a text in capitals behind a form of address', 'MS SMITH FELL', '…'],
  ])('%s', (_what, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    ['without a space', 'a'],
    ['of links between two signs', 'a-'],
    ['of lines', 'a--'],
    ['of digits', '1-'],
    ['of mail addresses', 'a@'],
    ['of names', 'Dr '],
    ['of initials', 'Dr A. '],
    ['of small words', 'Dr van '],
    ['of spaces', '1  '],
    ['of kana', 'カ'],
    ['of masked names', '김○'],
    ['of short numbers before words', '12-AB'],
    ['of areas', '(02) '],
    ['of labels', 'name: '],
    ['of occupations', '医師'],
  ])('a long text in reasonable time: %s', async (_what, part) => {
    const text = part.repeat(100_000);
    expect(await costOf(() => redacted(text))).toBeLessThan(2000);
  });

  it.each([
    ['an identifier', 'case AB-12 has a rash', 'case … has a rash'],
    ['an identifier behind a line', 'case -AB-X-12 has a rash', 'case -… has a rash'],
    ['a mail address', 'write to <a.b@example.org> about the rash', 'write to … about the rash'],
    ['a link', 'see (https://example.org/a) about the rash', 'see (… about the rash'],
  ])('%s', (_what, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it('what the case has masked, in whatever form it is written', () => {
    expect(redacted('ＡＢＣ has a rash', 'ABC')).toBe('… has a rash');
    expect(redacted('ABC has a rash', 'ＡＢＣ')).toBe('… has a rash');
  });
});

describe('an external coder does not receive a name that the case knows', () => {
  const names = ['family', 'given'];
  const people = {
    items: Object.fromEntries(names.map((one) => [one, { privacy: true }])),
  } as unknown as Catalogue;
  const without = (text: string, ...values: string[]): string =>
    redactPersonalData(text, people, {
      values: values.map((value, at) => ({ ...addressAt(names[at] ?? '', []), ...EMPTY_VALUE, value })),
      rows: [],
    });

  it.each([
    ['in the middle of a Japanese sentence', '患者田中太郎に発疹', ['田中太郎'], '患者…に発疹'],
    ['before a year', '田中太郎2024歳の発疹', ['田中太郎'], '…2024歳の発疹'],
    ['with a blank that the item lacks', '田中 太郎に発疹', ['田中太郎'], '…に発疹'],
    ['without the blank that the item has', '昨日田中太郎は発疹', ['田中 太郎'], '昨日…は発疹'],
    ['by its family name alone', '患者は田中、発疹あり', ['田中　太郎'], '患者は…、発疹あり'],
    ['in the middle of a Chinese sentence', '昨天张伟出现皮疹', ['张伟'], '昨天…出现皮疹'],
    ['of two items', '昨日田中太郎に発疹', ['田中', '太郎'], '昨日……に発疹'],
    ['with a family name of one syllable', '환자 김철수가 두통', ['김', '철수'], '환자 …가 두통'],
    ['with the family name behind it', '환자철수 김, 두통', ['김', '철수'], '환자…, 두통'],
    ['in pieces of syllables', '환자김철수두통'.normalize('NFD'), ['김철수'], '환자…두통'],
    ['in Latin letters before Korean', '환자ABC는 두통', ['ABC'], '환자…는 두통'],
    ['in katakana', '患者はジョン・スミスで発疹', ['ジョンスミス'], '患者は…で発疹'],
  ])('%s', (_what, text, values, expected) => {
    expect(without(text, ...values)).toBe(expected);
  });

  it.each([
    ['a family name of one sign without a given name', '金属アレルギー', ['金', '太郎'], '金属アレルギー'],
    ['a part of a Latin word', 'anaphylaxis', ['ana', 'lax'], 'anaphylaxis'],
  ])('but %s', (_what, text, values, expected) => {
    expect(without(text, ...values)).toBe(expected);
  });
});

describe('an external coder receives', () => {
  it.each([
    ['what follows a name', 'Mr Smith has severe headache', '… has severe headache'],
    ['what follows a form of address without a name', 'nurse noted rash on both arms', '… rash on both arms'],
    ['a temperature', 'fever 38.5, then 39.2 °C', 'fever 38.5, then 39.2 °C'],
    ['a blood pressure', 'BP 120/80, 150/95 mmHg', 'BP 120/80, 150/95 mmHg'],
    ['a range', 'fever of 38.5-39.2 for 3-4 days', 'fever of 38.5-39.2 for 3-4 days'],
    ['a dose', '0.5 mg, later 1.25 and 10-20 mg', '0.5 mg, later 1.25 and 10-20 mg'],
    ['a range of doses', '500-1000 mg, then 1000–2000 IU', '500-1000 mg, then 1000–2000 IU'],
    ['a count of cells', 'platelets 150000/μL, 12000 IU', 'platelets 150000/μL, 12000 IU'],
    ['a temperature in Korean', '38.5도의 발열, 38.5℃', '38.5도의 발열, 38.5°C'],
    ['a virus', 'COVID-19 pneumonia', 'COVID-19 pneumonia'],
    ['a virus within a text without spaces', '既往COVID-19に感染', '既往COVID-19に感染'],
    ['what is related to a virus', 'COVID-19-related rash', 'COVID-19-related rash'],
    ['a marker', 'CA-125 increased', 'CA-125 increased'],
    ['a marker with two numbers', 'CA 19-9 raised, CA-125', 'CA 19-9 raised, CA-125'],
    ['a duration with a hyphen', '24-hour urine after 5-FU', '24-hour urine after 5-FU'],
    ['weather', '날씨가 더움', '날씨가 더움'],
    ['items of a list', '발진* 가려움, 発疹○かゆみ', '발진* 가려움, 発疹○かゆみ'],
    ['a likeness', 'インフルエンザ様症状、同様', 'インフルエンザ様症状、同様'],
    ['a scale of temperature', '摂氏39度', '摂氏39度'],
    ['a doctor without a name', '主治医生报告皮疹', '主治医生报告皮疹'],
    ['an occupation without a name', '担当医師、歯科医師、准看護師', '担当医師、歯科医師、准看護師'],
    ['an occupation without a name in Korean', '안과 교수와 한의사, 주치의', '안과 교수와 한의사, 주치의'],
    ['the name of a product', 'Product name: Aspirin', 'Product name: Aspirin'],
    ['numbers of a list', '1) 500 mg 2) 1000 mg, rash (1) fever', '1) 500 mg 2) 1000 mg, rash (1) fever'],
    ['multiple sclerosis', 'MS relapse with weakness', 'MS relapse with weakness'],
  ])('%s', (_what, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });
});
