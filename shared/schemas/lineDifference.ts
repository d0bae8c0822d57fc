/** Line difference of two texts. */

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** 1-based line numbers in the old and in the new text; null if absent */
  before: number | null;
  after: number | null;
}

/** Hunks of changed lines with some context. */
export interface DiffHunk {
  lines: DiffLine[];
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');

/** Every line of both texts, in order; shortest difference (Myers 1986). Pure. */
export function lineDifference(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const script = editScript(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  const kinds: DiffLine['kind'][] = [
    ...Array.from({ length: start }, () => 'same' as const),
    ...script,
    ...Array.from({ length: tail }, () => 'same' as const),
  ];
  let [oldLine, newLine] = [0, 0];
  return kinds.map((kind) => {
    if (kind !== 'added') oldLine += 1;
    if (kind !== 'removed') newLine += 1;
    return {
      kind,
      text: (kind === 'removed' ? a[oldLine - 1] : b[newLine - 1]) ?? '',
      before: kind === 'added' ? null : oldLine,
      after: kind === 'removed' ? null : newLine,
    };
  });
}

/** The edits from one list to the other, by furthest reaching paths. */
function editScript(a: readonly string[], b: readonly string[]): DiffLine['kind'][] {
  const reach = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let d = 0; d <= a.length + b.length; d += 1) {
    history.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      let x = stepsDown(reach, k, d) ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return backtrack(history, a.length, b.length);
    }
  }
  return [];
}

const at = (reach: ReadonlyMap<number, number>, k: number): number => reach.get(k) ?? -1;
const stepsDown = (reach: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1));

function backtrack(history: readonly Map<number, number>[], endX: number, endY: number): DiffLine['kind'][] {
  const script: DiffLine['kind'][] = [];
  let [x, y] = [endX, endY];
  for (let d = history.length - 1; d >= 0; d -= 1) {
    const reach = history[d] ?? new Map<number, number>();
    const k = x - y;
    const previous = stepsDown(reach, k, d) ? k + 1 : k - 1;
    const fromX = at(reach, previous);
    const fromY = fromX - previous;
    for (; x > Math.max(fromX, 0) && y > Math.max(fromY, 0); x -= 1, y -= 1) script.push('same');
    if (d > 0) script.push(x === fromX ? 'added' : 'removed');
    [x, y] = [fromX, fromY];
  }
  return script.reverse();
}

/** The changed hunks with `around` context lines before and after. */
export function hunksOf(lines: readonly DiffLine[], around = 3): DiffHunk[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const hunks: DiffHunk[] = [];
  lines.forEach((line, index) => {
    if (!near[index]) return;
    if (near[index - 1]) hunks.at(-1)?.lines.push(line);
    else hunks.push({ lines: [line] });
  });
  return hunks;
}
