/** XML out and in is equal. */
import { nodeBytes } from '../../server/files/byteTools.ts';
import { readIcsrs, writeIcsrText, type WriteOptions, type WritePorts } from '../../shared/e2b/index.ts';
import type { CatalogueSource } from '../../server/catalogue/catalogueSource.ts';
import { rowKey, type CaseContent, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt, rowPathOf } from '../../shared/case/itemAddress.ts';
import { contentOf } from '../caseContent.ts';
import { changeOf } from '../differences.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** A case that was written and read is written as the same text; files are named, not read. */
const roundTrip: Invariant = {
  name: 'XML out and in',
  every: 4,
  check: async (simulation, { touched }) => {
    if (touched === 'any') return;
    for (const caseKey of touched) {
      const content = await contentOf(simulation, caseKey);
      const omitted: CaseValue[] = [];
      const first = await written(simulation, content, ({ value }) => omitted.push(value));
      const [read] = await contentsOf(simulation, first);
      const held = { ...content, values: content.values.filter((value) => !omitted.includes(value)) };
      if (read) sameValues(simulation, held, read, caseKey);
      const second = read && (await written(simulation, read));
      if (first !== second)
        throw new Violation(
          'XML out and in',
          `${caseKey} differs from line ${differingLine(first, second ?? '')}`,
        );
    }
  },
};

const keyOfRow = (group: string, path: readonly number[]): string => {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  return rowKey({ group, rowNo, rowNo2, rowNo3 });
};

/** Nothing that a message can hold is lost or invented on its way. */
function sameValues(
  { server: { deps } }: SimulationView,
  content: CaseContent,
  read: CaseContent,
  caseKey: number,
): void {
  const change = changeOf(textsOf(deps.catalogue, content), textsOf(deps.catalogue, read));
  if (change !== null) throw new Violation('XML out and in', `${caseKey}: ${change}`);
}

/** The values that a message of the case has to have: those of items with a place in it, in rows that are there. */
function textsOf({ e2b, whole }: CatalogueSource, { values, rows }: CaseContent): Set<string> {
  const deleted = new Set(rows.filter((row) => row.deleted).map(rowKey));
  const isDeleted = ({ itemId, ...numbers }: CaseValue): boolean =>
    (whole.items[itemId]?.groups ?? []).some((group, at) => {
      const path = rowPathOf(numbers, at + 1);
      // a row about another one goes with it
      const others = whole.groups[group]?.rowsOf;
      return deleted.has(others ? keyOfRow(others, path.slice(at)) : keyOfRow(group, path));
    });
  // a message has a number and times of its own, and constants whether the case has them or not
  const isHeld = ({ itemId, value }: CaseValue): boolean =>
    e2b.slotsByItem
      .get(itemId)
      ?.some(
        ({ readOnly, codec, fill, attribute, node }) =>
          !readOnly &&
          codec !== 'file' &&
          !fill &&
          (value === null || !node.constants.get(attribute ?? '')?.includes(value)),
      ) ?? false;
  return new Set(
    values
      .filter((value) => isHeld(value) && !isDeleted(value))
      .map(({ itemId, value, nullFlavor }) => `${itemId} ${value ?? nullFlavor}`),
  );
}

const written = (
  { server: { deps } }: SimulationView,
  content: CaseContent,
  onOmitted: WriteOptions['onOmitted'] = () => {},
): Promise<string> => {
  const ports: WritePorts = {
    bytes: nodeBytes,
    files: { read: () => [new Uint8Array([1])] },
    newUuid: () => ID,
    now: () => deps.clock.now(),
  };
  return writeIcsrText([content], deps.catalogue.e2b, ports, { onOmitted });
};

async function contentsOf({ server: { deps } }: SimulationView, xml: string): Promise<CaseContent[]> {
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
