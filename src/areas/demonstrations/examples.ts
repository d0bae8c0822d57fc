/** Example pages, written in the schema language and compiled here. */
import { codeListsOf, compileCatalogue, forAppendix } from '../../../schemas/compile/compileCatalogue.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { createPageSession, type EngineServices, type PageSession } from '../../engine/index.ts';

const texts = import.meta.glob<string>('./sources/*.{page,codes}.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = Object.entries(texts).map(([path, text]) => {
  const name = path.replace('./sources/', '');
  return { file: `${name.endsWith('.page.json') ? 'pages' : 'code-lists'}/${name}`, text };
});

export const examples = forAppendix(compileCatalogue(sources), 'ICH');
export const EXAM = 'EXAM';
export const WHODD = 'WHODD';
export const WHODD_ROWS = 'WHODDROWS';

export const exampleLists = codeListsOf(sources);
const NO_VALUES = { values: [], rows: [] };

/** An empty page to type into. */
export const openExample = (page: string): PageSession =>
  createPageSession({ content: NO_VALUES, catalogue: examples, page, rowNo: 0, readOnly: false });

/** Services of the examples: code lists work, services of a server report `elsewhere`. */
export const exampleServices = (language: keyof LocalizedText, elsewhere: () => string): EngineServices => ({
  codes: async (itemId) => {
    const list = exampleLists[examples.items[itemId]?.codeList ?? ''];
    const codes = (list?.codes ?? []).map(({ code, label }) => ({
      code,
      label: label[language] || label.en,
    }));
    return { codes, open: list?.open ?? false, cached: true };
  },
  lookUp: async () => null,
  termOf: async () => null,
  upload: () => Promise.reject(new Error(elsewhere())),
  download: () => Promise.reject(new Error(elsewhere())),
  showAudit: () => {},
});
