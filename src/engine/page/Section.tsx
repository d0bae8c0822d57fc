import type { ReactNode } from 'react';
import type { Catalogue, LayoutNode } from '../../../schemas/compile/catalogue.types.ts';
import { useEngine } from './context.ts';
import { useCondition } from './useCondition.ts';
import styles from '../item/form.module.css';

type SectionNode = Extract<LayoutNode, { type: 'section' }>;

interface FoundSection {
  node: SectionNode;
  /** outermost first */
  groups: readonly string[];
}

/** A titled part of a page. Its fields stay in the document when folded, so that the browser's search opens it. */
export function Section({ node, groups, children }: FoundSection & { children: ReactNode }) {
  const { language } = useEngine();
  if (useCondition(node.visibleWhen, groups) === false) return null;
  return (
    <details
      className={`${styles.section} ${styles.full}`}
      open={!node.collapsed}
      data-section={node.section}
    >
      <summary>
        <h3 className={styles.sectionTitle}>{node.label[language]}</h3>
      </summary>
      {node.help && <p className={styles.sectionHelp}>{node.help[language]}</p>}
      {children}
    </details>
  );
}

/** The section of that name on a page, with the repeating groups around it. */
export function findSection(catalogue: Catalogue, page: string, section: string): FoundSection | null {
  const search = (layout: readonly LayoutNode[], groups: readonly string[]): FoundSection | null => {
    for (const node of layout) {
      if (node.type === 'item') continue;
      if (node.type === 'section' && node.section === section) return { node, groups };
      const around = node.type === 'group' ? [...groups, node.group] : groups;
      const inside = search(node.content, around);
      if (inside) return inside;
    }
    return null;
  };
  const found = catalogue.pages[page];
  return found ? search(found.layout, found.group === null ? [] : [found.group]) : null;
}
