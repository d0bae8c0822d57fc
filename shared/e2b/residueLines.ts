import type { Kept, KeptElement, ResidueLine } from './e2b.types.ts';

/** What was kept of a message, attribute by attribute and text by text, without what only repeats a code. */
export const residueLines = (kept: Kept[]): ResidueLine[] =>
  kept.filter(({ derived }) => !derived).flatMap(linesOf);

function linesOf({ path, line, attribute, text, element }: Kept): ResidueLine[] {
  if (attribute) return [{ path: `${path}/@${attribute.name}`, line, text: attribute.value }];
  if (element) return elementLines(element, path);
  return [{ path: `${path}/text()`, line, text: text ?? '' }];
}

function elementLines({ attributes, text, line, children }: KeptElement, path: string): ResidueLine[] {
  const own = Object.entries(attributes)
    .filter(([name]) => name !== 'xsi:type')
    .map(([name, value]) => ({ path: `${path}/@${name}`, line, text: value }));
  const said = text === '' ? own : [...own, { path: `${path}/text()`, line, text }];
  const inner = children.flatMap((child) =>
    elementLines(child, `${path}/${child.name}${indexOf(child, children)}`),
  );
  const all = [...said, ...inner];
  return all.length > 0 ? all : [{ path, line, text: '' }];
}

function indexOf(child: KeptElement, all: KeptElement[]): string {
  const alike = all.filter(({ name }) => name === child.name);
  return alike.length > 1 ? `[${alike.indexOf(child) + 1}]` : '';
}
