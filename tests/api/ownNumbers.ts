import { catalogue, readAll } from '../conformance/roundTrip.ts';

/** The instance under numbers of its own: several of the reference tell versions of one case, made at one time. */
export async function underOwnNumbers(bytes: Uint8Array, suffix: string): Promise<Uint8Array<ArrayBuffer>> {
  const { messages } = await readAll(bytes);
  const numbers = ['caseNumber', 'worldwideId'].map((role) => catalogue.roles[role]);
  const given = new Set(
    messages.flatMap(({ content }) =>
      content.values.flatMap(({ itemId, value }) => (numbers.includes(itemId) && value ? [value] : [])),
    ),
  );
  // as single bytes, so that nothing but the numbers changes
  let text = Buffer.from(bytes).toString('latin1');
  for (const number of given) text = text.replaceAll(`"${number}"`, `"${number}${suffix}"`);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
