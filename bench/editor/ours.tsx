/** The engine's page under measurement: one drug with many rows in every group, as the stories make them. */
import '@mantine/core/styles.css';
import '../../src/theme/theme.css';
import { Suspense } from 'react';
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import {
  createPageSession,
  PageForm,
  type EngineServices,
  type RowReference,
} from '../../src/engine/index.ts';
import { startI18n } from '../../src/i18n/index.ts';
import { cssVariablesResolver, theme } from '../../src/theme/index.ts';
import { codeLists } from '../../stories/catalogue.ts';
import { caretInto, drawer, keyClock, painted } from './benchPage.ts';
import { APPENDIX, catalogue, contentOf, MEASURED, OTHER, typedInto, widestGroup } from './content.ts';

await startI18n('en');
// all there before anything is measured: who waits for words has drawn nothing
await i18next.loadNamespaces(
  Object.keys(import.meta.glob('../../src/i18n/locales/en/**/*.json')).map((file) =>
    file.replace(/^.*\/|\.json$/g, ''),
  ),
);
const draw = drawer();

const never = (): never => {
  throw new Error('the benchmark opens no dialog');
};
const services: EngineServices = {
  codes: async (itemId) => ({
    codes: (codeLists[catalogue.items[itemId]?.codeList ?? '']?.codes ?? []).map(({ code, label }) => ({
      code,
      label: label.en,
    })),
    open: false,
    cached: true,
  }),
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

const group = `[data-group="${widestGroup.group}"]`;
const inputOf = (place: 'page' | 'row'): string => `[data-item="${typedInto[place].itemId}"] input`;

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
    if (place === 'row' && !document.querySelector(inputOf(place))) {
      document.querySelector<HTMLElement>(`${group} [data-row-toggle]`)?.click();
      await painted();
    }
    caretInto(inputOf(place));
    await painted();
  },
  keysToPaint: keyClock(),
  painted,
  enterAddButton: () => document.querySelector<HTMLElement>(`${group} [data-action="addRow"]`)?.focus(),
  switchPage: (to) =>
    new Promise((resolve, reject) => {
      const go = () =>
        draw(() => (to === 'other' ? pageOf(OTHER, other, []) : pageOf(MEASURED, measured, references)));
      setTimeout(() => void go().then(() => resolve(), reject));
    }),
};
