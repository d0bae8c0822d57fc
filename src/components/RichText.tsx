/**
 * Draws a text of headings, lists, tables and links. Every part becomes an element of React's and every word a text, so
 * nothing in it can run; a part that is not known is left out.
 */
import { Fragment, type ReactNode } from 'react';
import {
  isSafeLink,
  type RichBlock,
  type RichInline,
  type RichText as Doc,
} from '../../shared/text/richText.ts';
import styles from './RichText.module.css';

interface RichTextProps {
  text: Doc;
  /** the level of its highest headings: below that of the title above it */
  top: 2 | 3;
}

export const RichText = ({ text, top }: RichTextProps) => (
  <div className={styles.text}>{inOrder(text.content, (block) => blockOf(block, top))}</div>
);

const inOrder = <Part,>(parts: readonly Part[] | undefined, draw: (part: Part) => ReactNode): ReactNode =>
  // read only: a part's place is its name
  parts?.map((part, index) => <Fragment key={index}>{draw(part)}</Fragment>);

function blockOf(block: RichBlock, top: number): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{inOrder(block.content, inlineOf)}</p>;
    case 'heading': {
      const Heading = `h${Math.min(6, top + block.attrs.level - 1)}` as 'h2';
      return <Heading data-level={block.attrs.level}>{inOrder(block.content, inlineOf)}</Heading>;
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol';
      return (
        <List>
          {inOrder<(typeof block.content)[number]>(block.content, (item) => (
            <li>{inOrder<RichBlock>(item.content, (inner) => blockOf(inner, top))}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div className={styles.wide}>
          <table>
            <tbody>
              {inOrder(block.content, (row) => (
                <tr>
                  {inOrder(row.content, (cell) => {
                    const Cell = cell.type === 'tableHeader' ? 'th' : 'td';
                    return <Cell>{inOrder(cell.content, (inner) => blockOf(inner, top))}</Cell>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'horizontalRule':
      return <hr />;
    default:
      return null;
  }
}

const MARKS: ReadonlyMap<string, 'strong' | 'em' | 'u' | 's'> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
]);

function inlineOf(part: RichInline): ReactNode {
  if (part.type === 'hardBreak') return <br />;
  if (part.type !== 'text') return null;
  return (part.marks ?? []).reduce<ReactNode>((inner, mark) => {
    if (mark.type !== 'link') {
      const Mark = MARKS.get(mark.type);
      return Mark ? <Mark>{inner}</Mark> : inner;
    }
    // it was checked when it was written; once more costs nothing
    if (!isSafeLink(mark.attrs.href)) return inner;
    return (
      <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    );
  }, part.text);
}
