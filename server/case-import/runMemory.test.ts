import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runMemory, type RunMemory } from './runMemory.ts';
import type { Turn } from './turn.ts';

const at = (created: string | null, isNullified = false): Turn => ({ created, isNullified });
const identity = { caseNumber: 'A', worldwideId: null };

/** A message with one value. */
const messageWith = (value: string, turn = at('20250101')) => ({
  seq: 1,
  batchNo: 1,
  created: turn.created,
  fingerprint: value,
  turn,
  patient: { values: [], rows: [] },
  content: {
    values: [{ itemId: 'text', rowNo: 0, rowNo2: 0, rowNo3: 0, value, nullFlavor: null, notation: null }],
    rows: [],
  },
  residue: [],
});

it('has the turn of the newest message of a case', () => {
  const memory = runMemory();
  const add = (turn: Turn) => memory.add(identity, messageWith('', turn));
  for (const turn of [at('20250201'), at('20250101'), at('20250301', true)]) add(turn);
  expect(memory.find(identity)?.turn).toEqual(at('20250301', true));
  add(at('20250102'));
  expect(memory.find(identity)?.turn).toEqual(at('20250301', true));
});

it('has the first content with each creation date, and the fingerprints of all', () => {
  const memory = runMemory();
  for (const value of ['one', 'two']) memory.add(identity, messageWith(value));
  const sameTime = memory.find(identity)?.created.get('20250101');
  expect(sameTime?.first?.content.values).toMatchObject([{ value: 'one' }]);
  expect(sameTime?.fingerprints).toEqual(new Set(['one', 'two']));
});

it('drops contents, but nothing else, once it has no room', () => {
  const memory = runMemory();
  const long = 'x'.repeat(12_000_000);
  memory.add(identity, messageWith(long));
  const other = { ...identity, caseNumber: 'B' };
  memory.add(other, messageWith(`${long} too`));
  expect(memory.find(identity)?.created.get('20250101')?.first).not.toBeNull();
  const sameTime = memory.find(other)?.created.get('20250101');
  expect(sameTime).toEqual({ fingerprints: new Set([`${long} too`]), first: null });
});

it('is, when a batch is forgotten, as if nobody had read it, with the room for its contents', () => {
  const number = fc.option(fc.constantFrom('A', 'B', 'C'));
  const message = fc.record({
    identity: fc.record({ caseNumber: number, worldwideId: number }),
    created: fc.constantFrom('20250101', '20250201', '20250301', null),
    isNullified: fc.boolean(),
    // two of them fill memory
    value: fc.constantFrom('one', 'two', 'x'.repeat(8_000_000)),
  });
  const batch = fc.array(message, { maxLength: 5 });
  fc.assert(
    fc.property(batch, batch, batch, (before, unreadable, after) => {
      const [memory, expected] = [runMemory(), runMemory()];
      const read = (into: RunMemory, batchNo: number, messages: typeof before) =>
        messages.forEach(({ identity: numbers, created, isNullified, value }, at) =>
          into.add(numbers, {
            ...messageWith(value, { created, isNullified }),
            seq: batchNo * 10 + at,
            batchNo,
          }),
        );
      read(memory, 1, before);
      read(memory, 2, unreadable);
      memory.forget(2);
      read(memory, 3, after);
      read(expected, 1, before);
      read(expected, 3, after);
      for (const caseNumber of ['A', 'B', 'C', null])
        for (const worldwideId of ['A', 'B', 'C', null])
          expect(memory.find({ caseNumber, worldwideId })).toEqual(
            expected.find({ caseNumber, worldwideId }),
          );
    }),
  );
});
