import { useMemo } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Control } from '../schemas/compile/sources.types.ts';
import { createPageSession, PageForm } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { change, findingOn, SPECIMEN_PAGE, specimenOf, STATES, type FieldState } from './fieldStates.ts';
import { sampleReferences } from './sampleContent.ts';

interface SpecimensProps {
  control: Control;
  appendix: string;
  language: Language;
}

/** A control in every state that an item of the catalogue can bring it into. */
function Specimens({ control, appendix, language }: SpecimensProps) {
  return (
    <>
      {STATES.map((state) => (
        <SpecimenOf key={state} control={control} state={state} appendix={appendix} language={language} />
      ))}
    </>
  );
}

function SpecimenOf({ control, state, appendix, language }: SpecimensProps & { state: FieldState }) {
  const made = useMemo(() => {
    const specimen = specimenOf(catalogueOf(appendix), control, state);
    if (!specimen) return null;
    // several specimens stand on one page: their inputs need ids of their own
    const items = Object.fromEntries(
      Object.entries(specimen.catalogue.items).map(([id, item]) => [
        id,
        { ...item, formKey: `${state}-${item.formKey}` },
      ]),
    );
    const catalogue = { ...specimen.catalogue, items };
    const session = createPageSession({
      content: specimen.content,
      catalogue,
      page: SPECIMEN_PAGE,
      rowNo: 0,
      references: sampleReferences(catalogue),
      readOnly: state === 'readOnly',
    });
    if (state === 'changed') change(session, specimen);
    return { session, catalogue, findings: state === 'finding' ? [findingOn(specimen.address)] : [] };
  }, [appendix, control, state]);
  const services = useMemo(() => fakeServices(language), [language]);
  if (!made) return null;
  return (
    <section aria-label={state}>
      <h2>{state}</h2>
      <PageForm
        session={made.session}
        catalogue={made.catalogue}
        page={SPECIMEN_PAGE}
        language={language}
        appendix={appendix}
        services={services}
        readOnly={state === 'readOnly'}
        findings={made.findings}
      />
    </section>
  );
}

const meta = { title: 'Fields', component: Specimens } satisfies Meta<typeof Specimens>;
export default meta;

type Story = StoryObj<typeof Specimens>;

const ofControl = (control: Control): Story => ({
  render: (_args, { globals }) => (
    <Specimens
      control={control}
      appendix={String(globals.appendix)}
      language={globals.language as Language}
    />
  ),
});

export const Text = ofControl('text');
export const LongText = ofControl('longText');
export const NumberAndUnit = ofControl('number');
export const Date = ofControl('date');
export const CodeList = ofControl('codeList');
export const Radio = ofControl('radio');
export const YesNo = ofControl('yesNo');
export const TrueOnly = ofControl('trueOnly');
export const CodedTerm = ofControl('codedTerm');
export const Attachment = ofControl('attachment');
export const ReadOnly = ofControl('readOnly');
export const RowReference = ofControl('rowReference');
/** What an analyst's typing mistake looks like. */
export const Unknown = ofControl('text');
Unknown.render = (_args, { globals }) => <UnknownControl language={globals.language as Language} />;

function UnknownControl({ language }: { language: Language }) {
  const made = useMemo(() => {
    const specimen = specimenOf(catalogueOf('ICH'), 'text', 'empty');
    if (!specimen) throw new Error('the catalogue has no text');
    const item = { ...specimen.item, control: 'slider' as Control, groups: [] };
    const catalogue = { ...specimen.catalogue, items: { [item.itemId]: item } };
    const { content } = specimen;
    const session = createPageSession({ content, catalogue, page: SPECIMEN_PAGE, rowNo: 0, readOnly: false });
    return { catalogue, session };
  }, []);
  const services = useMemo(() => fakeServices(language), [language]);
  return (
    <PageForm
      {...made}
      page={SPECIMEN_PAGE}
      language={language}
      appendix={null}
      services={services}
      readOnly={false}
    />
  );
}
