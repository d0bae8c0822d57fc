import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCase } from './generated.ts';
import type { Chooser } from './generated.ts';
import { validate } from './reference.ts';
import { catalogue, itemLine, map, ports, readAll } from './roundTrip.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import type { CaseToWrite, OmittedValue, Residue } from '../../shared/e2b/index.ts';

/** Ids as senders give them to the rows that links refer to: by root and extension, or by one of them. */
const senderIdsOf = ({ rows }: CaseToWrite, choose: Chooser): Residue[] =>
  [...map.nodes.values()].flatMap(({ id: node, identity }) =>
    rows
      .filter(({ group }) => group === identity?.group)
      .map(({ rowNo }) => {
        const [root, extension] = [`${node}s`, `ID${rowNo}`];
        const id = choose.pick([{ root, extension }, { extension }, { root: `${root}-${rowNo}` }]);
        return { node, rows: [rowNo], path: '', line: 0, id, derived: true as const };
      }),
  );

async function expectSame(written: CaseToWrite): Promise<void> {
  const omitted: OmittedValue[] = [];
  const xml = await writeIcsrText([written], map, ports, { onOmitted: (one) => omitted.push(one) });
  expect(omitted).toEqual([]);
  expect(validate?.(xml) ?? []).toEqual([]);
  const { messages } = await readAll(xml);
  const [message] = messages;
  expect(message?.residueLines).toEqual([]);
  expect(message?.content.values.map(itemLine).sort()).toEqual(written.values.map(itemLine).sort());
  expect(message?.residue.flatMap(({ id }) => (id ? [JSON.stringify(id)] : [])).sort()).toEqual(
    (written.residue ?? []).map(({ id }) => JSON.stringify(id)).sort(),
  );
  if (written.residue) return;
  const linked = written.rows.filter(({ group }) => ['G.k', 'E.i'].includes(group));
  expect(message?.content.rows).toEqual(expect.arrayContaining(linked));
}

const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed: 42 })[0] as T;

describe('a case made from the catalogue', () => {
  it.each([0, 1, 2])(
    'has every item, alternative %i of those that share a place, and comes back equal',
    async (index) => {
      const seen = await generatedCase(2, {
        pick: (from) => from[index % from.length] as (typeof from)[number],
        draw: sample,
        nullFlavor: () => null,
      });
      await expectSame(seen);
    },
  );

  const max = Math.max(...Object.values(catalogue.items).map(({ nullFlavors }) => nullFlavors.length));
  it.each(Array.from({ length: max }, (_, index) => index))(
    'takes the null flavor number %i of every item',
    async (index) => {
      const seen = await generatedCase(1, {
        pick: (from) => from[0] as (typeof from)[number],
        draw: sample,
        nullFlavor: (allowed) => allowed[index] ?? null,
      });
      await expectSame(seen);
    },
  );

  it('comes back equal whatever is in it', async () => {
    const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 2 }), async (seed, rowCount) =>
        expectSame(await generatedCase(rowCount, chooserFrom(seed))),
      ),
      { numRuns: 40 },
    );
  });
});

describe('a case whose sender gave its rows ids', () => {
  it('comes back equal, with these ids', async () => {
    const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const choose = chooserFrom(seed);
        const written = await generatedCase(2, choose);
        await expectSame({ ...written, residue: senderIdsOf(written, choose) });
      }),
      { numRuns: 10 },
    );
  });
});

/** A case has thousands of choices: they are drawn from one seed, which is what a failure prints. */
function chooserFrom(seed: number): Chooser {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff);
  const pick = <T>(from: readonly T[]): T => from[(next() >> 8) % from.length] as T;
  return {
    pick,
    draw: <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: 1, seed: next() })[0] as T,
    nullFlavor: (allowed) => pick([null, null, undefined, undefined, ...allowed]),
  };
}
