/** E2B import and export against a bare parse of the same text by the parser they use. */
import { SaxesParser } from 'saxes';
import { readIcsrs, writeIcsrText } from '../shared/e2b/index.ts';
import type { CaseToWrite } from '../shared/e2b/index.ts';
import { generateCases, portsWithFiles } from '../scripts/cases-commands.ts';
import { e2bCatalogue } from '../scripts/e2b-commands.ts';
import { inTurn, median } from './measure.ts';
import type { Measured } from './measure.ts';

const ROUNDS = 15;
const MESSAGES = 40;

/** A batch of the larger half of generated cases: some 35 kB each, FDA's examples have 40 to 50. */
export async function benchE2b(): Promise<Measured[]> {
  const { map } = e2bCatalogue();
  const ports = portsWithFiles();
  const order = { count: 2 * MESSAGES, seed: 1, receiver: 'ICH' };
  const cases = [...generateCases(order)]
    .map(({ content }): CaseToWrite => content)
    .toSorted((a, b) => a.values.length - b.values.length)
    .slice(-MESSAGES);
  const xml = await writeIcsrText(cases, map, ports);
  const parse = (): void => {
    new SaxesParser({ xmlns: true, position: true }).write(xml).close();
  };
  const read = async (): Promise<void> => {
    for await (const message of readIcsrs(xml, map, ports)) void message;
  };
  const write = async (): Promise<void> => {
    await writeIcsrText(cases, map, ports);
  };
  const reading = await inTurn(ROUNDS, read, parse);
  const writing = await inTurn(ROUNDS, write, parse);
  const each = (times: number[]): number => median(times) / MESSAGES;
  const size = `${Math.round(xml.length / MESSAGES / 1000)} kB each`;
  return [
    {
      name: 'E2B import: parse and map, over a bare parse',
      ratio: median(reading.ours) / median(reading.floor),
      budget: 4,
      detail: `${Math.round(1000 / each(reading.ours))} ICSR/s, ${size}`,
    },
    {
      name: 'E2B export, over a bare parse of the result',
      ratio: median(writing.ours) / median(writing.floor),
      budget: 3,
      detail: `${each(writing.ours).toFixed(2)} ms an ICSR`,
    },
  ];
}
