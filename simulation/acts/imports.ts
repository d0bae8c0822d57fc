/** Partners send reports: new ones that the case generator invents, newer ones about known cases, and the same ones again. */
import { codeSystemsOf } from '../../schemas/e2b/codeSystems.ts';
import { STANDARD } from '../../shared/rules/receivers.ts';
import { nodeBytes } from '../../server/files/byteTools.ts';
import { authorityOfRegion } from '../../server/messages/composeBatch.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { importFile } from '../../shared/contract/index.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { contentOf, textOfRole } from '../caseContent.ts';
import { seenByReader } from '../oracles/access.ts';
import { outcomeOf, versionsWith, type Expected, type Numbers } from '../oracles/imports.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { Act, Deed, KnownReport, KnownVersion, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { OPEN } from './cases.ts';
import { anyVersion, tracedDeed } from './choices.ts';
import { receiversOf } from './receivers.ts';
import { continueNewest, putIntoBatch } from './submissions.ts';

/** One that sees all cases, and one that sees some of them. */
const IMPORTERS = ['sponsor.admin', 'case.reader'] as const;

/** A valid report to a receiver of the demo. */
const importNew: Act = {
  name: 'import',
  weight: 12,
  run: async (simulation) => {
    const { chance, server, seed, step } = simulation;
    const { receiver, region } = chance.pick(await receiversOf(simulation));
    const country = COUNTRIES[region] ?? region;
    const number = `${country}-SIM-${seed}-${step}`;
    const authority = authorityOfRegion(server.deps.catalogue, region);
    const { content } = simulation.generate({
      receiver: authority,
      values: {
        caseNumber: number,
        worldwideId: number,
        // so that a report to the receiver is due
        ...(chance.percent(75) && { reactionCountry: country }),
      },
    });
    // nothing was sent that it could withdraw
    const sent = withValue(simulation, content, 'nullificationAmendment', null);
    const text = await messageOf(simulation, sent, authority);
    const report = { text, receiver, numbers: numbersOf(simulation, content) };
    const imported = await send(simulation, chance.percent(75) ? 'sponsor.admin' : 'case.reader', report);
    const [caseKey] = imported.touched;
    if (caseKey === undefined || chance.percent(25)) return imported;
    const { what } = await putIntoBatch(simulation, [caseKey], receiver);
    const done = `${imported.what}, ${what}`;
    const led = chance.percent(60) ? await continueNewest(simulation) : null;
    if (!led) return { ...imported, what: done };
    const touched = led.touched === 'any' ? led.touched : [...imported.touched, ...led.touched];
    return { what: `${done}, ${led.what}`, touched };
  },
};

/** A country where the name of the region is none. */
const COUNTRIES: Readonly<Record<string, string>> = { EU: 'DE' };

/** What a partner has sent before, or newer content of a known case. */
const importMore: Act = {
  name: 'import again',
  weight: 8,
  run: async (simulation) => {
    const { chance, reports, server } = simulation;
    const by = chance.pick(IMPORTERS);
    if (reports.length > 0 && chance.percent(50)) return send(simulation, by, chance.pick(reports));
    const version = by === 'case.reader' ? await hiddenVersion(simulation) : anyVersion(simulation);
    if (!version || version.superseded) return null;
    const before = await contentOf(simulation, version.caseKey);
    const now = server.clock.now().toISOString().replace(/\D/g, '');
    const content = withValue(
      simulation,
      withValue(simulation, before, 'creationDate', `${now.slice(0, 14)}+0000`),
      'mostRecentInformation',
      now.slice(0, 8),
    );
    const numbers = numbersOf(simulation, content);
    if (numbers.caseNumber === null && numbers.worldwideId === null) return null;
    const text = await messageOf(simulation, content);
    const { receiver } = reports.find(({ caseKey }) => caseKey === version.caseKey) ?? {};
    return send(simulation, by, { text, numbers, ...(receiver !== undefined && { receiver }) });
  },
};

/** One that the reader does not see, but may know the number of; any where there is none. */
async function hiddenVersion(simulation: Simulation): Promise<KnownVersion | undefined> {
  const seen = await seenByReader(simulation);
  const hidden = [...simulation.versions.values()].filter(
    ({ caseKey, superseded, deleted }) => !superseded && !deleted && !seen.has(caseKey),
  );
  return hidden.length > 0 ? simulation.chance.pick(hidden) : anyVersion(simulation);
}

