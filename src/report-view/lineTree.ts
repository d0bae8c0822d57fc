/** The elements of a message as a tree of lines that can be folded. Pure. */

export interface TreeLine {
  depth: number;
  text: string;
  values: readonly string[];
}

/** Raw: the message alone. Labelled: items beside it. Values: only lines with a value. */
export const LINES_SHOWN = ['raw', 'labelled', 'values'] as const;
export type LinesShown = (typeof LINES_SHOWN)[number];

/** An element that contains others. */
export interface FoldableElement {
  index: number;
  /** index of its end tag, or of its last line */
  end: number;
  /** index of the element around it; -1: none */
  parent: number;
  /** stays the same while the elements around it do */
  key: string;
}

/** The elements with lines inside, by the index of their first line. */
export function foldableElements(lines: readonly TreeLine[]): Map<number, FoldableElement> {
  const found = new Map<number, FoldableElement>();
  const open: FoldableElement[] = [];
  const counts = new Map<string, number>();
  for (const [index, { depth, text }] of lines.entries()) {
    const isEnd = text.startsWith('</');
    for (let last = open.at(-1); last && depth <= depthAt(lines, last.index); last = open.at(-1)) {
      last.end = isEnd && depth === depthAt(lines, last.index) ? index : index - 1;
      open.pop();
    }
    if (depthAt(lines, index + 1) <= depth) continue;
    const around = open.at(-1);
    const path = `${around?.key ?? ''}/${text}`;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const element = { index, end: lines.length - 1, parent: around?.index ?? -1, key: `${path}#${count}` };
    found.set(index, element);
    open.push(element);
  }
  return found;
}

const depthAt = (lines: readonly TreeLine[], index: number): number => lines[index]?.depth ?? -1;

/** The indexes of the lines that are drawn. */
export function visibleLines(
  lines: readonly TreeLine[],
  elements: ReadonlyMap<number, FoldableElement>,
  { shown, folded }: { shown: LinesShown; folded: ReadonlySet<string> },
): number[] {
  const visible: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (shown !== 'values' || (lines[index]?.values.length ?? 0) > 0) visible.push(index);
    const element = elements.get(index);
    if (shown !== 'values' && element && folded.has(element.key)) index = element.end;
  }
  return visible;
}

/** The folded elements without those that contain the line. */
export function unfoldedAround(
  folded: ReadonlySet<string>,
  elements: ReadonlyMap<number, FoldableElement>,
  line: number,
): ReadonlySet<string> {
  const around = [...elements.values()].filter(({ index, end }) => index < line && line <= end);
  return new Set([...folded].filter((key) => !around.some((element) => element.key === key)));
}
