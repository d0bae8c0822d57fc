/** Every face of every item of cases, records and forms of the administration, drawn and measured in Chromium. Exit code 1: called wrongly; 2: there are faults. */
import { parseArgs } from 'node:util';
import { FORM_NAMES, formNamed } from '../schemas/compile/forms.ts';
import { LANGUAGES } from '../schemas/compile/languages.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import type { FaceFault } from '../shared/faces/faceFault.types.ts';
import { framesOf, itemsByRegion, THEMES, WIDTHS, ZOOMS } from '../shared/faces/faceList.ts';
import { measureInBrowser } from './faces/faceBrowser.ts';

const USAGE = `npm run -s faces -- [options]   cut-off labels and missing parts of spoken sentences of all items
  --items ID,ID         with what is drawn beside them; default all
  --languages en,ko     default ${LANGUAGES.join(',')}
  --widths 400,1280     of a form in pixels; default ${WIDTHS.join(',')}
  --zooms 100,200       in percent; default ${ZOOMS.join(',')}; a form is 320 wide at least
  --json                a line for each fault`;

const refuse = (why: string): never => {
  console.error(`${why}\n${USAGE}`);
  process.exit(1);
};

const { items, languages, widths, zooms, json } = readArguments();
const { catalogue: cases, codeLists: codes } = openCatalogue().checks;
const subjects = [{ catalogue: cases, codeLists: codes }, ...FORM_NAMES.map(formNamed)];
const itemIds = items === undefined ? null : items.split(',');
const known = new Set(
  subjects
    .flatMap(({ catalogue }) => itemsByRegion(catalogue))
    .flatMap(({ catalogue }) => Object.keys(catalogue.items)),
);
for (const itemId of itemIds ?? []) if (!known.has(itemId)) refuse(`there is no item ${itemId}`);
const chosen = LANGUAGES.filter((one) => languages === undefined || languages.split(',').includes(one));
if (chosen.length === 0) refuse(`there is no language ${languages}`);
const frames = framesOf(numbersOf('widths', widths, WIDTHS), numbersOf('zooms', zooms, ZOOMS));
const panes = frames.map(({ pane }) => pane);

const start = performance.now();
const { faces, faults } = await measureInBrowser(
  subjects.map(({ catalogue, codeLists }) => ({
    catalogue,
    codeLists,
    itemIds,
    languages: chosen,
    panes,
    themes: [...THEMES],
    withTree: true,
  })),
  (done, total) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} sheets `);
  },
);
if (json) for (const fault of faults) console.log(JSON.stringify(fault));
else printFaults();
if (faults.length > 0) process.exitCode = 2;

function printFaults(): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${faces} faces in ${chosen.join(', ')} at ${frames.map(frameText).join(', ')}: ${faults.length} faults, ${seconds} s`,
  );
  for (const [kind, ofKind] of Map.groupBy(faults, (fault) => fault.kind)) {
    const itemsOf = new Set(ofKind.map(({ itemId }) => itemId)).size;
    console.log(`\n${kind}: ${ofKind.length} of ${itemsOf} items`);
    const byPlace = Map.groupBy(ofKind, ({ appendix, itemId, language, what }) =>
      [appendix, itemId, language, what].join(' '),
    );
    for (const [place, some] of byPlace) console.log(`  ${place} (${whereOf(some)})`);
  }
}

function frameText({ width, zoom }: (typeof frames)[number]): string {
  return `${width} px ${zoom} %`;
}

function whereOf(faults: readonly FaceFault[]): string {
  const widthsOf = [...new Set(faults.map(({ width }) => (width === null ? 'each width' : `${width} px`)))];
  return `${[...new Set(faults.map(({ state }) => state))].join(', ')}; ${widthsOf.join(', ')}`;
}

function numbersOf(name: string, text: string | undefined, usual: readonly number[]): readonly number[] {
  if (text === undefined) return usual;
  const numbers = text.split(',').map(Number);
  return numbers.every((one) => Number.isInteger(one) && one >= 100 && one <= 4000)
    ? numbers
    : refuse(`--${name} needs whole numbers from 100 to 4000, not ${text}`);
}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: {
        items: text,
        languages: text,
        widths: text,
        zooms: text,
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
