/** What the text of a template says about a case. */
import type { Sight } from '../../../shared/blinding/sight.ts';
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemTemplate } from '../../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { DataOf, previewNarrative } from '../../../shared/contract/index.ts';
import { StepLimitExceeded } from '../../../shared/expressions/steps.ts';
import { templateProblems, writtenItems } from '../../../shared/narratives/checkTemplate.ts';
import { narrativeLanguage } from '../../../shared/narratives/languages.ts';
import { parseTemplate } from '../../../shared/narratives/parseTemplate.ts';
import type { Sentence } from '../../../shared/narratives/sentence.types.ts';
import { placeOf } from '../../../shared/narratives/template.types.ts';
import { NarrativeTooLong, withheldFrom, writeNarrative } from '../../../shared/narratives/writeNarrative.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { contentTerms } from '../../dictionaries/contentTerms.ts';
import type { Trx } from '../../storage/database.ts';

/** The kind of records that are templates. */
export const TEMPLATES = 'narrative';

/** The items of a kind that hold templates. */
export const templateItems = ({
  catalogue: { items },
}: RecordKind): { itemId: string; template: ItemTemplate }[] =>
  Object.values(items).flatMap(({ itemId, template }) => (template ? [{ itemId, template }] : []));

type Problem = DataOf<typeof previewNarrative>['problems'][number];

interface TemplateText {
  kind: RecordKind;
  /** the item of the template */
  column: string;
  text: string;
  /** code of ISO 639-2 */
  language: string | null;
  /** null: problems alone */
  content: CaseContent | null;
}

/** The problems of a template, and its sentences unless it has errors. */
export async function sentencesAbout(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  user: Sight,
  { kind, column, text, language: code, content }: TemplateText,
): Promise<{ problems: Problem[]; sentences: Sentence[] | null }> {
  const { whole, codeLists } = catalogue;
  const parsed = parseTemplate(text);
  const targets = writtenItems(whole, kind.kind, column);
  const problems = templateProblems(whole, parsed, targets).map(
    ({ id, severity, offset, values }): Problem => ({
      ...placeOf(text, offset),
      id,
      severity,
      offset,
      values: { ...values },
    }),
  );
  if (!content || problems.some(({ severity }) => severity === 'error')) return { problems, sentences: null };
  const language = narrativeLanguage(code);
  const withheld = withheldFrom(whole, targets, user);
  const termOf = await contentTerms(trx, catalogue, content, language);
  try {
    const world = { catalogue: whole, codeLists, termOf, language, content, withheld };
    return { problems, sentences: writeNarrative(parsed.nodes, world) };
  } catch (error) {
    if (!(error instanceof NarrativeTooLong) && !(error instanceof StepLimitExceeded)) throw error;
    const tooLong: Problem = { id: 'tooLong', severity: 'error', line: 1, column: 1, offset: 0, values: {} };
    return { problems: [...problems, tooLong], sentences: null };
  }
}
