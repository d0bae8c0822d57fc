/** Verifies everything at once, for operators: the anchor file and the audit trails of all sponsors. */
import { eachSponsorsCatalogue, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import { checkAnchors } from './checkAnchors.ts';
import { describeFinding } from './finding.ts';
import { verifyChains, type ChainsWorld } from './verifyChains.ts';

export interface InstallationReport {
  /** in plain English */
  lines: string[];
  differs: boolean;
  /** something could not be verified: a key is missing, or what is stored cannot be read */
  isIncomplete: boolean;
}

/** Stores nothing of its result: what a job has found stays. */
export async function verifyInstallation(
  world: ChainsWorld & SponsorsWorld,
  signal?: AbortSignal,
): Promise<InstallationReport> {
  const { db, anchors } = world;
  const file = await db.transaction().execute((trx) => checkAnchors(trx, world));
  const report: InstallationReport = {
    lines: [
      `anchor file ${anchors.path}: ${file.records} records`,
      ...file.problems.map((problem) => `anchor file: ${problem}`),
      ...file.missingKeys.map((key) => `anchor file: the key ${key} is missing here`),
    ],
    differs: file.problems.length > 0,
    isIncomplete: file.missingKeys.length > 0,
  };
  await eachSponsorsCatalogue(world, async ({ sponsorKey, catalogue }) => {
    let chains = 0;
    let differences = 0;
    for await (const batch of verifyChains({ ...world, catalogue }, sponsorKey, { scope: '', scopeKey: 0 })) {
      signal?.throwIfAborted();
      chains += batch.chains;
      for (const finding of batch.findings) {
        report.lines.push(describeFinding(finding));
        if (finding.problem === 'keyMissing') report.isIncomplete = true;
        else {
          report.differs = true;
          differences += 1;
        }
      }
    }
    report.lines.push(`sponsor ${sponsorKey}: ${chains} audit trails verified, ${differences} differ`);
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    // what was found at the others stays in the report
    report.isIncomplete = true;
    report.lines.push(`not verified: ${error instanceof Error ? error.message : String(error)}`);
  });
  return report;
}
