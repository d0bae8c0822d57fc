/** The first version of a value map, from the code lists of both ends. */
import { fold } from '../../../../shared/text/fold.ts';

interface Code {
  code: string;
  label: string;
}

/** Every code of the source; those that have the code or the name of one of the target are mapped to it. */
export const proposedMap = (source: readonly Code[], target: readonly Code[]): Record<string, string> =>
  Object.fromEntries(source.map(({ code, label }) => [code, twinOf([code, label], target)]));

function twinOf(names: readonly string[], target: readonly Code[]): string {
  const wanted = new Set(names.map(fold));
  const named = target.find(({ label }) => wanted.has(fold(label)));
  // the numbers of two lists have nothing in common
  return (named ?? target.find(({ code }) => !/^\d+$/.test(code) && wanted.has(fold(code))))?.code ?? '';
}

/** With the codes of the source that have no entry yet. */
export const withMissing = (
  values: Readonly<Record<string, string>>,
  source: readonly Code[],
  target: readonly Code[],
): Record<string, string> => {
  const known = new Set(Object.keys(values).map(fold));
  const missing = source.filter(({ code }) => !known.has(fold(code)));
  return { ...values, ...proposedMap(missing, target) };
};
