/** Something that must hold on every path does not hold. */
export class Violation extends Error {
  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
  }
}
