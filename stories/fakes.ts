/** Stand-ins for what areas supply to the engine: everything answers at once, from the compiled files or from here. */
import { fn } from 'storybook/test';
import type { LocalizedText } from '../schemas/compile/sources.types.ts';
import type { EngineServices, Term } from '../src/engine/index.ts';
import { allItems, codeLists } from './catalogue.ts';

const NAUSEA: Term = {
  code: '10028813',
  term: 'Nausea',
  version: '28.0',
  parents: ['Nausea', 'Nausea and vomiting symptoms', 'Gastrointestinal disorders'],
  sample: true,
};
const TERMS: readonly Term[] = [
  {
    code: '10019211',
    term: 'Headache',
    version: '28.0',
    parents: ['Headache', 'Headaches NEC', 'Headaches', 'Nervous system disorders'],
    sample: true,
  },
  NAUSEA,
];

const VERSIONS = { codes: [{ code: '28.0', label: '' }], open: true, cached: false };

/** Services in one language. `calls` keep what the engine asked for. */
export function fakeServices(language: keyof LocalizedText): EngineServices {
  return {
    codes: async (itemId) => {
      if (allItems.items[itemId]?.versionOf) return VERSIONS;
      const list = codeLists[allItems.items[itemId]?.codeList ?? ''];
      const codes = (list?.codes ?? []).map(({ code, label, deleted }) => ({
        code,
        label: label[language],
        deleted,
      }));
      return { codes, open: list?.open ?? false, cached: list?.cached ?? true, shown: list?.shown };
    },
    lookUp: fn(async () => ({ how: 'term' as const, term: NAUSEA })),
    recommend: fn(async () => ({ how: 'term' as const, term: NAUSEA })),
    showEntry: fn(async () => false),
    termOf: async ({ code }) => TERMS.find((term) => term.code === code) ?? null,
    termsNamed: async ({ text }) =>
      TERMS.filter(({ code, term }) => code === text || term.toLowerCase() === text.toLowerCase()),
    upload: async (file) => ({
      fileKey: 'a'.repeat(64),
      fileName: file.name,
      mediaType: file.type,
      size: file.size,
    }),
    download: fn(async () => {}),
    showAudit: fn(),
    translate: async (text) => `[${text}]`,
  };
}
