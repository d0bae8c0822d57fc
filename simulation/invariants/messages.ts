/** XML out and in is equal. */
import { nodeBytes } from '../../server/files/byteTools.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { readIcsrs, writeIcsrText, type WritePorts } from '../../shared/e2b/index.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** A case that was written and read is written as the same text; files are named, not read. */
const roundTrip: Invariant = {
  name: 'XML out and in',
  every: 4,
  check: async (simulation, { touched }) => {
    if (touched === 'any') return;
    for (const caseKey of touched) {
      const content = await simulation.server.read((trx) => readCaseContent(trx, SPONSOR, caseKey));
      const first = await written(simulation, content);
      const [read] = await contentsOf(simulation, first);
      const second = read && (await written(simulation, read));
      if (first !== second)
        throw new Violation(
          'XML out and in',
          `${caseKey} differs from line ${differingLine(first, second ?? '')}`,
        );
    }
  },
};

const written = ({ server: { deps } }: Simulation, content: CaseContent): Promise<string> => {
  const ports: WritePorts = {
    bytes: nodeBytes,
    files: { read: () => [new Uint8Array([1])] },
    newUuid: () => ID,
    now: () => deps.clock.now(),
  };
  return writeIcsrText([content], deps.catalogue.e2b, ports, {});
};

async function contentsOf({ server: { deps } }: Simulation, xml: string): Promise<CaseContent[]> {
  const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: () => deps.newUuid() };
  const found: CaseContent[] = [];
  for await (const { content } of readIcsrs(xml, deps.catalogue.e2b, ports)) found.push(content);
  return found;
}

function differingLine(one: string, other: string): string {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `${at + 1}: ${lines[at]?.trim()} / ${others[at]?.trim()}`;
}

export const messageInvariants: readonly Invariant[] = [roundTrip];
