import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCatalogue, type CatalogueSource } from '../server/catalogue/catalogueSource.ts';
import { codeSystemsOf } from '../schemas/e2b/codeSystems.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { isOfBatch, writeIcsrs, writeIcsrText, type E2bMap, type WriteOptions } from '../shared/e2b/index.ts';
import { createGenerator } from '../shared/generate/createGenerator.ts';
import type { CaseWish, GeneratedCase } from '../shared/generate/generate.types.ts';
import { generatedFiles } from '../shared/generate/generatedFiles.ts';
import { receiversOf } from '../shared/rules/receivers.ts';
import { memoryPorts } from './e2b-commands.ts';

/** So many cases, the first one with the seed, the others with the following ones. */
export interface Order extends CaseWish {
  count: number;
}

let opened: CatalogueSource | undefined;
const catalogue = (): CatalogueSource => (opened ??= openCatalogue());

export const receivers = (): string[] => receiversOf(catalogue().whole).map(({ receiver }) => receiver);

/** The generator of a catalogue. */
export const generatorOf = ({ checks, ruleSet, e2b }: CatalogueSource) =>
  createGenerator({ checks, ruleSet, map: e2b });

/** The cases of the order one by one. */
export function* generateCases({ count, ...wish }: Order): Generator<GeneratedCase> {
  const generate = generatorOf(catalogue());
  for (let index = 0; index < count; index += 1) yield generate({ ...wish, seed: wish.seed + index });
}

/** The message of a case for the receiver. */
export const messageOf = (
  content: CaseContent,
  receiver: string,
  ports: ReturnType<typeof portsWithFiles>,
): Promise<string> => writeIcsrText([content], catalogue().e2b, ports, optionsFor(receiver));

/** File store with the files that generated cases have. */
export function portsWithFiles(): ReturnType<typeof memoryPorts> {
  const ports = memoryPorts();
  for (const { base64 } of generatedFiles) void ports.files.put(ports.bytes.fromBase64(base64));
  return ports;
}

const optionsFor = (receiver: string): WriteOptions => ({
  codeSystems: codeSystemsOf(catalogue().whole, receiver),
});

/** All cases as one batch. They have the profile of the first one and its envelope of the batch. */
export async function* generateBatch({ count, ...wish }: Order): AsyncGenerator<string> {
  const { e2b } = catalogue();
  const generate = generatorOf(catalogue());
  const contents = function* () {
    const first = generate(wish);
    yield first.content;
    const values = { ...wish.values, ...batchEnvelope(e2b, first.content) };
    const { profile } = first;
    for (let index = 1; index < count; index += 1)
      yield generate({ ...wish, profile, values, seed: wish.seed + index }).content;
  };
  yield* writeIcsrs(contents(), e2b, portsWithFiles(), optionsFor(wish.receiver));
}

/** A file for each case in the folder, named by receiver and seed. */
export async function generateFiles(order: Order, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const ports = portsWithFiles();
  let { seed } = order;
  for (const { content } of generateCases(order)) {
    const xml = await messageOf(content, order.receiver, ports);
    await writeFile(join(folder, `${order.receiver}-${seed}.xml`), xml);
    seed += 1;
  }
}

/** Values that a batch has once, by item. */
const batchEnvelope = (map: E2bMap, { values }: CaseContent): Record<string, string> =>
  Object.fromEntries(
    values.flatMap(({ itemId, value }) =>
      value !== null && isOfBatch(itemId, map) ? [[itemId, value]] : [],
    ),
  );
