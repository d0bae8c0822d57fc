/** Finds the expressions of the source files, and the group in whose rows each is evaluated. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { overlaysOf } from '../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { obligationRulesOf } from '../../schemas/compile/check/obligationRules.ts';
import { receiverRoutesOf, receiverRulesOf } from '../../schemas/compile/check/receiverRules.ts';
import { rulesOf } from '../../schemas/compile/check/ruleFileRules.ts';
import { elements, property, textAt, textsOf } from '../../schemas/compile/check/sourceDocument.ts';
import type { ExpressionTypes } from './compileExpression.ts';
import { groupOfRule } from './compileRule.ts';
import type { ExpressionOwner, ExpressionSite } from './expressionSites.types.ts';
import { reportSites } from './reportSites.ts';

/** Keys of items, groups and sections that contain expressions, and their result types. */
const KEYS: Readonly<Record<string, keyof ExpressionTypes>> = {
  visibleWhen: 'bool',
  requiredWhen: 'bool',
  readOnlyWhen: 'bool',
  computed: 'value',
  calculated: 'value',
  initial: 'value',
};

/** All expressions of pages, appendices, lists, reports, and files of rules and obligations. */
export function expressionSites(catalogue: Catalogue, declarations: Declarations): ExpressionSite[] {
  const inherited = new Map(
    declarations.all.map(({ kind, page, name, groups }) => [
      kind === 'section' ? `${page}/${name}` : name,
      groups.at(-1) ?? null,
    ]),
  );
  const owners: ExpressionOwner[] = [
    ...declarations.all.map(({ name, groups, node, document }) => ({
      name,
      group: groups.at(-1) ?? null,
      node,
      document,
    })),
    ...overlaysOf(declarations).map(({ name, node, document }) => ({
      name,
      group: inherited.get(name) ?? null,
      node,
      document,
    })),
  ];
  return [
    ...owners.flatMap((owner) => Object.entries(KEYS).flatMap(([key, type]) => site(owner, key, type))),
    ...rules(catalogue, declarations),
    ...profiles(declarations),
    ...obligations(declarations),
    ...receivers(declarations),
    ...completeness(catalogue, declarations),
    ...listColumns(declarations),
    ...reportSites(declarations, site),
  ];
}

function site(owner: ExpressionOwner, key: string, type: keyof ExpressionTypes): ExpressionSite[] {
  const node = property(owner.node, key);
  const source = textAt(owner.node, key);
  return node && source !== undefined ? [{ ...owner, key, source, type, node }] : [];
}

const rules = (catalogue: Catalogue, declarations: Declarations): ExpressionSite[] =>
  rulesOf(declarations).flatMap(({ id, node, document }) => {
    const item = catalogue.items[textsOf(property(node, 'items'))[0]?.text ?? ''];
    if (!item) return [];
    const owner = { name: id, group: groupOfRule(textAt(node, 'scope'), item), node, document };
    return ['when', 'check'].flatMap((key) => site(owner, key, 'bool'));
  });

const profiles = ({ documents }: Declarations): ExpressionSite[] =>
  documents.flatMap((document) =>
    elements(property(document.root, 'profiles')).flatMap((node) =>
      site({ name: textAt(node, 'profile') ?? 'profile', group: null, node, document }, 'when', 'bool'),
    ),
  );

/** Evaluated once for the case. */
const listColumns = ({ documents }: Declarations): ExpressionSite[] =>
  documents
    .filter(({ kind }) => kind === 'list')
    .flatMap((document) =>
      elements(property(document.root, 'columns')).flatMap((node) =>
        site({ name: textAt(node, 'column') ?? 'column', group: null, node, document }, 'computed', 'value'),
      ),
    );

/** Asked of the case as a whole. */
const obligations = (declarations: Declarations): ExpressionSite[] => [
  ...declarations.documents
    .filter(({ kind }) => kind === 'obligations')
    .flatMap((document) =>
      site(
        { name: textAt(document.root, 'receiver') ?? 'receiver', group: null, node: document.root, document },
        'when',
        'bool',
      ),
    ),
  ...obligationRulesOf(declarations).flatMap(({ id, node, document }) =>
    site({ name: id, group: null, node, document }, 'when', 'bool'),
  ),
];

/** Evaluated in each row of the measure's group. */
const completeness = (catalogue: Catalogue, { documents }: Declarations): ExpressionSite[] =>
  documents
    .filter(({ kind }) => kind === 'completeness')
    .flatMap((document) => {
      const group = textAt(document.root, 'rows') ?? '';
      // reported as a reference
      if (!catalogue.groups[group]) return [];
      const name = textAt(document.root, 'completeness') ?? 'completeness';
      return [
        ...site({ name, group, node: document.root, document }, 'when', 'bool'),
        ...elements(property(document.root, 'criteria')).flatMap((criterion) =>
          elements(property(criterion, 'penalties')).flatMap((node) =>
            site({ name: textAt(criterion, 'criterion') ?? name, group, node, document }, 'when', 'bool'),
          ),
        ),
      ];
    });

/** Asked of the case as a whole. */
const receivers = (declarations: Declarations): ExpressionSite[] => [
  ...receiverRulesOf(declarations).flatMap(({ id, node, document }) =>
    site({ name: id, group: null, node, document }, 'when', 'bool'),
  ),
  ...receiverRoutesOf(declarations).flatMap(({ node, document }) =>
    site({ name: 'a route', group: null, node, document }, 'when', 'bool'),
  ),
];
