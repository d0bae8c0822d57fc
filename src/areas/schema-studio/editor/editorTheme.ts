/** The editor in the product's colours; both schemes come from the tokens. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--cw-text)',
    backgroundColor: 'var(--cw-surface)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: '2px solid var(--cw-focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--cw-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--cw-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--cw-ground)',
    color: 'var(--cw-dim)',
    borderRight: '1px solid var(--cw-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--cw-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--cw-hover)', color: 'var(--cw-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--cw-accent-soft)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--cw-changed-soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--cw-accent-soft)',
    outline: '1px solid var(--cw-accent)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--cw-changed-soft)',
    outline: '1px solid var(--cw-changed-line)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--cw-warning-soft)' },
  '.cm-panels': { backgroundColor: 'var(--cw-ground)', color: 'var(--cw-text)' },
  '.cm-panels.cm-panels-top, .cm-panels.cm-panels-bottom': { borderColor: 'var(--cw-line)' },
  '.cm-panel .cm-textfield, .cm-panel .cm-button': {
    color: 'var(--cw-text)',
    background: 'var(--cw-input)',
    border: '1px solid var(--cw-input-line)',
    borderRadius: 'var(--cw-radius)',
    minHeight: '1.5rem',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--cw-text)', minWidth: '1.5rem', minHeight: '1.5rem' },
  '.cm-tooltip': {
    backgroundColor: 'var(--cw-raised)',
    color: 'var(--cw-text)',
    border: '1px solid var(--cw-line)',
    borderRadius: 'var(--cw-radius)',
    boxShadow: 'var(--cw-shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    maxHeight: '16rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.125rem 0.5rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--cw-accent)',
    color: 'var(--cw-on-accent)',
  },
  '.cm-tooltip-autocomplete [aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionDetail': {
    color: 'var(--cw-dim)',
    fontStyle: 'normal',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
  '.cm-tooltip.cm-completionInfo': { padding: '0.375rem 0.5rem', maxWidth: '22rem', whiteSpace: 'pre-line' },
  '.cm-tooltip-lint': { maxWidth: '32rem' },
  '.cm-diagnostic': { padding: '0.25rem 0.5rem', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--cw-error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--cw-warning)' },
  '.cm-diagnosticAction': {
    color: 'var(--cw-on-accent)',
    backgroundColor: 'var(--cw-accent)',
    borderRadius: 'var(--cw-radius)',
    padding: '0.125rem 0.5rem',
    minHeight: '1.5rem',
  },
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--cw-error)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--cw-warning)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--cw-error-soft)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--cw-accent-soft)',
    color: 'var(--cw-accent)',
    border: 'none',
    padding: '0 0.375rem',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--cw-accent)' },
  { tag: tags.string, color: 'var(--cw-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cw-changed)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--cw-dim)' },
  { tag: tags.invalid, color: 'var(--cw-error)' },
]);

export const editorLook: Extension = [look, syntaxHighlighting(colours)];
