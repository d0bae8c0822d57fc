/**
 * Counts the steps of an evaluation. An expression comes from a user: without a limit, nested row functions or a
 * text that doubles itself would keep the process busy for hours.
 */

/** Steps of one evaluation: each evaluated node is one, and so are some elements of a list or characters of a text. */
export const MAX_STEPS = 1_000_000;
/** Characters of a text that an expression makes. */
const MAX_TEXT = 1_000_000;
/** Characters that cost as much as the evaluation of a node. */
const CHARACTERS_PER_STEP = 64;
/** Elements that cost as much as the evaluation of a node. */
const ELEMENTS_PER_STEP = 8;

/** An evaluation was stopped. `owner` is the rule, item or column that the expression belongs to, or its source. */
export class StepLimitExceeded extends Error {
  override readonly name = 'StepLimitExceeded';
  readonly owner: string;

  constructor(owner: string) {
    super(`the expression of ${owner} takes more than ${MAX_STEPS} steps`);
    this.owner = owner;
  }
}

/** Thrown to the innermost `withinSteps`, which knows the owner. */
class OutOfSteps extends Error {}

// evaluations are synchronous, so there is one at a time; outside of them nothing is counted
let remaining = Number.POSITIVE_INFINITY;

/** Evaluates with a limit of steps. Throws `StepLimitExceeded`. The steps also count for an enclosing call. */
export function withinSteps<Result>(owner: string, evaluate: () => Result): Result {
  const outer = remaining;
  const limit = Math.min(MAX_STEPS, outer);
  remaining = limit;
  try {
    return evaluate();
  } catch (error) {
    throw isOutOfSteps(error) ? new StepLimitExceeded(owner) : error;
  } finally {
    remaining = outer - (limit - remaining);
  }
}

/** Counts steps of the current evaluation. */
export function spend(steps: number): void {
  remaining -= steps;
  if (remaining < 0) throw new OutOfSteps();
}

/** Counts a value by its size, because the functions that read it take time in proportion. */
export function spendOnValue(value: unknown): void {
  if (typeof value === 'string') spendOnText(value);
  else if (typeof value === 'object' && value !== null) spendOnElements(value);
}

function spendOnText({ length }: string): void {
  if (length > MAX_TEXT) spend(MAX_STEPS + 1);
  if (length > CHARACTERS_PER_STEP) spend(length / CHARACTERS_PER_STEP);
}

/** Nested lists count as often as they occur: a comparison reads them as often. */
function spendOnElements(value: object): void {
  if (value instanceof Uint8Array) return spend(value.length / CHARACTERS_PER_STEP);
  const elements = Array.isArray(value) || value instanceof Set ? value : Object.entries(value).flat();
  for (const element of elements as Iterable<unknown>) {
    spend(1 / ELEMENTS_PER_STEP);
    spendOnValue(element);
  }
}

/** Whether the error ends the whole evaluation. */
export const isOutOfSteps = (error: unknown): boolean => error instanceof OutOfSteps;
