/** The command was called wrongly. */
export class UsageProblem extends Error {
  override name = 'UsageProblem';
}
