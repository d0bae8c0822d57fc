import type { Residue, ResidueElement, ResidueLine } from './e2b.types.ts';

/** Lists the residue of a message attribute by attribute and text by text, without redundant entries. */
export const residueLines = (residue: Residue[]): ResidueLine[] =>
  residue.filter(({ derived }) => !derived).flatMap(linesOf);

function linesOf({ path, line, attribute, text, element }: Residue): ResidueLine[] {
  if (attribute) return [{ path: `${path}/@${attribute.name}`, line, text: attribute.value }];
  if (element) return elementLines(element, path);
  return [{ path: `${path}/text()`, line, text: text ?? '' }];
}

function elementLines({ attributes, text, line, children }: ResidueElement, path: string): ResidueLine[] {
  const own = Object.entries(attributes)
    .filter(([name]) => name !== 'xsi:type')
    .map(([name, value]) => ({ path: `${path}/@${name}`, line, text: value }));
  const lines = text === '' ? own : [...own, { path: `${path}/text()`, line, text }];
  const inner = children.flatMap((child) =>
    elementLines(child, `${path}/${child.name}${indexOf(child, children)}`),
  );
  const all = [...lines, ...inner];
  return all.length > 0 ? all : [{ path, line, text: '' }];
}

function indexOf(child: ResidueElement, all: ResidueElement[]): string {
  const alike = all.filter(({ name }) => name === child.name);
  return alike.length > 1 ? `[${alike.indexOf(child) + 1}]` : '';
}
