import { useAtomValue } from 'jotai';
import { useEngine } from '../page/context.ts';
import { referenceOf } from '../item/displayText.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import light from './light.module.css';

/** A value the product fills itself. It takes the focus as any field does: its menu explains its value. */
function ReadOnlyItem({ current, input }: FieldProps) {
  return (
    <output
      id={input.id}
      aria-labelledby={input['aria-labelledby']}
      aria-describedby={input['aria-describedby']}
      tabIndex={0}
      className={light.plain}
    >
      {current.value ?? '–'}
    </output>
  );
}

/** Which row of another group this row speaks of: follows from the row's own number, never typed. */
function RowReferenceItem({ item, address, input }: FieldProps) {
  const { catalogue, session } = useEngine();
  const reference = referenceOf(catalogue, useAtomValue(session.references), item, address);
  return (
    <output
      id={input.id}
      aria-labelledby={input['aria-labelledby']}
      aria-describedby={input['aria-describedby']}
      className={light.plain}
    >
      {reference ? <RowLabel deleted={reference.deleted}>{reference.label}</RowLabel> : '–'}
    </output>
  );
}

const RowLabel = ({ deleted, children }: { deleted: boolean; children: string }) =>
  deleted ? <del>{children}</del> : <>{children}</>;

export const readOnlyField: FieldEntry = {
  name: 'readOnly',
  rank: 1,
  test: hasControl('readOnly'),
  Component: ReadOnlyItem,
  labels: 'group',
};

export const rowReferenceField: FieldEntry = {
  name: 'rowReference',
  rank: 1,
  test: hasControl('rowReference'),
  Component: RowReferenceItem,
  labels: 'group',
};
