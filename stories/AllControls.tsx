/** Every control with a value: what a language does to all of them, and what axe checks for each language. */
import { catalogueOf } from './catalogue.ts';
import { Specimen } from './Specimen.tsx';
import { controlsOf, exampleOf } from './states.ts';
import { useStoryWorld } from './StoryWorld.tsx';
import styles from './stories.module.css';

export function AllControls() {
  const { appendix, language } = useStoryWorld();
  const catalogue = catalogueOf(appendix);
  const examples = controlsOf(catalogue).flatMap((control) => exampleOf(catalogue, control, 'value') ?? []);
  return (
    <div className={styles.compact}>
      {examples.map((item) => (
        <section key={item.control} aria-label={item.control} className={styles.row}>
          <h2>
            <code>{item.control}</code> {item.label[language]}
          </h2>
          <Specimen item={item} state="value" />
        </section>
      ))}
    </div>
  );
}
