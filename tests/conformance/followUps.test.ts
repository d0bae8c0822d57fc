/** A follow-up that lacks rows of any level: each row of the case is in its version, deleted or not. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generatorOf } from '../../scripts/cases-commands.ts';
import { asVersion } from '../../server/case-import/asVersion.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import { rowKey, type CaseValue } from '../../shared/case/caseContent.ts';
import { renumbered } from '../../shared/generate/renumbered.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { ports } from './roundTrip.ts';

const source = openCatalogue();
const generate = generatorOf(source);
const receivers = source.checks.receivers.map(({ receiver }) => receiver);

const textAt = ({ itemId, value, nullFlavor }: CaseValue): string => `${itemId} ${value ?? nullFlavor}`;
const isInMessages = ({ itemId }: CaseValue): boolean => source.e2b.slotsByItem.has(itemId);

it('has all rows of its case, and what it says is what lives', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(...receivers),
      fc.infiniteStream(fc.nat(3)),
      (seed, receiver, chance) => {
        const { content: before } = generate({ seed, receiver });
        const rows = before.rows.map((row) => ({ ...row, deleted: chance.next().value === 0 }));
        const left = renumbered(source.whole, livingContent(source.whole, { ...before, rows }));
        const message = {
          // no message has the others
          values: left.values.filter(isInMessages),
          rows: left.rows.map((row) => ({ ...row, rowId: ports.newUuid() })),
        };
        const after = asVersion(
          source,
          { content: before, residue: [] },
          { content: message, residue: [], form: 'R3' },
        ).content;
        const keys = after.rows.map(rowKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(before.rows.map(rowKey).filter((key) => !keys.includes(key))).toEqual([]);
        const living = livingContent(source.whole, after);
        expect(living.values.filter(isInMessages).map(textAt).toSorted()).toEqual(
          message.values.map(textAt).toSorted(),
        );
      },
    ),
    { numRuns: 25 },
  );
});
