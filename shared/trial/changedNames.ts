/** What the changed parts of schema files name: the cases of a trial are made around these items and rules first. */
import type { SourceText } from '../../schemas/compile/sources.types.ts';

/** The words of all objects of the files that are not the same in both, and of the objects around them. */
export function changedNames(now: readonly SourceText[], next: readonly SourceText[]): Set<string> {
  const texts = (sources: readonly SourceText[]) => new Map(sources.map(({ file, text }) => [file, text]));
  const [was, is] = [texts(now), texts(next)];
  const names = new Set<string>();
  for (const file of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(file), is.get(file)];
    if (before === after) continue;
    const [old, young] = [before, after].map((text) => partsOf(text ?? 'null'));
    const inBoth = (part: Part) => old?.has(part.key) && young?.has(part.key);
    for (const part of [...(old?.values() ?? []), ...(young?.values() ?? [])])
      if (!inBoth(part)) for (const name of part.names) names.add(name);
  }
  return names;
}

interface Part {
  key: string;
  names: readonly string[];
}

/** Each object of a file without the objects inside it. */
function partsOf(text: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  const walk = (value: unknown, key: string, around: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, key, around);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const inner = Object.entries(value).filter(([, one]) => isStructure(one));
    const own = Object.entries(value).filter(([, one]) => !isStructure(one));
    const shallow = `${around.length} ${key} ${JSON.stringify(Object.fromEntries(own))}`;
    const names = [...around, ...wordsOf(`${key} ${JSON.stringify(own)}`)];
    parts.set(shallow, { key: shallow, names });
    for (const [name, one] of inner) walk(one, name, names);
  };
  walk(JSON.parse(text), '', []);
  return parts;
}

const isStructure = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((one) => typeof one === 'string'));

const wordsOf = (text: string): string[] => text.match(/[A-Za-z0-9](?:[\w.-]*\w)?/g) ?? [];
