/** Every item of a page at once, each with a value: what a designer compares, and what axe looks at. */
import { catalogueOf } from './catalogue.ts';
import { Specimen } from './Specimen.tsx';
import { useStoryWorld } from './StoryWorld.tsx';
import styles from './stories.module.css';

export function PageItems({ page }: { page: string }) {
  const { appendix, language } = useStoryWorld();
  const catalogue = catalogueOf(appendix);
  const items = Object.values(catalogue.items)
    .filter((item) => item.page === page)
    .sort((a, b) => a.sort - b.sort);
  return (
    <div className={styles.compact}>
      {items.map((item) => (
        <section
          key={item.itemId}
          aria-label={`${item.itemId} ${item.label[language]}`}
          className={styles.row}
        >
          <h2>
            <code>{item.itemId}</code> {item.label[language]}
          </h2>
          <Specimen item={item} state="value" />
        </section>
      ))}
    </div>
  );
}
