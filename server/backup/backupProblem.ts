/** A backup cannot be made or restored, with the reason for the operator; exit code 1. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
