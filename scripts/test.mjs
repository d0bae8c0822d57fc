/**
 * `npm test`: everything that must hold. Ends with `N passed, N failed` alone on a line; exit code 1 when something
 * failed. `npm test -- unit api` runs only the steps named.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './browser.mjs';
import { installWhatIsMissing } from './install.mjs';
import { channels, onLanes } from './test/lanes.mjs';
import { REPORTS, runStep } from './test/runStep.mjs';
import { overBudget, writeProfile } from './test/shares.mjs';
import { chosenSteps, STEPS, unknownSteps } from './test/steps.mjs';

/** Steps of one lane run beside each other. */
const LANES = 2;

installWhatIsMissing();
mkdirSync(REPORTS, { recursive: true });
const names = process.argv.slice(2);
const unknown = unknownSteps(names);
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${STEPS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const chosen = chosenSteps(names);
const browser = chosen.some((step) => step.browser) ? chromium() : null;
const steps = chosen.filter((step) => browser || !step.browser);
const left = chosen.length - steps.length;
if (left > 0)
  console.log(
    'No Chromium here and none could be installed: the browser tests are skipped. Set CHROMIUM_PATH to one.',
  );

const open = channels((text) => process.stdout.write(text));
const home = mkdtempSync(join(tmpdir(), 'casewright-test-'));
// the account of the database may enter, too
chmodSync(home, 0o755);
const env = { TEST_DEMO_DIR: join(home, 'demo'), ...(browser && { CHROMIUM_PATH: browser }) };
const outcomes = await onLanes(LANES, steps, (step) => runStep(step, open(), env));
rmSync(home, { recursive: true, force: true });

writeProfile(join(REPORTS, 'profile.txt'), outcomes);
const sum = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
for (const { failures } of outcomes) for (const failure of failures) console.log(`\nFAILED ${failure}`);
for (const notice of overBudget(outcomes)) console.log(`\nNOTICE ${notice}`);
const skipped = sum('skipped') + left;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = sum('failed') ? 1 : 0;
