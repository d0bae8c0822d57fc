/** The tool bar of the editor of rich text. */
import { ActionIcon, Group, NativeSelect, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconRowInsertBottom,
  IconRowRemove,
  IconStrikethrough,
  IconTable,
  IconTableOff,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { ComponentType } from 'react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TABLE_SIZE } from '../../../shared/text/richText.ts';
import classes from './RichTextEditor.module.css';
import { TableMaker } from './TableMaker.tsx';
import { UrlDialog } from './UrlDialog.tsx';

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

interface Tool {
  name: string;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  run: (editor: Editor) => void;
  isOn?: (editor: Editor) => boolean;
  /** left out: always */
  isPossible?: (editor: Editor) => boolean;
}

const chain = (editor: Editor) => editor.chain().focus();
const mark = (name: string, Icon: Tool['Icon']): Tool => ({
  name,
  Icon,
  run: (editor) => chain(editor).toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});

const MARKS: readonly Tool[] = [
  mark('bold', IconBold),
  mark('italic', IconItalic),
  mark('underline', IconUnderline),
  mark('strike', IconStrikethrough),
];
const BLOCKS: readonly Tool[] = [
  {
    name: 'bulletList',
    Icon: IconList,
    run: (editor) => chain(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'orderedList',
    Icon: IconListNumbers,
    run: (editor) => chain(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  { name: 'line', Icon: IconMinus, run: (editor) => chain(editor).setHorizontalRule().run() },
];
const inTable = (editor: Editor): boolean => editor.isActive('table');
const TABLE: readonly Tool[] = [
  {
    name: 'addRow',
    Icon: IconRowInsertBottom,
    run: (editor) => chain(editor).addRowAfter().run(),
    isPossible: (editor) => sizeOfTable(editor).rows < MAX_TABLE_SIZE,
  },
  { name: 'deleteRow', Icon: IconRowRemove, run: (editor) => chain(editor).deleteRow().run() },
  {
    name: 'addColumn',
    Icon: IconColumnInsertRight,
    run: (editor) => chain(editor).addColumnAfter().run(),
    isPossible: (editor) => sizeOfTable(editor).columns < MAX_TABLE_SIZE,
  },
  { name: 'deleteColumn', Icon: IconColumnRemove, run: (editor) => chain(editor).deleteColumn().run() },
  { name: 'deleteTable', Icon: IconTableOff, run: (editor) => chain(editor).deleteTable().run() },
];
const HISTORY: readonly Tool[] = [
  {
    name: 'undo',
    Icon: IconArrowBackUp,
    run: (editor) => chain(editor).undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  {
    name: 'redo',
    Icon: IconArrowForwardUp,
    run: (editor) => chain(editor).redo().run(),
    isPossible: (editor) => editor.can().redo(),
  },
];

/** Rows and columns of the table that the cursor is in. */
function sizeOfTable({ state }: Editor): { rows: number; columns: number } {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === 'table')
      return { rows: node.childCount, columns: node.firstChild?.childCount ?? 0 };
  }
  return { rows: 0, columns: 0 };
}

export function RichTextToolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation('richText');
  const [dialog, open] = useState<'table' | 'link' | null>(null);
  useEditorState(editor);
  const level = LEVELS.find((one) => editor.isActive('heading', { level: one })) ?? 0;
  const tools = (some: readonly Tool[]) =>
    some.map(({ name, Icon, run, isOn, isPossible }) => (
      <Tooltip key={name} label={t(`tools.${name}`)}>
        <ActionIcon
          variant={isOn?.(editor) ? 'light' : 'subtle'}
          aria-label={t(`tools.${name}`)}
          aria-pressed={isOn ? isOn(editor) : undefined}
          aria-disabled={isPossible && !isPossible(editor) ? true : undefined}
          onClick={() => (!isPossible || isPossible(editor)) && run(editor)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ));
  const close = () => open(null);
  return (
    <Group gap={2} className={classes.tools} role="toolbar" aria-label={t('tools.label')}>
      <NativeSelect
        size="xs"
        aria-label={t('tools.paragraph')}
        value={String(level)}
        data={[
          { value: '0', label: t('text') },
          ...LEVELS.map((one) => ({ value: String(one), label: t('heading', { level: one }) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = LEVELS.find((one) => String(one) === value);
          if (chosen) chain(editor).setHeading({ level: chosen }).run();
          else chain(editor).setParagraph().run();
        }}
      />
      {tools(MARKS)}
      <OpenButton
        label={t('tools.link')}
        Icon={IconLink}
        isOn={editor.isActive('link')}
        onClick={() => open('link')}
      />
      {tools(BLOCKS)}
      {inTable(editor) ? (
        tools(TABLE)
      ) : (
        <OpenButton label={t('tools.table')} Icon={IconTable} onClick={() => open('table')} />
      )}
      {tools(HISTORY)}
      {dialog === 'table' && (
        <TableMaker
          onClose={close}
          onMake={(table) => {
            close();
            chain(editor).insertTable(table).run();
          }}
        />
      )}
      {dialog === 'link' && (
        <UrlDialog
          url={String(editor.getAttributes('link')['href'] ?? '')}
          onClose={close}
          onRemove={() => {
            close();
            chain(editor).extendMarkRange('link').unsetLink().run();
          }}
          onLink={(href) => {
            close();
            link(editor, href);
          }}
        />
      )}
    </Group>
  );
}

/** Links the chosen text; without a choice the address is its own text. */
function link(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link'))
    chain(editor)
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain(editor).extendMarkRange('link').setLink({ href }).run();
}

interface OpenButtonProps {
  label: string;
  Icon: Tool['Icon'];
  isOn?: boolean;
  onClick: () => void;
}

const OpenButton = ({ label, Icon, isOn, onClick }: OpenButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

/** Draws again with every change of text or selection. */
function useEditorState(editor: Editor): void {
  const subscribe = useCallback(
    (notify: () => void) => {
      editor.on('transaction', notify);
      return () => void editor.off('transaction', notify);
    },
    [editor],
  );
  useSyncExternalStore(subscribe, () => editor.state);
}
