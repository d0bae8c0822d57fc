/** The values of a form of the administration while it is filled in. */
import { useState, useSyncExternalStore } from 'react';
import type { CompiledForm } from '../../../schemas/compile/forms.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { contentOfForm, type FormValues } from '../../../shared/forms/formValues.ts';
import { createPageSession, type PageSession } from '../../engine/index.ts';

export interface OpenForm {
  form: CompiledForm;
  session: PageSession;
  dirty: boolean;
  /** as they are now, by the roles of the items */
  values: () => FormValues;
}

/** Begins with the values; later ones are ignored: another form is another component. */
export function useForm(form: CompiledForm, initial: FormValues, readOnly: boolean): OpenForm {
  const [session] = useState(() =>
    createPageSession({
      content: contentOfForm(form, initial),
      catalogue: form.catalogue,
      page: form.page,
      rowNo: 0,
      readOnly,
    }),
  );
  const dirty = useSyncExternalStore(session.subscribeDirty, session.isDirty);
  return {
    form,
    session,
    dirty,
    values: () => ({
      ...initial,
      ...Object.fromEntries(
        Object.entries(form.catalogue.roles).map(([role, itemId]) => [
          role,
          session.get(addressAt(itemId, [])).value,
        ]),
      ),
    }),
  };
}
