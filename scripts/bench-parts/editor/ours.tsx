/** The engine's page under measurement: one drug with many rows in every group, as the stories make them. */
import '@mantine/core/styles.css';
import '../../../src/theme/theme.css';
import { Suspense } from 'react';
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import {
  createPageSession,
  PageForm,
  type EngineServices,
  type RowReference,
} from '../../../src/engine/index.ts';
import { startI18n } from '../../../src/i18n/index.ts';
import { cssVariablesResolver, theme } from '../../../src/theme/index.ts';
import { codeLists } from '../../../stories/catalogue.ts';
import { caretInto, drawer, keyClock, painted } from './benchPage.ts';
import { APPENDIX, catalogue, contentOf, MEASURED } from './content.ts';

const OTHER = 'AE';

await startI18n('en');
await i18next.loadNamespaces(['engine', 'components']);
const draw = drawer();

const never = (): never => {
  throw new Error('the benchmark opens no dialog');
};
const services: EngineServices = {
  codes: async (itemId) =>
    (codeLists[catalogue.items[itemId]?.codeList ?? '']?.codes ?? []).map(({ code, label }) => ({
      code,
      label: label.en,
    })),
  termOf: async ({ code }) => ({ code, term: 'Headache', version: null, parents: [] }),
  lookUp: never,
  upload: never,
  download: never,
  showAudit: never,
};

function referencesOf(rows: number): RowReference[] {
  const groups = new Set(Object.values(catalogue.groups).flatMap(({ rowsOf }) => rowsOf ?? []));
  return [...groups].flatMap((group) =>
    Array.from({ length: rows }, (_, index) => ({
      group,
      rowNo: index + 1,
      rowId: `${group}-${index + 1}`,
      label: `Reaction ${index + 1}`,
      deleted: false,
    })),
  );
}

/** A page with a session of its own; to make the session is part of opening the page. */
function pageOf(page: string, content: CaseContent, references: RowReference[]) {
  const session = createPageSession({ content, catalogue, page, rowNo: 1, references, readOnly: false });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <Suspense fallback={null}>
        <PageForm
          session={session}
          catalogue={catalogue}
          page={page}
          language="en"
          appendix={APPENDIX}
          services={services}
          readOnly={false}
        />
      </Suspense>
    </MantineProvider>
  );
}

/** The page's own text item, and one that is seen in the lines of its largest group of rows. */
const textItems = Object.values(catalogue.items).filter(
  ({ control, groups }) => control === 'text' && groups[0] === catalogue.pages[MEASURED]?.group,
);
const ofPage = textItems.find(({ groups }) => groups.length === 1);
const groupsByWidth = Object.values(catalogue.groups)
  .filter(({ groups }) => groups.length === 2 && groups[0] === catalogue.pages[MEASURED]?.group)
  .sort((a, b) => b.summary.length - a.summary.length);
const [widest] = groupsByWidth;
const ofRow = textItems.find(({ itemId }) => widest?.summary.includes(itemId));
if (!ofPage || !widest || !ofRow) throw new Error(`page ${MEASURED} has no text items to type into`);
const group = `[data-group="${widest.group}"]`;
const inputOf = (itemId: string): string => `[data-item="${itemId}"] input`;

let measured: CaseContent = { values: [], rows: [] };
let references: RowReference[] = [];
const other = contentOf(OTHER, 2);

window.bench = {
  prepare(rows) {
    measured = contentOf(MEASURED, rows);
    references = referencesOf(rows);
    return measured.values.length;
  },
  open: () => draw(() => pageOf(MEASURED, measured, references)),
  async enterField(place) {
    if (place === 'row' && !document.querySelector(inputOf(ofRow.itemId))) {
      document.querySelector<HTMLElement>(`${group} [data-row-toggle]`)?.click();
      await painted();
    }
    caretInto(inputOf((place === 'page' ? ofPage : ofRow).itemId));
    await painted();
  },
  keysToPaint: keyClock(),
  painted,
  enterAddButton: () => document.querySelector<HTMLElement>(`${group} > div > button`)?.focus(),
  switchPage: (to) =>
    new Promise((resolve, reject) => {
      const go = () =>
        draw(() => (to === 'other' ? pageOf(OTHER, other, []) : pageOf(MEASURED, measured, references)));
      setTimeout(() => void go().then(() => resolve(), reject));
    }),
};
