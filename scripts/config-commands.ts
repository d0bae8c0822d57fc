/** What the command `config` does: the calls of the page *Configuration*, in the name of a user. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  exportConfiguration,
  importConfiguration,
  type ConfigurationElement,
} from '../shared/contract/configuration.ts';
import { addressText } from '../shared/configuration/pack.ts';
import { findSponsorsNamed } from '../server/accounts/sponsors.store.ts';
import { importPack, packOf, previewOf } from '../server/areas/configuration/configuration.service.ts';
import { findAccount } from '../server/accounts/passwordToken.store.ts';
import { configurationParts } from '../server/configurationParts.ts';
import type { ConfigurationWorld, Importer } from '../server/configuration/configurationPart.ts';
import type { Deps } from '../server/deps.ts';
import { requireAccess } from '../server/http/requireAccess.ts';
import { findActingUser } from '../server/http/session.ts';
import { SetupProblem } from '../server/settings.ts';
import { readArguments, USAGE, type ConfigArguments } from './configArguments.ts';
import { runOperatorCommand } from './operatorCommand.ts';

/** Opens what a command works on, and gives it back when the work is done. */
export type InDatabase = (work: (deps: Deps) => Promise<number>, signal: AbortSignal) => Promise<number>;

interface Work extends ConfigArguments {
  world: ConfigurationWorld;
  importer: Importer;
}

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export const runConfiguration = (args: readonly string[], inDatabase: InDatabase): Promise<number> =>
  runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const options = readArguments(args);
    const work = async (deps: Deps) =>
      COMMANDS[options.command]({ ...options, ...(await workOf(deps, options, signal)) });
    return inDatabase(work, signal);
  });

/** As the user would have them on the page: with their privileges, and the schema files of the sponsor. */
async function workOf(
  deps: Deps,
  { command, sponsor, user: userId }: ConfigArguments,
  signal: AbortSignal,
): Promise<Pick<Work, 'world' | 'importer'>> {
  const [sponsorKey, ...others] = await findSponsorsNamed(deps.db, sponsor);
  if (sponsorKey === undefined) throw new SetupProblem(`There is no sponsor '${sponsor}'`);
  if (others.length > 0)
    throw new SetupProblem(`Several sponsors are named '${sponsor}': ${[sponsorKey, ...others].join(', ')}`);
  const account = await findAccount(deps.db, userId);
  const acting = account && { userKey: account.user_key, sponsorKey, senderKey: null };
  const user = acting && (await findActingUser(deps.db, acting, deps.clock.now()));
  if (!user) throw new SetupProblem(`'${userId}' does not work for the sponsor '${sponsor}'`);
  requireAccess(user, command === 'import' ? importConfiguration.access : exportConfiguration.access);
  const catalogue = await deps.catalogues.of(sponsorKey, user.schemaVersion);
  return {
    world: { ...deps, catalogue },
    importer: { user, language: 'en', requestId: `config:${deps.newUuid()}`, signal },
  };
}

/** Each answers the exit code. */
const COMMANDS: Readonly<Record<ConfigArguments['command'], (work: Work) => Promise<number>>> = {
  export: async ({ world, importer, out }) => {
    const { text } = await packOf(world, configurationParts, importer.user);
    if (out === null) process.stdout.write(text);
    else {
      writeFileSync(out, text);
      console.log(`${out} has the configuration`);
    }
    return 0;
  },
  compare: async (work) => {
    const { elements } = await previewed(work);
    const differing = elements.filter(({ state }) => state !== 'same');
    for (const element of differing) print(element);
    const same = elements.length - differing.length;
    console.log(`${differing.length} elements differ, ${same} do not`);
    return differing.length > 0 ? 1 : 0;
  },
  import: async (work) => {
    const { world, importer, files, reason, isTrial } = work;
    const { elements, basedOn } = await previewed(work);
    const chosen = chosenOf(elements, work.only);
    for (const element of chosen) print(element);
    const refused = chosen.filter(({ refusal }) => refusal !== null);
    if (chosen.length === 0 || refused.length > 0 || isTrial) {
      console.log(`${chosen.length} elements differ, ${refused.length} are refused. Nothing was changed`);
      return refused.length > 0 ? 1 : 0;
    }
    const body = { pack: textOf(files[0]), basedOn, chosen, reason: reason.trim() };
    const { count } = await importPack(world, configurationParts, importer, body);
    console.log(`${count} elements were imported in the name of ${importer.user.userId}`);
    return 0;
  },
};

const textOf = (file = ''): string => readFileSync(file, 'utf8');

const previewed = ({ world, importer, files: [file, other] }: Work) =>
  previewOf(world, configurationParts, importer, {
    pack: textOf(file),
    other: other === undefined ? null : textOf(other),
  });

/** Throws a SetupProblem for an element that the file does not have. */
function chosenOf(
  elements: readonly ConfigurationElement[],
  only: readonly string[],
): ConfigurationElement[] {
  const inFile = elements.filter(({ state }) => state !== 'missing');
  const unknown = only.find((name) => !inFile.some((element) => addressText(element) === name));
  if (unknown !== undefined) throw new SetupProblem(`The file has no element '${unknown}'`);
  return inFile.filter(
    (element) => element.state !== 'same' && (only.length === 0 || only.includes(addressText(element))),
  );
}

const STATES: Readonly<Record<ConfigurationElement['state'], string>> = {
  new: 'new',
  changed: 'changed',
  same: 'same',
  missing: 'not in the file; stays',
};

function print(element: ConfigurationElement): void {
  const { state, differences, more, refusal } = element;
  console.log(`${addressText(element)}: ${STATES[state]}`);
  for (const { path, was, is } of differences) console.log(`  ${path}: ${was ?? '-'} -> ${is ?? '-'}`);
  if (more > 0) console.log(`  and ${more} more`);
  if (refusal !== null) console.log(`  refused: ${refusal}`);
}
