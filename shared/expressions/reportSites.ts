/** The expressions of reports, and the group in whose rows each is evaluated. */
import { members, property, elements, textAt } from '../../schemas/compile/check/sourceDocument.ts';
import type { SourceDocument } from '../../schemas/compile/check/sourceDocument.ts';
import { groupNamed, partPlaces, tickPlaces } from '../../schemas/compile/check/reportParts.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import type { ExpressionSite, ExpressionOwner } from './expressionSites.types.ts';

type SiteOf = (owner: ExpressionOwner, key: string, type: ExpressionSite['type']) => ExpressionSite[];

export const reportSites = ({ documents }: Declarations, site: SiteOf): ExpressionSite[] =>
  documents.filter(({ kind }) => kind === 'report').flatMap((document) => sitesIn(document, site));

const sitesIn = (document: SourceDocument, site: SiteOf): ExpressionSite[] => [
  ...members(property(document.root, 'rowSets')).flatMap(({ key, value }) => {
    const owner = { name: String(key.value), group: textAt(value, 'rows') ?? null, node: value, document };
    return [...site(owner, 'when', 'bool'), ...site(owner, 'main', 'bool')];
  }),
  ...elements(property(document.root, 'watermarks')).flatMap((node) =>
    site({ name: 'watermark', group: null, node, document }, 'when', 'bool'),
  ),
  ...tickPlaces(document).flatMap(({ node, owner: name, rows }) =>
    site({ name: `box ${name}`, group: rows.at(-1) ?? null, node, document }, 'when', 'bool'),
  ),
  ...partPlaces(document).flatMap(({ node, owner: name, rows }) => {
    const around = { name: `box ${name}`, group: rows.at(-1) ?? null, node, document };
    const own = textAt(node, 'rows');
    // the condition of rows is evaluated in each of them
    const inRows = own === undefined ? around : { ...around, group: groupNamed(document, own) };
    return [...site(inRows, 'when', 'bool'), ...site(around, 'value', 'value')];
  }),
];
