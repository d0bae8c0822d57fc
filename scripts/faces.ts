/** Every face of every item of cases, records and forms of the administration, drawn and measured in Chromium. Exit code 1: there are faults; 2: called wrongly. */
import { parseArgs } from 'node:util';
import { FORM_NAMES, formNamed } from '../schemas/compile/forms.ts';
import { LANGUAGES } from '../schemas/compile/languages.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import type { FaceFault } from '../shared/faces/faceFault.types.ts';
import { framesOf, itemsByRegion, THEMES, WIDTHS, ZOOMS } from '../shared/faces/faceList.ts';
import { measureInBrowser } from './faces/faceBrowser.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const USAGE = `npm run -s faces -- [options]   cut-off labels and missing parts of spoken sentences of all items
  --items ID,ID         with what is drawn beside them; default all
  --languages en,ko     default ${LANGUAGES.join(',')}
  --widths 400,1280     of a form in pixels; default ${WIDTHS.join(',')}
  --zooms 100,200       in percent; default ${ZOOMS.join(',')}; a form is 320 wide at least
  --json                a line for each fault`;

interface Request {
  /** null: all */
  itemIds: string[] | null;
  languages: (typeof LANGUAGES)[number][];
  frames: ReturnType<typeof framesOf>;
  json: boolean;
}

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, measure);

async function measure(): Promise<number> {
  const { checks } = openCatalogue();
  const subjects = [checks, ...FORM_NAMES.map(formNamed)];
  const known = subjects
    .flatMap(({ catalogue }) => itemsByRegion(catalogue))
    .flatMap(({ catalogue }) => Object.keys(catalogue.items));
  const { itemIds, languages, frames, json } = readArguments(new Set(known));
  const start = performance.now();
  const { faces, faults } = await measureInBrowser(
    subjects.map(({ catalogue, codeLists }) => ({
      catalogue,
      codeLists,
      itemIds,
      languages,
      panes: frames.map(({ pane }) => pane),
      themes: [...THEMES],
      withTree: true,
    })),
    (done, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} sheets `);
    },
  );
  if (json) for (const fault of faults) console.log(JSON.stringify(fault));
  else {
    const seconds = Math.round((performance.now() - start) / 1000);
    const where = frames.map(frameText).join(', ');
    console.log(
      `${faces} faces in ${languages.join(', ')} at ${where}: ${faults.length} faults, ${seconds} s`,
    );
    printFaults(faults);
  }
  return faults.length > 0 ? 1 : 0;
}

function printFaults(faults: readonly FaceFault[]): void {
  for (const [kind, ofKind] of Map.groupBy(faults, (fault) => fault.kind)) {
    const itemsOf = new Set(ofKind.map(({ itemId }) => itemId)).size;
    console.log(`\n${kind}: ${ofKind.length} of ${itemsOf} items`);
    const byPlace = Map.groupBy(ofKind, ({ appendix, itemId, language, what }) =>
      [appendix, itemId, language, what].join(' '),
    );
    for (const [place, some] of byPlace) console.log(`  ${place} (${whereOf(some)})`);
  }
}

function frameText({ width, zoom }: Request['frames'][number]): string {
  return `${width} px ${zoom} %`;
}

function whereOf(faults: readonly FaceFault[]): string {
  const widthsOf = [...new Set(faults.map(({ width }) => (width === null ? 'each width' : `${width} px`)))];
  return `${[...new Set(faults.map(({ state }) => state))].join(', ')}; ${widthsOf.join(', ')}`;
}

function numbersOf(name: string, text: string | undefined, usual: readonly number[]): readonly number[] {
  if (text === undefined) return usual;
  const numbers = text.split(',').map(Number);
  if (!numbers.every((one) => Number.isInteger(one) && one >= 100 && one <= 4000))
    throw new UsageProblem(`--${name} needs whole numbers from 100 to 4000, not ${text}`);
  return numbers;
}

function readArguments(known: ReadonlySet<string>): Request {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      items: text,
      languages: text,
      widths: text,
      zooms: text,
      json: { type: 'boolean', default: false },
    },
  });
  const itemIds = values.items?.split(',') ?? null;
  const unknown = itemIds?.find((itemId) => !known.has(itemId));
  if (unknown !== undefined) throw new UsageProblem(`there is no item ${unknown}`);
  const wanted = values.languages?.split(',');
  const languages = LANGUAGES.filter((one) => wanted?.includes(one) ?? true);
  if (languages.length === 0) throw new UsageProblem(`there is no language ${values.languages}`);
  const frames = framesOf(
    numbersOf('widths', values.widths, WIDTHS),
    numbersOf('zooms', values.zooms, ZOOMS),
  );
  return { itemIds, languages, frames, json: values.json };
}
