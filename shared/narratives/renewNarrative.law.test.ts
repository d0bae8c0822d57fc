import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSentences } from './alignSentences.ts';
import { compareNarrative, RENEWED, renewNarrative } from './renewNarrative.ts';
import { textOf, type Sentence } from './sentence.types.ts';
import { sentencesText, writtenNarrative } from './storedSentences.ts';

const RUNS = { numRuns: 300 };

const sentence = (key: number, content: string, end: string): Sentence => ({
  key: `${key}`,
  text: `S${key} ${content}${end}`,
  gap: end === '。' ? '' : key % 3 === 0 ? '\n' : ' ',
  reads: [`item${key}|0|0|0`],
});
const END = fc.constantFrom('.', '。', '!');
const content = fc.constantFrom('fever', 'rash on 12 March', '발열', 'e.g. 3.5 mg', '皮疹', '(a) "b"');
/** Two runs of one template over two states of a case: sentences by key, some of them in one run only. */
const runs = fc
  .array(
    fc.record({
      was: fc.option(content),
      is: fc.option(content),
      end: END,
      change: fc.constantFrom('none', 'edit', 'remove'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) => ({
    rows,
    written: rows.flatMap(({ was, end }, key) => (was === null ? [] : [sentence(key, was, end)])),
    now: rows.flatMap(({ is, end }, key) => (is === null ? [] : [sentence(key, is, end)])),
  }));
type Runs = typeof runs extends fc.Arbitrary<infer R> ? R : never;

/** The text after a user edited and removed sentences; and the edited ones. */
function editedBy({ rows, written }: Runs): { text: string; edited: string[] } {
  const edited: string[] = [];
  const parts = written.map(({ key, text, gap }) => {
    const { change } = rows[Number(key)] ?? { change: 'none' };
    if (change === 'remove') return '';
    if (change === 'none') return text + gap;
    const own = `Allegedly, ${text.slice(0, -1)} by hand${text.slice(-1)}`;
    edited.push(own);
    return own + (gap || ' ');
  });
  return { text: parts.join(''), edited };
}

describe('a narrative that is renewed', () => {
  it('is what the template writes now, where nobody edited it', () => {
    fc.assert(
      fc.property(runs, ({ written, now }) => {
        const text = textOf(written);
        const renewed = renewNarrative(text, compareNarrative(text, written, now));
        const words = (one: string) => one.replaceAll(/\s+/g, '');
        expect(words(renewed.text)).toBe(words(textOf(now)));
        expect(renewed.sentences).toEqual(now);
      }),
      RUNS,
    );
  });

  it.each([
    ['A. B.\n\nC.', 'B.', 'A.\n\nC.'],
    ['A.\n\nB. C.', 'B.', 'A.\n\nC.'],
    ['A.\n\nB.\n\nC.', 'B.', 'A.\n\nC.'],
    ['A.\n\nB.\nC.', 'B.', 'A.\n\nC.'],
    ['A. B.\n\nTyped by hand.', 'B.', 'A.\n\nTyped by hand.'],
    ['A.\n\nC.', 'A.', 'C.'],
    ['A. C.', 'C.', 'A.'],
  ])('keeps the paragraphs of %j where %s is removed', (text, removed, expected) => {
    const written = ['A.', 'B.', 'C.'].map((one) => ({ key: one, text: one, gap: ' ', reads: [] }));
    const now = written.filter((one) => one.text !== removed && text.includes(one.text));
    const found = written.filter((one) => text.includes(one.text));
    expect(renewNarrative(text, compareNarrative(text, found, now)).text).toBe(expected);
  });

  it('stays letter by letter in an unchanged case', () => {
    fc.assert(
      fc.property(runs, (made) => {
        const { text } = editedBy(made);
        const compared = compareNarrative(text, made.written, made.written);
        expect(compared.filter(({ state }) => RENEWED.has(state))).toEqual([]);
        expect(renewNarrative(text, compared).text).toBe(text);
      }),
      RUNS,
    );
  });

  it('never changes a sentence that was edited, and never brings one back that was removed', () => {
    fc.assert(
      fc.property(runs, (made) => {
        const { text, edited } = editedBy(made);
        const renewed = renewNarrative(text, compareNarrative(text, made.written, made.now));
        let at = 0;
        for (const own of edited) {
          const found = renewed.text.indexOf(own, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + own.length;
        }
        made.rows.forEach(({ was, change }, key) => {
          if (was !== null && change === 'remove') expect(renewed.text).not.toContain(`S${key} `);
        });
      }),
      RUNS,
    );
  });

  it('has nothing left to renew', () => {
    fc.assert(
      fc.property(runs, (made) => {
        const { text } = editedBy(made);
        const renewed = renewNarrative(text, compareNarrative(text, made.written, made.now));
        const again = compareNarrative(renewed.text, renewed.sentences, made.now);
        expect(again.filter(({ state }) => RENEWED.has(state))).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('a sentence counts as edited', () => {
  const [one, two] = [sentence(1, 'fever', '.'), sentence(2, 'rash', '.')];
  it.each([
    ['S1 fever. S2 rash.', [0, 1]],
    ['Also S1 fever. S2 rash.', [1]],
    ['S1 fever.x S2 rash.', []],
    ['S1 fever. And more. S2 rash.', [0, 1]],
    ['S2 rash.', [1]],
    ['S1 fever.\n\nNote\nS2 rash.', [0, 1]],
  ])('in %j, all but %j', (text, whole) => {
    expect(alignSentences(text, [one, two]).map(({ index }) => index)).toEqual(whole);
  });
});

it('stores sentences as a text, and reads nothing else', () => {
  fc.assert(
    fc.property(runs, ({ written }) => {
      const narrative = { recordKey: 3, version: 2, column: 'TEXT', sentences: written };
      expect(writtenNarrative(sentencesText(narrative))).toEqual(narrative);
    }),
  );
  for (const other of [undefined, '', 'x', '[]', '[1,2,"a",[["k",1,"",[]]]]', '{"a":1}', '[0,1,"a",[]]'])
    expect(writtenNarrative(other)).toBeNull();
});
