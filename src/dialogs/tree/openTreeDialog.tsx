import { lazy } from 'react';
import { openDialog } from '../openDialog.ts';
import type { TreeDialogDescriptor } from './TreeDialog.tsx';
import type { TreeNode } from './treeNodes.ts';

const TreeDialog = lazy(async () => ({ default: (await import('./TreeDialog.tsx')).TreeDialog }));

/** Lets an item of a tree be picked. Null: closed without one. */
export const openTreeDialog = (descriptor: TreeDialogDescriptor): Promise<TreeNode | null> =>
  openDialog<TreeNode | null>((onAnswer) => <TreeDialog {...{ descriptor, onAnswer }} />, null);
