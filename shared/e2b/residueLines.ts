import type { Residue, ResidueElement, ResidueLine } from './e2b.types.ts';
import { positionsIn } from './xmlTree.ts';

/** Lists the residue of a message attribute by attribute and text by text, without redundant entries. */
export const residueLines = (residue: Residue[]): ResidueLine[] =>
  residue.filter(({ derived }) => !derived).flatMap(linesOf);

const linesOf = ({ why, ...residue }: Residue): ResidueLine[] =>
  placesOf(residue).map((one) => (why ? { ...one, why } : one));

function placesOf({ path, line, attribute, text, element }: Omit<Residue, 'why'>): ResidueLine[] {
  if (attribute) return [{ path: `${path}/@${attribute.name}`, line, text: attribute.value }];
  if (element) return elementLines(element, path);
  return [{ path: `${path}/text()`, line, text: text ?? '' }];
}

function elementLines({ attributes, text, line, children }: ResidueElement, path: string): ResidueLine[] {
  const own = Object.entries(attributes)
    .filter(([name]) => name !== 'xsi:type')
    .map(([name, value]) => ({ path: `${path}/@${name}`, line, text: value }));
  const lines = text === '' ? own : [...own, { path: `${path}/text()`, line, text }];
  const positions = positionsIn(children);
  const inner = children.flatMap((child) =>
    elementLines(child, `${path}/${child.name}${positions.get(child) ?? ''}`),
  );
  const all = [...lines, ...inner];
  return all.length > 0 ? all : [{ path, line, text: '' }];
}
