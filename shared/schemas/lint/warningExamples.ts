/** Finds warnings whose examples contradict the warning, and references to unknown rules. */
import { getNodeValue } from 'jsonc-parser';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { closest } from '../../../schemas/compile/check/closest.ts';
import type { Declarations } from '../../../schemas/compile/check/declarations.ts';
import { rulesOf } from '../../../schemas/compile/check/ruleFileRules.ts';
import { findingAt, members, property, textsOf } from '../../../schemas/compile/check/sourceDocument.ts';
import { warningDeclarations, type WarningDeclaration } from '../../../schemas/compile/check/warningRules.ts';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import type { WarningRule } from '../../../schemas/compile/warnings.ts';
import { caseReader } from '../../expressions/caseReader.ts';
import { exampleContent } from '../../expressions/exampleContent.ts';
import { VALUE_RULES } from '../../rules/messages.ts';
import { uncodedTerms } from '../../warnings/uncodedTerms.ts';
import { speaksAt, speaksIn, speaksOf } from '../../warnings/speaks.ts';
import { ITEM_MISSING, ROW_MISSING, ROW_TOO_MANY } from '../../rules/findingCodes.ts';

/** Rules without a file: missing items and numbers of rows. */
const OF_ITEMS = [ITEM_MISSING, ROW_MISSING, ROW_TOO_MANY];

export function warningExamples(catalogue: Catalogue, declarations: Declarations): SourceFinding[] {
  const declared = warningDeclarations(declarations);
  if (declared.length === 0) return [];
  const known = new Set([
    ...OF_ITEMS,
    ...VALUE_RULES,
    ...rulesOf(declarations).map(({ id }) => id),
    ...declarations.documents.flatMap(({ root }) =>
      members(property(root, 'same')).map(({ key }) => String(key.value)),
    ),
  ]);
  return declared.flatMap((warning) => [
    ...unknownRules(warning, known),
    ...(['pass', 'fail'] as const).flatMap((which) => exampleProblems(catalogue, warning, which)),
  ]);
}

const unknownRules = ({ id, node, document }: WarningDeclaration, known: ReadonlySet<string>) =>
  textsOf(property(node, 'rules'))
    .filter(({ text }) => !known.has(text))
    .map(({ text, node: location }) => {
      const message = `${id}: "rules" names ${text}, which is not a rule`;
      return findingAt(document, location, {
        rule: 'unknown-rule',
        message,
        suggestion: closest(text, known),
      });
    });

function exampleProblems(
  catalogue: Catalogue,
  { id, node, document }: WarningDeclaration,
  which: 'pass' | 'fail',
): SourceFinding[] {
  const speaks = speaksAtExample(catalogue, getNodeValue(node) as WarningRule, which);
  if (speaks === (which === 'fail')) return [];
  const location = property(property(node, 'examples'), which) ?? node;
  const message = `${id}: it is ${speaks ? 'active' : 'inactive'} for its example "${which}"`;
  return [findingAt(document, location, { rule: speaks ? 'example-fails' : 'example-passes', message })];
}

function speaksAtExample(catalogue: Catalogue, warning: WarningRule, which: 'pass' | 'fail'): boolean {
  const { days, code, rule, severity = 'error', says = {} } = warning.examples[which];
  switch (warning.watches) {
    case 'obligation':
    case 'step':
    case 'lock':
    case 'question':
      return days !== undefined && speaksIn(warning, days);
    case 'acknowledgement':
      return code !== undefined && speaksAt(warning, code);
    case 'finding':
      return rule !== undefined && speaksOf(warning, { ruleId: rule, severity });
    case 'uncoded':
      return (
        uncodedTerms(catalogue, warning, caseReader(catalogue, exampleContent(catalogue, says))).length > 0
      );
  }
}
