/** What was saved since its chain was anchored waits for the next anchor. */
import { sql } from 'kysely';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

interface Head {
  chain: string;
  saveNo: number;
  anchored: boolean;
}

function newSavesWait(): Invariant {
  let before = new Map<string, Head>();
  return {
    name: 'new saves wait for their anchor',
    every: 1,
    check: async ({ server }, { touched }) => {
      const { rows } = await server.read((trx) =>
        sql<Head>`
          select scope || ' ' || scope_key as chain, save_no as "saveNo", anchored from audit_head
          where sponsor_key = ${SPONSOR}`.execute(trx),
      );
      for (const { chain, saveNo, anchored } of rows)
        // jobs anchor
        if (anchored && touched !== 'any' && before.size > 0 && before.get(chain)?.saveNo !== saveNo)
          throw new Violation('anchors', `save ${saveNo} of ${chain} counts as anchored`);
      before = new Map(rows.map((row) => [row.chain, row]));
    },
  };
}

export const anchorInvariants = (): Invariant[] => [newSavesWait()];