type ImportDeed = Deed & { touched: readonly number[] };

type ReportToSend = Omit<KnownReport, 'caseKey'>;

/** Sends it as a user does, and compares what became of it with what must become of it. */
async function send(simulation: Simulation, by: Account, report: ReportToSend): Promise<ImportDeed> {
  const { server, step, reports } = simulation;
  const { numbers, text } = report;
  const before = await versionsWith(simulation, numbers);
  const expected = await outcomeOf(simulation, by, numbers, before);
  const file = { name: `report-${step}.xml`, text };
  const answer = await server.call(by, importFile, {
    params: { sponsorKey: SPONSOR },
    // whether it is the same patient, or a case to withdraw, is another matter
    query: { otherPatient: 'followUp', nothingToNullify: 'new' },
    file,
  });
  const [imported] = answer.success ? answer.data.cases : [];
  const what = `imports ${numbers.caseNumber} of ${numbers.created}`;
  const after = await versionsWith(simulation, numbers);
  const known = new Set(before.map(({ caseKey }) => caseKey));
  const made = after.filter(({ caseKey }) => !known.has(caseKey));
  isAsExpected(expected, { decision: imported?.decision ?? null, made: made.length }, `${by} ${what}`);
  const [version] = made;
  const touched = version ? [version.caseKey, ...known] : [];
  const traced = tracedDeed(simulation, by, `${what} (${expected})`, answer, touched, `Import ${file.name}`);
  if (!version) return { ...traced, touched, isIdle: true };
  noteVersion(simulation, version.caseKey, await contentOf(simulation, version.caseKey), known);
  reports.push({ ...report, caseKey: version.caseKey });
  return { ...traced, touched };
}

function isAsExpected(
  expected: Expected,
  { decision, made }: { decision: string | null; made: number },
  what: string,
): void {
  if (decision !== expected || made !== (expected === 'refused' ? 0 : 1))
    throw new Violation('imports', `${what}: ${decision} with ${made} new versions, not ${expected}`);
}

function noteVersion(
  simulation: Simulation,
  caseKey: number,
  content: CaseContent,
  earlier: ReadonlySet<number>,
): void {
  const { versions } = simulation;
  for (const key of earlier) {
    const version = versions.get(key);
    if (version) version.superseded = true;
  }
  const nullified = textOfRole(simulation, content, 'nullificationAmendment') === NULLIFICATION;
  versions.set(caseKey, { ...OPEN, nullified, caseKey });
}

const numbersOf = (simulation: Simulation, content: CaseContent): Numbers => ({
  caseNumber: textOfRole(simulation, content, 'caseNumber'),
  worldwideId: textOfRole(simulation, content, 'worldwideId'),
  created: textOfRole(simulation, content, 'creationDate'),
  nullifies: textOfRole(simulation, content, 'nullificationAmendment') === NULLIFICATION,
});

/** `value`: null takes the item away. */
function withValue(
  { server }: Simulation,
  { values, rows }: CaseContent,
  role: string,
  value: string | null,
): CaseContent {
  const itemId = server.deps.catalogue.whole.roles[role] ?? '';
  const given: CaseValue = { ...addressAt(itemId, []), value, nullFlavor: null, notation: null };
  const rest = values.filter((one) => one.itemId !== itemId);
  return { rows, values: value === null ? rest : [...rest, given] };
}

/** `authority`: whose code systems it names; left out: those of ICH. */
const messageOf = (
  { server: { deps } }: Simulation,
  content: CaseContent,
  authority: string = STANDARD,
): Promise<string> => {
  const ports = {
    bytes: nodeBytes,
    files: { read: () => [new Uint8Array([1])] },
    newUuid: () => deps.newUuid(),
    now: () => deps.clock.now(),
  };
  const codeSystems = codeSystemsOf(deps.catalogue.whole, authority);
  return writeIcsrText([content], deps.catalogue.e2b, ports, { codeSystems });
};

export const importActs: readonly Act[] = [importNew, importMore];
