/**
 * Rich text with headings, lists, tables and links: a tree of named nodes in the format of ProseMirror editors. It
 * contains no markup, so a viewer draws the nodes it knows and nothing can execute. This schema is the only entrance:
 * unknown nodes, marks and links are rejected on write.
 */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { OneOf } from '../contract/common.ts';

const MAX_PARTS = 500;
/** Characters of an address (specification section 9). */
export const MAX_LINK = 2000;
/** Characters of one notice, and so of one of its parts. */
export const MAX_TEXT = 20_000;
/** Specification section 9. */
export const MAX_TABLE_SIZE = 10;
/** an unbounded tree could exhaust its readers */
export const MAX_LIST_DEPTH = 3;

/** A link opens a page or a mailbox; other schemes could execute in a browser. */
const LINK = '^(https?://|mailto:)[^\\s"\'<>\\\\]+$';
const linkPattern = new RegExp(LINK);
export const isSafeLink = (href: string): boolean => linkPattern.test(href);

const Mark = Type.Union([
  Type.Object({ type: OneOf('bold', 'italic', 'underline', 'strike') }),
  Type.Object({
    type: Type.Literal('link'),
    attrs: Type.Object({ href: Type.String({ pattern: LINK, maxLength: MAX_LINK }) }),
  }),
]);

const parts = <T extends TSchema>(part: T, maxItems = MAX_PARTS) => Type.Array(part, { maxItems });

const Inline = Type.Union([
  Type.Object({
    type: Type.Literal('text'),
    text: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
    marks: Type.Optional(Type.Array(Mark, { maxItems: 5 })),
  }),
  Type.Object({ type: Type.Literal('hardBreak') }),
]);

const Paragraph = Type.Object({ type: Type.Literal('paragraph'), content: Type.Optional(parts(Inline)) });

const Heading = Type.Object({
  type: Type.Literal('heading'),
  attrs: Type.Object({ level: Type.Integer({ minimum: 1, maximum: 6 }) }),
  content: Type.Optional(parts(Inline)),
});

const listOf = <T extends TSchema>(part: T) =>
  Type.Object({
    type: OneOf('bulletList', 'orderedList'),
    content: parts(Type.Object({ type: Type.Literal('listItem'), content: parts(part) })),
  });
// `MAX_LIST_DEPTH` levels of lists
const InnermostList = listOf(Paragraph);
const InnerList = listOf(Type.Union([Paragraph, InnermostList]));
const List = listOf(Type.Union([Paragraph, InnerList]));

const Table = Type.Object({
  type: Type.Literal('table'),
  content: parts(
    Type.Object({
      type: Type.Literal('tableRow'),
      content: parts(
        Type.Object({ type: OneOf('tableHeader', 'tableCell'), content: parts(Paragraph) }),
        MAX_TABLE_SIZE,
      ),
    }),
    MAX_TABLE_SIZE,
  ),
});

export const RichText = Type.Object({
  type: Type.Literal('doc'),
  content: parts(
    Type.Union([Paragraph, Heading, List, Table, Type.Object({ type: Type.Literal('horizontalRule') })]),
  ),
});

export type RichText = Static<typeof RichText>;
export type RichInline = Static<typeof Inline>;
type Lists = Static<typeof List> | Static<typeof InnerList> | Static<typeof InnermostList>;
/** A node allowed in a text at any depth. */
export type RichBlock = RichText['content'][number] | Lists;
