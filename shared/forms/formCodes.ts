/** The codes of an item of a form, in one language. */
import type { CompiledForm } from '../../schemas/compile/forms.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';

export function codesOfForm(
  { catalogue, codeLists }: CompiledForm,
  itemId: string,
  language: keyof LocalizedText,
): { codes: { code: string; label: string }[]; open: boolean; cached: boolean; shown: 'label' } {
  const list = codeLists[catalogue.items[itemId]?.codeList ?? ''];
  const codes = (list?.codes ?? []).map(({ code, label }) => ({
    code,
    label: label[language] || label.en,
  }));
  return { codes, open: list?.open ?? false, cached: true, shown: 'label' };
}
