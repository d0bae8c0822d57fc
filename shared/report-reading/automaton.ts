/**
 * An automaton over a text, and its cheapest path from the first state to the last one. Edges that read nothing lead to
 * later states only, so that each position is worked off in one pass.
 */

/** What a path leaves behind where it takes an edge. */
interface Trace<Mark> {
  mark: Mark;
  at: number;
  before: Trace<Mark> | null;
}

interface Edge<Mark> {
  to: number;
  cost: number;
  /** lengths that it can read at a position, each with a cost of its own; left out: it reads nothing */
  reads?: (text: string, at: number) => readonly { length: number; cost: number; mark?: Mark }[];
  mark?: Mark;
}

export interface Automaton<Mark> {
  edges: Edge<Mark>[][];
}

export const newAutomaton = <Mark>(): Automaton<Mark> => ({ edges: [[]] });

/** The number of a new state. */
export const addState = <Mark>({ edges }: Automaton<Mark>): number => edges.push([]) - 1;

export const addEdge = <Mark>({ edges }: Automaton<Mark>, from: number, edge: Edge<Mark>): void => {
  edges[from]?.push(edge);
};

interface Reached<Mark> {
  cost: number;
  trace: Trace<Mark> | null;
}

/** Paths that are so much dearer than the cheapest one at a position are not followed. */
const BEAM = 80;

/** The marks of the cheapest path that reads the whole text, in their order; null: there is none. */
export function cheapestPath<Mark>(
  { edges }: Automaton<Mark>,
  text: string,
): { mark: Mark; at: number }[] | null {
  const fronts = new Map<number, Map<number, Reached<Mark>>>([[0, new Map([[0, { cost: 0, trace: null }]])]]);
  const reach = (at: number, state: number, cost: number, trace: Trace<Mark> | null): void => {
    const front = fronts.get(at) ?? new Map<number, Reached<Mark>>();
    fronts.set(at, front);
    const known = front.get(state);
    if (!known || cost < known.cost) front.set(state, { cost, trace });
  };
  for (let at = 0; at < text.length; at += 1) {
    const front = fronts.get(at);
    if (!front) continue;
    follow(edges, text, at, front, reach);
    fronts.delete(at);
  }
  const last = fronts.get(text.length);
  if (!last) return null;
  follow(edges, text, text.length, last, reach);
  const end = last.get(edges.length - 1);
  if (!end) return null;
  const marks: { mark: Mark; at: number }[] = [];
  for (let { trace } = end; trace; trace = trace.before) marks.push({ mark: trace.mark, at: trace.at });
  return marks.toReversed();
}

function follow<Mark>(
  edges: Automaton<Mark>['edges'],
  text: string,
  at: number,
  front: Map<number, Reached<Mark>>,
  reach: (at: number, state: number, cost: number, trace: Trace<Mark> | null) => void,
): void {
  let best = Infinity;
  for (const { cost } of front.values()) best = Math.min(best, cost);
  for (let state = 0; state < edges.length; state += 1) {
    const reached = front.get(state);
    if (!reached || reached.cost > best + BEAM) continue;
    for (const edge of edges[state] ?? []) {
      const cost = reached.cost + edge.cost;
      const trace = marked(reached.trace, edge.mark, at);
      if (!edge.reads) reach(at, edge.to, cost, trace);
      else
        for (const read of edge.reads(text, at))
          if (read.length > 0 && at + read.length <= text.length)
            reach(at + read.length, edge.to, cost + read.cost, marked(trace, read.mark, at));
    }
  }
}

const marked = <Mark>(trace: Trace<Mark> | null, mark: Mark | undefined, at: number): Trace<Mark> | null =>
  mark === undefined ? trace : { mark, at, before: trace };
