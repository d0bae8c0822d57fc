/** What the command `dictionary` does. */
import type { Deps } from '../server/deps.ts';
import type { LoadedEntry } from '../server/dictionaries/entry.ts';
import { cancelStaging, stagingByJob } from '../server/dictionaries/stageByJob.ts';
import { formatsOf } from '../server/dictionaries/load/formats/index.ts';
import { loadFiles, type Progress } from '../server/dictionaries/load/loadFiles.ts';
import { LoadProblem, SHOWN_ERRORS, type RowErrors } from '../server/dictionaries/load/loadProblem.ts';
import { previewFiles } from '../server/dictionaries/load/readFiles.ts';
import { activateRelease, deleteRelease, retireRelease } from '../server/dictionaries/releases.service.ts';
import { allReleases, findReleases, type Release } from '../server/dictionaries/releases.store.ts';
import { sponsorsUpgradingTo } from '../server/dictionary-upgrade/upgrade.store.ts';
import { readArguments, USAGE, type CommandArguments } from './dictionaryArguments.ts';
import { runOperatorCommand } from './operatorCommand.ts';

export interface Work {
  deps: Deps;
  isStopped: () => boolean;
}

/** Opens what a command works on, and gives it back when the work is done. */
export type InDatabase = (
  options: CommandArguments,
  work: (work: Work) => Promise<number>,
  signal: AbortSignal,
) => Promise<number>;

const SHOWN_ENTRIES = 5;

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export const runDictionary = (args: readonly string[], inDatabase: InDatabase): Promise<number> =>
  runOperatorCommand({ usage: USAGE, args }, async (signal) => {
    const options = readArguments(args);
    if (options.preview) return preview(options, signal);
    const work = async (inWork: Work) => (await commands[options.command]?.(inWork, options)) ?? 2;
    return inDatabase(options, work, signal);
  });

/** Reads the files and writes nothing; needs no database. */
async function preview(options: CommandArguments, signal: AbortSignal): Promise<number> {
  const { format, files, entries, first, errors, doubts } = await previewFiles(
    options,
    SHOWN_ENTRIES,
    signal,
  );
  console.log(`${options.dictionary}, format ${format}: ${once(files)}`);
  warnOfAssumedLayout(options);
  console.log(`${entries} entries; the first of them:`);
  for (const entry of first) console.log(`  ${lineOf(entry)}`);
  tellDoubts(doubts);
  if (errors.count === 0) console.log('No mistakes. Nothing was written.');
  else tellMistakes(errors, 'Nothing was written.');
  return errors.count === 0 ? 0 : 1;
}

/** Each answers the exit code. */
const commands: Record<string, (work: Work, options: CommandArguments) => Promise<number>> = {
  load: async ({ deps, isStopped }, options) => {
    const { dictionary, version, by, resume } = options;
    const started = performance.now();
    warnOfAssumedLayout(options);
    const onProgress = ({ entries, percent }: Progress) => {
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(`\r${entries} entries, ${percent} %, ${Math.round(seconds)} s   `);
    };
    const staging = stagingByJob(deps, isStopped);
    const result = await loadFiles(deps, options, {
      sample: false,
      by,
      resume,
      onProgress,
      isStopped,
      staging,
    });
    if (result.outcome === 'refused') {
      tellMistakes(result.errors, 'Nothing of it was kept; the active version is as it was.');
      return 1;
    }
    const { doubts, ...loaded } = result;
    deps.log.info({ dictionary, version, by, ...loaded }, `dictionary load ${result.outcome}`);
    if (result.outcome === 'stopped') {
      console.log(
        `\nStopped after ${result.entries} entries. To go on: the same command with --resume; to give up: drop ${dictionary} ${version}`,
      );
      return 130;
    }
    process.stdout.write('\n');
    tellDoubts(doubts);
    console.log(
      `${dictionary} ${version} is staged with ${result.entries} entries. To use it: activate ${dictionary} ${version}`,
    );
    return 0;
  },
  activate: async ({ deps }, options) => {
    const { release_no } = await releaseOf(deps, options);
    await activateRelease(deps, release_no, options.by);
    return done(deps, options, 'is active');
  },
  retire: async ({ deps }, options) => {
    const { release_no } = await releaseOf(deps, options);
    await retireRelease(deps, release_no);
    return done(deps, options, 'is retired');
  },
  drop: async ({ deps }, options) => {
    const { release_no } = await releaseOf(deps, options);
    await cancelStaging(deps, release_no);
    await deleteRelease(deps, release_no, () => requireNoUpgrade(deps, options));
    return done(deps, options, 'is gone');
  },
  list: async ({ deps }, { dictionary }) => {
    const releases = dictionary === '' ? await allReleases(deps.db) : await findReleases(deps.db, dictionary);
    for (const release of releases) console.log(releaseLine(release));
    return 0;
  },
};

