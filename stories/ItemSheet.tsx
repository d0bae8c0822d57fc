/** Everything a designer may want to know of one real item: its states on the left, its metadata on the right. */
import type { CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { Control } from '../schemas/compile/sources.types.ts';
import { FIELD_STATES, fits, type FieldState } from '../shared/faces/fieldStates.ts';
import { allItems, catalogueOf } from './catalogue.ts';
import { factsOf } from './itemFacts.ts';
import { NoItem, Specimen } from './Specimen.tsx';
import { exampleOf } from './states.ts';
import { StoryWorldContext, useStoryWorld } from './StoryWorld.tsx';
import styles from './stories.module.css';

/** An item of another region than the toolbar's is shown as its own region has it, and says so. */
export function ItemSheet({ itemId }: { itemId: string }) {
  const world = useStoryWorld();
  const everywhere = allItems.items[itemId];
  if (!everywhere) throw new Error(`the catalogue has no item ${itemId}`);
  const here = catalogueOf(world.appendix).items[itemId];
  if (here) return <Sheet item={here} specimens={specimensOf(here)} />;
  const appendix = everywhere.appendix ?? 'ICH';
  const there = catalogueOf(appendix).items[itemId] ?? everywhere;
  return (
    <StoryWorldContext value={{ ...world, appendix }}>
      <p className={styles.meaning}>
        {world.appendix} does not show this item. Shown as in {appendix}.
      </p>
      <Sheet item={there} specimens={specimensOf(there)} />
    </StoryWorldContext>
  );
}

interface SheetSpecimen {
  item: CatalogueItem;
  state: FieldState;
}

const specimensOf = (item: CatalogueItem): SheetSpecimen[] =>
  FIELD_STATES.filter((state) => fits(item, state)).map((state) => ({ item, state }));

function Sheet({ item, specimens }: { item: CatalogueItem; specimens: readonly SheetSpecimen[] }) {
  const { appendix, language } = useStoryWorld();
  return (
    <div className={styles.sheet}>
      <div className={styles.compact}>
        <h1>{item.label[language]}</h1>
        <h2>{item.itemId} in every state it can be in</h2>
        {specimens.map((specimen) => (
          <Specimen key={specimen.state} {...specimen} />
        ))}
      </div>
      <dl className={styles.facts}>
        {factsOf(catalogueOf(appendix), item, language).map(([name, words]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A control in every state that any of its items can be in, with the facts of the item that shows it best. */
export function ControlSheet({ control }: { control: Control }) {
  const catalogue = catalogueOf(useStoryWorld().appendix);
  const item = exampleOf(catalogue, control, 'value');
  if (!item) return <NoItem control={control} />;
  const specimens = FIELD_STATES.flatMap((state) => {
    const example = exampleOf(catalogue, control, state);
    return example ? [{ item: example, state }] : [];
  });
  return <Sheet item={item} specimens={specimens} />;
}
