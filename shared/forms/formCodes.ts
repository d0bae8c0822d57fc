/** The codes of an item of a form, in one language. */
import type { CompiledForm } from '../../schemas/compile/forms.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Code } from '../entry/codeSearch.ts';

export function codesOfForm(
  { catalogue, codeLists }: CompiledForm,
  itemId: string,
  language: keyof LocalizedText,
): { codes: Code[]; open: boolean; cached: boolean; shown: 'label' } {
  const list = codeLists[catalogue.items[itemId]?.codeList ?? ''];
  const codes = (list?.codes ?? []).map(({ code, label, also }) => ({
    code,
    label: label[language] || label.en,
    also,
  }));
  return { codes, open: list?.open ?? false, cached: true, shown: 'label' };
}
