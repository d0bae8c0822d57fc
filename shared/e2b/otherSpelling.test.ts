import { expect, it } from 'vitest';
import { asR3Writes } from './otherSpelling.ts';

it.each([
  ['2024-03-05', '20240305'],
  ['2024-03', '202403'],
  ['2024-03-12T10:15:00+09:00', '20240312101500+0900'],
  ['2024-03-12 10:15', '202403121015'],
  ['2024-03-12T10:15:00.250Z', '20240312101500.250+0000'],
  ['20240312101500Z', '20240312101500+0000'],
  ['20240312101500+09:00', '20240312101500+0900'],
  ['2024031210-05:30', '2024031210-0530'],
  ['20240312T101500Z', '20240312101500+0000'],
  ['20240312T1015+09:00', '202403121015+0900'],
  ['20240312T101500.250', '20240312101500.250'],
  ['2024-03-05Z', '20240305'],
  ['2024-03-05+09:00', '20240305'],
  ['20240305+0900', '20240305'],
])('a date %s is %s', (written, read) => {
  expect(asR3Writes('date', written)).toBe(read);
});

it.each([
  '2024',
  '20240305',
  '20240312101500-0500',
  '20240312101500.000+0900',
  '2024-3-5',
  '05-03-2024',
  '2024-0500',
  '20240312T10',
  '202403T1015',
  '2024-',
])('a date %s stays', (value) => {
  expect(asR3Writes('date', value)).toBe(value);
});

it('yes and no are read in any spelling of XML, and nothing else is changed', () => {
  expect(['TRUE', 'False', '1', '0', 'true', 'yes'].map((value) => asR3Writes('yesNo', value))).toEqual([
    'true',
    'false',
    'true',
    'false',
    'true',
    'yes',
  ]);
  expect(asR3Writes('codeList', '1')).toBe('1');
  expect(asR3Writes('text', '2024-03-05')).toBe('2024-03-05');
});
