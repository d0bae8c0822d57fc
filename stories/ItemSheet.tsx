/** Everything a designer may want to know of one real item: its states on the left, its metadata on the right. */
import type { Control } from '../schemas/compile/sources.types.ts';
import { allItems, catalogueOf } from './catalogue.ts';
import { factsOf } from './itemFacts.ts';
import { Specimen } from './Specimen.tsx';
import { exampleOf, fits, STATE_NAMES } from './states.ts';
import { StoryWorldContext, useStoryWorld } from './StoryWorld.tsx';
import styles from './stories.module.css';

/** An item of another region than the toolbar's is shown as its own region has it, and says so. */
export function ItemSheet({ itemId }: { itemId: string }) {
  const world = useStoryWorld();
  const everywhere = allItems.items[itemId];
  if (!everywhere) throw new Error(`the catalogue has no item ${itemId}`);
  if (catalogueOf(world.appendix).items[itemId]) return <Sheet itemId={itemId} />;
  const appendix = everywhere.appendix ?? 'ICH';
  return (
    <StoryWorldContext value={{ ...world, appendix }}>
      <p className={styles.meaning}>
        {world.appendix} does not show this item. Shown as in {appendix}.
      </p>
      <Sheet itemId={itemId} />
    </StoryWorldContext>
  );
}

function Sheet({ itemId }: { itemId: string }) {
  const { appendix, language } = useStoryWorld();
  const catalogue = catalogueOf(appendix);
  const item = catalogue.items[itemId];
  if (!item) return null;
  return (
    <div className={styles.sheet}>
      <div className={styles.compact}>
        <h1>{item.label[language]}</h1>
        <h2>{itemId} in every state it can be in</h2>
        {STATE_NAMES.filter((state) => fits(item, state)).map((state) => (
          <Specimen key={state} item={item} state={state} />
        ))}
      </div>
      <dl className={styles.facts}>
        {factsOf(catalogue, item, language).map(([name, words]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sheet of the item that shows a control best. */
export function ControlSheet({ control }: { control: Control }) {
  const { appendix } = useStoryWorld();
  const item = exampleOf(catalogueOf(appendix), control, 'value');
  return item ? (
    <Sheet itemId={item.itemId} />
  ) : (
    <p>
      {appendix} has no item of the control {control}.
    </p>
  );
}
