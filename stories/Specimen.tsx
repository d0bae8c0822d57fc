/** One field of the catalogue in one state, drawn by the engine. */
import { ALL_ITEMS } from '../shared/access/userItemRights.ts';
import { useMemo } from 'react';
import type { CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { Control } from '../schemas/compile/sources.types.ts';
import { FACE_PAGE } from '../shared/faces/faceSheet.ts';
import type { FieldState } from '../shared/faces/fieldStates.ts';
import { createPageSession, PageForm } from '../src/engine/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { change, specimenOf } from './fieldStates.ts';
import { sampleReferences } from './sampleContent.ts';
import { exampleOf, STATES } from './states.ts';
import { useStoryWorld } from './StoryWorld.tsx';
import styles from './stories.module.css';

interface SpecimenProps {
  item: CatalogueItem;
  state: FieldState;
  /** the field has the focus from the start: its row is opened, and the help speaks of it */
  focused?: boolean;
}

/** The item in the state, with the name of the state above it. */
export function Specimen({ item, state, focused = false }: SpecimenProps) {
  const { language, appendix, readOnly: allReadOnly } = useStoryWorld();
  const readOnly = allReadOnly || state === 'readOnly';
  const { session, specimen } = useMemo(() => {
    const specimen = specimenOf(catalogueOf(appendix), item, state, language);
    const { catalogue, content } = specimen;
    const references = sampleReferences(catalogueOf(appendix));
    const session = createPageSession({
      content,
      catalogue,
      page: FACE_PAGE,
      rowNo: 0,
      references,
      readOnly: false,
    });
    if (state === 'changed') change(session, specimen);
    return { session, specimen };
  }, [appendix, item, language, state]);
  const services = useMemo(() => fakeServices(language), [language]);
  return (
    // the id is part of the selector with which axe names what it finds
    <div id={`${item.formKey}-${state}`} data-state={state} className={styles.specimen}>
      <div className={styles.meaning}>
        <h3>{state}</h3> {STATES[state]} <code>{item.itemId}</code>
      </div>
      <PageForm
        session={session}
        catalogue={specimen.catalogue}
        page={FACE_PAGE}
        language={language}
        appendix={appendix}
        services={services}
        readOnly={readOnly}
        rights={{ ...ALL_ITEMS, unblind: state !== 'blinded' }}
        findings={specimen.findings}
        focusAddress={focused ? specimen.address : null}
      />
    </div>
  );
}

interface ControlSpecimenProps {
  control: Control;
  state: FieldState;
  focused?: boolean;
}

/** The item that shows the control best in the state. */
export function ControlSpecimen({ control, state, focused }: ControlSpecimenProps) {
  const { appendix } = useStoryWorld();
  const item = exampleOf(catalogueOf(appendix), control, state);
  if (!item) return <NoItem control={control} state={state} />;
  return <Specimen item={item} state={state} focused={focused || state === 'deletedRow'} />;
}

/** Says that the region has nothing to show. */
export function NoItem({ control, state }: { control: Control; state?: FieldState }) {
  const { appendix } = useStoryWorld();
  return (
    <p>
      {appendix} has no item of the control {control}
      {state && ` that can be in the state ${state}`}.
    </p>
  );
}
