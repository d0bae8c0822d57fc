/**
 * Decides clauses of propositional logic: conflict-driven clause learning with two watched literals, as in MiniSat (Eén and
 * Sörensson, 2003). Made for many small problems: two rules have tens of variables, all rules a few thousand.
 */

/** A variable, counted from 1; negative: its negation. */
export type Literal = number;

export type Model = (literal: Literal) => boolean;

/** The first two literals are watched. */
type Clause = Literal[];

const ACTIVITY_GROWTH = 1.05;
const MAX_ACTIVITY = 1e100;

/** Values for the variables 1 to `variables` that make every clause true; null if there are none. */
export function solveClauses(variables: number, clauses: readonly (readonly Literal[])[]): Model | null {
  const search = createSearch(variables);
  if (!clauses.every((clause) => search.add(clause))) return null;
  for (;;) {
    const conflict = search.propagate();
    if (conflict) {
      if (!search.learn(conflict)) return null;
    } else if (!search.decide()) return (literal) => search.valueOf(literal) > 0;
  }
}

function createSearch(variables: number) {
  /** 1: true, -1: false, 0: none yet */
  const values = new Int8Array(variables + 1);
  const levels = new Int32Array(variables + 1);
  const reasons = new Map<number, Clause>();
  const activity = new Float64Array(variables + 1);
  const watchers = Array.from({ length: 2 * variables + 2 }, (): Clause[] => []);
  const trail: Literal[] = [];
  /** where each level of decisions begins in the trail */
  const starts: number[] = [];
  let done = 0;
  let growth = 1;

  const valueOf = (literal: Literal): number => {
    const value = values[Math.abs(literal)] ?? 0;
    return literal > 0 ? value : -value;
  };
  const watchersOf = (literal: Literal): Clause[] =>
    watchers[literal > 0 ? 2 * literal : 1 - 2 * literal] ?? [];
  const watch = (clause: Clause, literal: Literal): void => void watchersOf(literal).push(clause);

  const assign = (literal: Literal, reason?: Clause): void => {
    const variable = Math.abs(literal);
    values[variable] = literal > 0 ? 1 : -1;
    levels[variable] = starts.length;
    if (reason) reasons.set(variable, reason);
    else reasons.delete(variable);
    trail.push(literal);
  };

  /** Before the search. Returns whether the clause can still be true. */
  const add = (clause: readonly Literal[]): boolean => {
    const literals = [...new Set(clause)].filter((literal) => valueOf(literal) >= 0);
    if (literals.some((literal) => valueOf(literal) > 0 || literals.includes(-literal))) return true;
    const [first, second] = literals;
    if (first === undefined) return false;
    if (second === undefined) assign(first);
    else for (const literal of [first, second]) watch(literals, literal);
    return true;
  };

  /** Assigns all that follows. Returns a clause that is false, if one is. */
  const propagate = (): Clause | null => {
    for (; done < trail.length; done += 1) {
      const wrong = -(trail[done] ?? 0);
      const list = watchersOf(wrong);
      let left = 0;
      for (const [at, clause] of list.entries()) {
        if (rewatched(clause, wrong)) continue;
        list[left++] = clause;
        const [first = 0] = clause;
        if (valueOf(first) > 0) continue;
        if (valueOf(first) < 0) {
          list.splice(left, at + 1 - left);
          return clause;
        }
        assign(first, clause);
      }
      list.length = left;
    }
    return null;
  };

  /** Watches another literal instead of one that became false, if there is one that is not; otherwise puts the other one first. */
  const rewatched = (clause: Clause, wrong: Literal): boolean => {
    if (clause[0] === wrong) swap(clause, 0, 1);
    if (valueOf(clause[0] ?? 0) > 0) return false;
    for (let at = 2; at < clause.length; at += 1) {
      const literal = clause[at] ?? 0;
      if (valueOf(literal) < 0) continue;
      swap(clause, 1, at);
      watch(clause, literal);
      return true;
    }
    return false;
  };

  /** Learns the first cause that all of a conflict goes through, and goes back to where it decides. False: no decision was needed. */
  const learn = (conflict: Clause): boolean => {
    if (starts.length === 0) return false;
    const level = starts.length;
    const seen = new Set<number>();
    const learned: Clause = [0];
    let open = 0;
    let reason: Clause | undefined = conflict;
    let cause: Literal = 0;
    let at = trail.length;
    do {
      for (const literal of reason ?? []) {
        const variable = Math.abs(literal);
        if (literal === cause || seen.has(variable) || levels[variable] === 0) continue;
        seen.add(variable);
        raise(variable);
        if (levels[variable] === level) open += 1;
        else learned.push(literal);
      }
      do at -= 1;
      while (!seen.has(Math.abs(trail[at] ?? 0)));
      cause = trail[at] ?? 0;
      reason = reasons.get(Math.abs(cause));
      open -= 1;
    } while (open > 0);
    learned[0] = -cause;
    backTo(learned);
    growth *= ACTIVITY_GROWTH;
    return true;
  };

  const backTo = (learned: Clause): void => {
    const levelAt = (at: number): number => levels[Math.abs(learned[at] ?? 0)] ?? 0;
    for (let at = 2; at < learned.length; at += 1) if (levelAt(at) > levelAt(1)) swap(learned, 1, at);
    const level = learned.length > 1 ? levelAt(1) : 0;
    const start = starts[level] ?? trail.length;
    for (const literal of trail.splice(start)) values[Math.abs(literal)] = 0;
    starts.length = level;
    done = start;
    const [first = 0, second] = learned;
    if (second !== undefined) for (const literal of [first, second]) watch(learned, literal);
    assign(first, learned);
  };

  const raise = (variable: number): void => {
    activity[variable] = (activity[variable] ?? 0) + growth;
    if ((activity[variable] ?? 0) < MAX_ACTIVITY) return;
    for (let each = 1; each <= variables; each += 1) activity[each] = (activity[each] ?? 0) / MAX_ACTIVITY;
    growth /= MAX_ACTIVITY;
  };

  /** Takes a variable without a value for false. False: all have one. */
  const decide = (): boolean => {
    let best = 0;
    for (let variable = 1; variable <= variables; variable += 1)
      if (values[variable] === 0 && (best === 0 || (activity[variable] ?? 0) > (activity[best] ?? 0)))
        best = variable;
    if (best === 0) return false;
    starts.push(trail.length);
    // few values are given in the smallest case
    assign(-best);
    return true;
  };

  return { add, propagate, learn, decide, valueOf };
}

function swap(clause: Clause, a: number, b: number): void {
  [clause[a], clause[b]] = [clause[b] ?? 0, clause[a] ?? 0];
}
