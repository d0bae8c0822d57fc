/** Cases of the generator: out into a message, against the schema, and in again. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generatorOf, portsWithFiles } from '../../scripts/cases-commands.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import type { CaseToWrite, Residue } from '../../shared/e2b/index.ts';
import { chanceFrom, type Chance } from '../../shared/generate/chance.ts';
import { generatedFiles } from '../../shared/generate/generatedFiles.ts';
import { expectSame } from './expectSame.ts';
import { map } from './roundTrip.ts';

const source = openCatalogue();
const generate = generatorOf(source);
const ports = portsWithFiles();
const receivers = source.checks.receivers.map(({ receiver }) => receiver);
const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Ids as senders give them to the rows that links refer to: by root and extension, or by one of them. */
const senderIdsOf = ({ rows }: CaseToWrite, { pick }: Chance): Residue[] =>
  [...map.nodes.values()].flatMap(({ id: node, identity }) =>
    rows
      .filter(({ group }) => group === identity?.group)
      .map(({ rowNo }) => {
        const [root, extension] = [`${node}s`, `ID${rowNo}`];
        const id = pick([{ root, extension }, { extension }, { root: `${root}-${rowNo}` }]);
        return { node, rows: [rowNo], path: '', line: 0, id, derived: true as const };
      }),
  );

describe('a case generated for a receiver', () => {
  it.each(receivers)('%s is written validly and comes back equal', async (receiver) => {
    for (const seed of seeds(8)) await expectSame(generate({ seed, receiver }).content, ports);
  });

  it('comes back equal with the ids that its sender gave to rows', async () => {
    for (const seed of seeds(10)) {
      const { content } = generate({ seed, receiver: 'ICH' });
      await expectSame({ ...content, residue: senderIdsOf(content, chanceFrom(seed)) }, ports);
    }
  });

  it('has attached files that are what they are called', () => {
    for (const { base64, fileKey, size } of generatedFiles) {
      const bytes = Buffer.from(base64, 'base64');
      expect(bytes).toHaveLength(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(fileKey);
    }
  });
});
