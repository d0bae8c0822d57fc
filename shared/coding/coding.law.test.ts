/** Laws of every suggestion, for any dictionary, codings and query. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  buildCodingIndex,
  buildCodingMemory,
  suggestCodes,
  type AcceptedCoding,
  type CodingName,
} from './index.ts';

const word = fc.constantFrom(
  'renal',
  'failure',
  'acute',
  'pain',
  'severe',
  'oedema',
  '두통',
  '심한',
  '発疹',
  'amlodipine',
  '5',
  'mg',
  'of',
  'x',
);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const code = fc.constantFrom('1', '2', '3', '4', '5');
const names = fc.array(fc.record({ code, name: text, current: fc.boolean() }), { maxLength: 12 });
const codings = fc.array(
  fc.record({ text, code: fc.constantFrom('1', '2', '9'), times: fc.integer({ min: 1, max: 9 }) }),
  {
    maxLength: 6,
  },
);
const world = fc.record({ names, codings, question: fc.oneof(text, fc.string()) });

interface World {
  names: CodingName[];
  codings: AcceptedCoding[];
  question: string;
}
const ask = ({ names: of, codings: history, question }: World) => {
  const index = buildCodingIndex(of);
  return suggestCodes({ index, memory: buildCodingMemory(index, history) }, question);
};

it('suggests only codes of the dictionary, each once, with scores from 0 to 1, current ones first', () => {
  fc.assert(
    fc.property(world, (given) => {
      const found = ask(given);
      const known = new Set<string>(given.names.map((one) => one.code));
      expect(found.every((one) => known.has(one.code))).toBe(true);
      expect(new Set(found.map((one) => one.code)).size).toBe(found.length);
      expect(found.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
      for (const kind of [true, false]) {
        const scores = found.filter(({ current }) => current === kind).map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }
      expect(found.map(({ current }) => current)).toEqual(
        found.map(({ current }) => current).toSorted((a, b) => Number(b) - Number(a)),
      );
    }),
  );
});

it('is deterministic', () => {
  fc.assert(
    fc.property(world, (given) => {
      expect(ask(given)).toEqual(ask(given));
    }),
  );
});

it('finds a name regardless of the order of its words', () => {
  const shuffled = text.chain((name) =>
    fc.record({
      name: fc.constant(name),
      asked: fc.shuffledSubarray(name.split(' '), { minLength: name.split(' ').length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ name, asked: words }) => {
      // scripts without spaces are compared in order
      fc.pre(!/[^ -~]/.test(name) || words.join(' ') === name);
      const index = buildCodingIndex([{ code: '1', name }]);
      expect(suggestCodes({ index }, words.join(' '))[0]).toMatchObject({
        score: 1,
        reason: { kind: 'exact' },
      });
    }),
  );
});

it('suggests what exactly this text was coded to before what it was never coded to', () => {
  const current = names.map((all) => all.map((one) => ({ ...one, current: true })));
  const coded = fc.array(fc.record({ text, code, times: fc.integer({ min: 1, max: 9 }) }), { maxLength: 6 });
  const given = fc.record({ names: current, codings: coded, question: text });
  fc.assert(
    fc.property(given, (one) => {
      const known = new Set<string>(one.names.map((name) => name.code));
      const before = new Set<string>(
        one.codings.flatMap((coding) =>
          coding.text === one.question && known.has(coding.code) ? [coding.code] : [],
        ),
      );
      const first = ask(one)
        .slice(0, before.size)
        .map((found) => found.code);
      expect(new Set(first)).toEqual(before);
    }),
  );
});
