/** The editor of rich text: Tiptap with the parts that notices know, and no others. */
import { Editor, Extension, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { cleanRichText, plainTextOf } from '../../../shared/text/cleanRichText.ts';
import { isSafeLink, type RichText } from '../../../shared/text/richText.ts';

/** A list item of paragraphs and lists: readers draw no headings or tables in it. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (paragraph | bulletList | orderedList)*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Refuses what makes a text longer than the limit. */
const limitedTo = (maxLength: number) =>
  Extension.create({
    name: 'limit',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (change, { doc }) =>
          !change.docChanged || lengthOf(change.doc.toJSON()) <= Math.max(maxLength, lengthOf(doc.toJSON())),
      }),
    ],
  });

/** Characters of the text, without its parts. */
const lengthOf = (doc: unknown): number => plainTextOf(cleanRichText(doc)).length;

export interface RichTextEditorInput {
  element: HTMLElement;
  content: RichText;
  label: string;
  maxLength: number;
  onChange: (text: RichText) => void;
  /** something of what was pasted is left out: pictures, scripts, embedded pages */
  onLeftOut: () => void;
}

/** Parts of pasted markup that are never taken. */
const LEFT_OUT = /<(img|picture|svg|script|iframe|object|embed|video|audio)\b/i;

export const openRichTextEditor = (input: RichTextEditorInput): Editor =>
  new Editor({
    element: input.element,
    content: input.content,
    // the content security policy allows no styles in the page: they are in the style sheet
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        blockquote: false,
        code: false,
        codeBlock: false,
        listItem: false,
        dropcursor: false,
        trailingNode: false,
        link: {
          openOnClick: false,
          autolink: false,
          linkOnPaste: true,
          isAllowedUri: (href) => isSafeLink(href ?? ''),
        },
      }),
      ListItem,
      Table.configure({ resizable: false }),
      TableRow,
      TableHeader.extend({ content: 'paragraph+' }),
      TableCell.extend({ content: 'paragraph+' }),
      limitedTo(input.maxLength),
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': input.label },
      handlePaste: (_view, event) => {
        const { clipboardData } = event;
        const html = clipboardData?.getData('text/html') ?? '';
        const hasFiles = (clipboardData?.files.length ?? 0) > 0;
        if (hasFiles || LEFT_OUT.test(html)) input.onLeftOut();
        return hasFiles && html === '';
      },
      handleDrop: (_view, event) => {
        if ((event.dataTransfer?.files.length ?? 0) === 0) return false;
        input.onLeftOut();
        return true;
      },
    },
    onUpdate: ({ editor }) => input.onChange(cleanRichText(editor.getJSON())),
  });
