/** Mistakes in texts of imported records that are templates: a file has no editor that shows them. */
import type { Catalogue, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../../schemas/compile/sources.types.ts';
import type { ItemChange } from '../../../../shared/case/changeSet.ts';
import { templateProblems, writtenItems } from '../../../../shared/narratives/checkTemplate.ts';
import { parseTemplate } from '../../../../shared/narratives/parseTemplate.ts';
import { placeOf } from '../../../../shared/narratives/template.types.ts';
import type { Refusal } from '../../../page-save/refusal.ts';
import words from './importRefusals.json' with { type: 'json' };

const MAX_QUOTED = 60;

/** The first mistake of each template that changes: its line, its column and the text there. */
export const wrongTemplates = (
  whole: Catalogue,
  { kind, catalogue }: RecordKind,
  changes: readonly ItemChange[],
): Refusal[] =>
  changes.flatMap(({ itemId, rowNo, rowNo2, rowNo3, value, notation }) => {
    if (!catalogue.items[itemId]?.template) return [];
    const targets = writtenItems(whole, kind, itemId);
    return [value, notation].flatMap((text) => {
      if (text === null) return [];
      const problems = templateProblems(whole, parseTemplate(text), targets);
      const first = problems.find(({ severity }) => severity === 'error');
      if (!first) return [];
      const message = messageOf(text, first.offset);
      return [{ itemId, rowNo, rowNo2, rowNo3, ruleId: 'value.template', message }];
    });
  });

function messageOf(text: string, offset: number): LocalizedText {
  const { line, column } = placeOf(text, offset);
  const [quoted = ''] = text.slice(offset, offset + MAX_QUOTED).split('\n');
  const filled = (sentence: string): string =>
    sentence
      .replace('{line}', () => String(line))
      .replace('{column}', () => String(column))
      .replace('{text}', () => quoted);
  const { en, ko, ja, zh } = words.wrongTemplate;
  return { en: filled(en), ko: filled(ko), ja: filled(ja), zh: filled(zh) };
}
