import fc from 'fast-check';
import { expect, it } from 'vitest';
import { termContext } from './termContext.ts';

const NARRATIVE = 'The patient took 2.5 mg. Two hours later severe headache began, with nausea. It ended.';

it('is the sentence with most words of the term, its words lit', () => {
  expect(termContext(NARRATIVE, 'Headache (severe)')).toEqual([
    { text: 'Two hours later ', lit: false },
    { text: 'severe', lit: true },
    { text: ' ', lit: false },
    { text: 'headache', lit: true },
    { text: ' began, with nausea.', lit: false },
  ]);
  expect(termContext('환자는 약을 먹었다. 심한 두통이 있었다.', '두통')?.filter(({ lit }) => lit)).toEqual([
    { text: '두통', lit: true },
  ]);
});

it('is none where no sentence has a word of it', () => {
  expect(termContext(NARRATIVE, 'rash')).toBeNull();
  expect(termContext(NARRATIVE, 'two')).toBeNull();
});

it('says nothing but a part of the narrative', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (narrative, term) => {
      const parts = termContext(narrative, term);
      if (parts) expect(narrative).toContain(parts.map(({ text }) => text).join(''));
    }),
  );
});
