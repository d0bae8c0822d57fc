import { openDialog } from '../openDialog.ts';
import type { TreeDialogDescriptor } from './TreeDialog.tsx';
import type { TreeNode } from './treeNodes.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const TreeDialog = lazyComponent(async () => (await import('./TreeDialog.tsx')).TreeDialog);

/** Lets an item of a tree be picked. Null: closed without one. */
export const openTreeDialog = (descriptor: TreeDialogDescriptor): Promise<TreeNode | null> =>
  openDialog<TreeNode | null>((onAnswer) => <TreeDialog {...{ descriptor, onAnswer }} />, null);
