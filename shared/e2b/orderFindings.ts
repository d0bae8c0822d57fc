/** Checks the order of elements of a written batch against the table that the writer sorts by. */
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import { orderOf } from './outElement.ts';
import { batchParser } from './parseBatch.ts';
import type { XmlElement } from './xmlTree.ts';

/** A pair of neighbours in the wrong order: the message (0: the batch), the line and the names. */
export interface OrderFinding {
  message: number;
  line: number;
  parent: string;
  element: string;
}

/** Reads the batch in pieces; throws `UnreadableXml` where it is not well-formed. */
export async function orderFindings(
  pieces: AsyncIterable<string>,
  { root, message, order }: E2bMap,
): Promise<{ messages: number; findings: OrderFinding[] }> {
  const parser = batchParser(root.name, message.name);
  const findings: OrderFinding[] = [];
  let messages = 0;
  const check = (found: readonly XmlElement[]): void => {
    for (const element of found) {
      messages += 1;
      findings.push(...misplacedIn(element, order.byName, messages));
    }
  };
  for await (const piece of pieces) check(parser.write(piece));
  check(parser.end());
  const batch = parser.root();
  if (batch) findings.push(...misplacedIn(batch, order.byName, 0));
  return { messages, findings };
}

function misplacedIn(
  element: XmlElement,
  byName: Readonly<Record<string, readonly string[]>>,
  message: number,
): OrderFinding[] {
  const names = orderOf(byName, element.name) ?? [];
  const below = element.children.flatMap((child) => misplacedIn(child, byName, message));
  const known = element.children.filter(({ name }) => names.includes(name));
  const wrong = known.filter(
    ({ name }, index) => index > 0 && names.indexOf(name) < names.indexOf(known[index - 1]?.name ?? ''),
  );
  return [
    ...wrong.map(({ name, line }) => ({ message, line, parent: element.name, element: name })),
    ...below,
  ];
}
