/** A service that the server needs does not work for now: requests that need it are answered with 503. */
export abstract class Unavailable extends Error {
  /** The service answers, but refuses what it is sent, e.g. because its disk is full. */
  readonly isRefusal: boolean;

  constructor(cause: unknown, isRefusal = false) {
    super(reasonOf(cause), { cause });
    this.isRefusal = isRefusal;
  }
}

/** A host with several addresses fails with one error for each. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? reasonOf(cause.errors[0])
    : cause instanceof Error
      ? cause.message
      : String(cause);
