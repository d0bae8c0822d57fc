/** What the fields of a sheet of faces may ask for: the codes of the edited files, and invented terms. */
import type { CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { FaceSheet } from '../../shared/faces/faceSheet.ts';
import type { EngineServices, Term } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';

const TERM: Omit<Term, 'code'> = {
  term: 'Headache',
  version: '28.0',
  parents: ['Headache', 'Headaches NEC', 'Headaches', 'Nervous system disorders'],
};

const nothing = async () => null;

/** Every button of a field is drawn, and none does anything. */
export const faceServices = (
  { catalogue: { items } }: FaceSheet,
  codeLists: Readonly<Record<string, CodeList>>,
  language: Language,
): EngineServices => ({
  codes: async (itemId) => {
    const list = codeLists[items[itemId]?.codeList ?? ''];
    if (!list) return { codes: [{ code: '28.0', label: '' }], open: true, cached: true };
    const codes = list.codes.map(({ code, label, deleted }) => ({
      code,
      label: label[language] || label.en,
      deleted,
    }));
    return { codes, open: list.open, cached: true, shown: list.shown };
  },
  termOf: async ({ code }) => ({ ...TERM, code }),
  lookUp: nothing,
  recommend: nothing,
  choose: nothing,
  chooseSeveral: nothing,
  chooseItems: nothing,
  showEntry: async () => false,
  upload: () => Promise.reject(new Error('a face takes no file')),
  download: async () => {},
  showAudit: () => {},
  askQuestion: () => {},
  translate: async (text) => text,
});
