/** Place of an expression in the source files. */
import type { Node } from 'jsonc-parser';
import type { SourceDocument } from '../../schemas/compile/check/sourceDocument.ts';
import type { ExpressionTypes } from './compileExpression.ts';

export interface ExpressionSite {
  /** the item, group, section, rule, profile, receiver or column that owns it */
  name: string;
  key: string;
  source: string;
  type: keyof ExpressionTypes;
  /** the group in whose rows it is evaluated; null: in the case */
  group: string | null;
  node: Node;
  document: SourceDocument;
}

/** What owns expressions: its node may lack each key. */
export type ExpressionOwner = Pick<ExpressionSite, 'name' | 'group' | 'document'> & {
  node: Node | undefined;
};
