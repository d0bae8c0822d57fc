/**
 * rjsf walks the page's layout and nothing else: its data is constant, its validator a stub, and no value passes
 * through it. The component of a property comes from the compiled uiSchema.
 */
import { memo, useMemo } from 'react';
import Form from '@rjsf/core';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  RJSFSchema,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { toJsonSchema, toUiSchema } from '../../../schemas/compile/rjsfSchemas.ts';
import { useEngine } from '../page/context.ts';
import { Group } from '../rows/Group.tsx';
import { ItemCell } from '../item/ItemCell.tsx';
import { findSection, Section } from '../page/Section.tsx';
import styles from '../item/form.module.css';

const optionOf = ({ uiSchema }: FieldProps, name: string): string => {
  const found = (uiSchema?.['ui:options'] as Record<string, unknown> | undefined)?.[name];
  if (typeof found !== 'string') throw new Error(`the uiSchema names no ${name}`);
  return found;
};

const ItemNode = (props: FieldProps) => <ItemCell itemId={optionOf(props, 'itemId')} />;

/** The properties of a section or of one row, walked by rjsf in their turn. */
const Content = (props: FieldProps) => {
  const { ObjectField } = props.registry.fields;
  return ObjectField ? <ObjectField {...props} /> : null;
};

function SectionNode(props: FieldProps) {
  const { catalogue, session } = useEngine();
  const section = optionOf(props, 'section');
  const found = findSection(catalogue, session.page, section);
  if (!found) throw new Error(`page ${session.page} has no section ${section}`);
  const { node, groups } = found;
  return (
    <Section node={node} groups={groups}>
      <Content {...props} />
    </Section>
  );
}

const GroupNode = (props: FieldProps) => (
  <Group groupId={optionOf(props, 'group')} renderContent={() => <Content {...props} />} />
);

const Bare = ({ children }: FieldTemplateProps) => <>{children}</>;
const Grid = ({ properties }: ObjectFieldTemplateProps) => (
  <div className={`${styles.grid} ${styles.full}`}>{properties.map(({ content }) => content)}</div>
);

// all at module level: rjsf re-renders everything when one of these changes its identity
const NO_DATA = {};
const FIELDS: RegistryFieldsType = { item: ItemNode, section: SectionNode, group: GroupNode };
const TEMPLATES = { FieldTemplate: Bare, ObjectFieldTemplate: Grid };
const NO_VALIDATION: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};

/** The layout of a catalogue page. Requires an EngineContext. */
export const RjsfPage = memo(function RjsfPage({ catalogue, page }: { catalogue: Catalogue; page: string }) {
  const schema = useMemo(() => toJsonSchema(catalogue, page) as RJSFSchema, [catalogue, page]);
  const uiSchema = useMemo(() => toUiSchema(catalogue, page) as UiSchema, [catalogue, page]);
  return (
    <Form
      tagName="div"
      schema={schema}
      uiSchema={uiSchema}
      formData={NO_DATA}
      validator={NO_VALIDATION}
      fields={FIELDS}
      templates={TEMPLATES}
      showErrorList={false}
      experimental_componentUpdateStrategy="shallow"
    >
      <></>
    </Form>
  );
});