/** A sponsor whose upgrade goes to a version that is gone could neither read it nor begin another one. */
async function requireNoUpgrade({ db }: Deps, { dictionary, version }: CommandArguments): Promise<void> {
  const sponsors = await sponsorsUpgradingTo(db, { dictionary, version });
  if (sponsors.length > 0)
    throw new LoadProblem(
      `${dictionary} ${version}`,
      `sponsors are upgrading to it (${sponsors.join(', ')}); they have to cancel their upgrade first`,
    );
}

/** Says that a layout was written without an official description. */
function warnOfAssumedLayout({ dictionary }: CommandArguments): void {
  if (formatsOf(dictionary).some(({ assumed }) => assumed))
    console.log(
      `The layout of ${dictionary} was written from memory, without its official description: compare the first entries of --preview with the dictionary before you activate it.`,
    );
}

function done(deps: Deps, { command, dictionary, version, by }: CommandArguments, what: string): number {
  deps.log.info({ dictionary, version, by }, `dictionary ${command}`);
  console.log(`${dictionary} ${version} ${what}`);
  return 0;
}

async function releaseOf({ db }: Deps, { dictionary, version }: CommandArguments): Promise<Release> {
  const releases = await findReleases(db, dictionary);
  const found = releases.find((release) => release.version === version);
  if (found) return found;
  const known = releases.map((release) => `${release.version} (${release.state})`).join(', ');
  throw new LoadProblem(dictionary, `there is no version ${version}; there is ${known || 'none'}`);
}

function releaseLine({ dictionary, version, state, sample, entries, ...release }: Release): string {
  const day = release.created_at.toISOString().slice(0, 16).replace('T', ' ');
  const files = once(release.files.map(({ name }) => name));
  return [
    `${dictionary} ${version}`,
    sample ? `${state}, invented sample` : state,
    `${entries} entries`,
    `loaded ${day} UTC by ${release.loaded_by}`,
    ...(release.activated_at ? [`activated by ${release.activated_by ?? ''}`] : []),
    files,
  ].join(' | ');
}

function tellDoubts({ count, first }: RowErrors): void {
  tellRows(first);
  if (count > 0)
    console.error(
      `${count} ${count === 1 ? 'doubt' : 'doubts'}. If the files are as they were delivered, go on; else drop the version and load the whole files.`,
    );
}

const tellRows = (rows: RowErrors['first']): void => {
  for (const { file, line, message } of rows) console.error(`${file}:${line}: ${message}`);
};

/** Folders of several languages have files of the same name. */
const once = (names: readonly string[]): string => [...new Set(names)].join(', ');

function lineOf({ code, term, parents, columns }: LoadedEntry): string {
  const words = Object.entries(term).map(([language, text]) => `${language}: ${text}`);
  const path = parents.map((parent) => parent.term.en).join(' < ');
  return [code, words.join(', '), path, JSON.stringify(columns)].filter((part) => part !== '').join(' | ');
}

function tellMistakes({ count, first }: RowErrors, then: string): void {
  tellRows(first);
  const more = count > SHOWN_ERRORS ? `, the first ${SHOWN_ERRORS} of them above` : '';
  console.error(`${count} ${count === 1 ? 'mistake' : 'mistakes'}${more}. ${then}`);
}
