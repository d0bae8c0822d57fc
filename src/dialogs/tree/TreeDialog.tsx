/** Picks an item out of a tree, e.g. of a study's items. */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPoint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, EmptyState, LoadingArea } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { followKey } from '../../keys/index.ts';
import styles from '../dialogs.module.css';
import {
  childrenOf,
  foundNodes,
  isChoosable,
  openable,
  seenNodes,
  treeStep,
  type TreeMove,
  type TreeNode,
} from './treeNodes.ts';

export interface TreeDialogDescriptor {
  /** of what it shows, with everything that depends on */
  id: string;
  title: string;
  read: (signal: AbortSignal) => Promise<readonly TreeNode[]>;
}

interface TreeDialogProps {
  descriptor: TreeDialogDescriptor;
  /** null: closed without an answer */
  onAnswer: (picked: TreeNode | null) => void;
}

export function TreeDialog({ descriptor: { id, title, read }, onAnswer }: TreeDialogProps) {
  const { t } = useTranslation(['dialogs', 'common']);
  const [keyword, setKeyword] = useState('');
  const tree = useQuery({
    queryKey: ['treeDialog', id],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const nodes = useMemo(() => foundNodes(tree.data ?? [], keyword), [tree.data, keyword]);
  const close = () => onAnswer(null);
  return (
    <Dialog onClose={close} size="lg" title={title}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('keyword')}
          description={t('tree.hint')}
          value={keyword}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
        />
        <FailureNotice error={tree.error} />
        {tree.isPending && <LoadingArea />}
        {tree.isSuccess && nodes.length === 0 && <EmptyState title={t('none')} />}
        {nodes.length > 0 && (
          // Matches are expanded; a new keyword resets the tree.
          <Tree key={keyword} label={title} nodes={nodes} opened={keyword.trim() !== ''} onPick={onAnswer} />
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            {t('common:close')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  /** begins with everything opened */
  opened: boolean;
  onPick: (node: TreeNode) => void;
}

/** One stop for Tab; arrows lead through it (ARIA Authoring Practices, "Tree View"). */
function Tree({ label, nodes, opened, onPick }: TreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(opened ? openable(nodes) : []));
  const [at, setAt] = useState(nodes[0]?.id ?? '');
  const go = (move: TreeMove) => {
    const step = treeStep(nodes, { at, open }, move);
    if (!step) return;
    setOpen(step.open);
    setAt(step.at);
    // it is drawn: only what is seen is gone to
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(step.at)}"]`)?.focus();
  };
  const act = (node: TreeNode) => {
    setAt(node.id);
    if (isChoosable(node)) onPick(node);
    else if (childrenOf(node).length > 0) {
      const next = new Set(open);
      if (!next.delete(node.id)) next.add(node.id);
      setOpen(next);
    }
  };
  const actAt = () => {
    const here = seenNodes(nodes, open).find(({ node }) => node.id === at);
    if (here) act(here.node);
  };
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={label}
      className={styles.tree}
      onKeyDown={({ nativeEvent }) =>
        void followKey(nativeEvent, {
          lineUp: () => go('up'),
          lineDown: () => go('down'),
          cellRight: () => go('in'),
          cellLeft: () => go('out'),
          rowStart: () => go('first'),
          rowEnd: () => go('last'),
          openLine: actAt,
          chooseLine: actAt,
        })
      }
    >
      {nodes.map((node) => (
        <Node key={node.id} {...{ node, open, at, act }} level={1} onFocus={setAt} />
      ))}
    </ul>
  );
}

interface NodeProps {
  node: TreeNode;
  open: ReadonlySet<string>;
  /** the node that Tab stops at */
  at: string;
  level: number;
  act: (node: TreeNode) => void;
  onFocus: (id: string) => void;
}

function Node({ node, level, ...tree }: NodeProps) {
  const { open, at, act, onFocus } = tree;
  const below = childrenOf(node);
  const isOpen = open.has(node.id);
  const Mark = below.length === 0 ? IconPoint : isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={below.length > 0 ? isOpen : undefined}
      aria-selected={false}
      aria-disabled={isChoosable(node) || below.length > 0 ? undefined : true}
      aria-label={node.label}
      data-node={node.id}
      tabIndex={node.id === at ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onFocus(node.id)}
    >
      <div className={styles.node} data-choosable={isChoosable(node) || undefined} onClick={() => act(node)}>
        <Mark size={14} aria-hidden />
        {node.label}
      </div>
      {isOpen && (
        <ul role="group">
          {below.map((child) => (
            <Node key={child.id} {...tree} node={child} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}
