/** Values of a form of the administration: by the role of their item, texts as items hold them, null for none. */
import type { CompiledForm } from '../../schemas/compile/forms.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { Finding } from '../rules/finding.types.ts';
import { findingsOf } from '../rules/itemFindings.ts';

export type FormValues = Readonly<Record<string, string | null>>;

/** The values as the content of a page; what has no item is left out. */
export const contentOfForm = ({ catalogue: { roles } }: CompiledForm, values: FormValues): CaseContent => ({
  values: Object.entries(values).flatMap(([role, value]) => {
    const itemId = roles[role];
    return itemId === undefined || value === null
      ? []
      : [{ ...addressAt(itemId, []), ...EMPTY_VALUE, value }];
  }),
  rows: [],
});

/** What speaks against the values: mandatory items without one, texts that are too long, unknown codes, no dates. */
export const formFindings = (form: CompiledForm, values: FormValues, now: Date): Finding[] =>
  findingsOf(form.catalogue, contentOfForm(form, values), {
    receiver: 'ICH',
    codeLists: form.codeLists,
    now,
  }).filter(({ severity }) => severity === 'error');

/** The form without some items, e.g. those that only other users may fill in. */
export function withoutRoles(form: CompiledForm, without: readonly string[]): CompiledForm {
  const { catalogue } = form;
  const left = new Set(without.flatMap((role) => catalogue.roles[role] ?? []));
  const items = Object.fromEntries(Object.entries(catalogue.items).filter(([itemId]) => !left.has(itemId)));
  const roles = Object.fromEntries(Object.entries(catalogue.roles).filter(([, itemId]) => !left.has(itemId)));
  const pages = Object.fromEntries(
    Object.entries(catalogue.pages).map(([name, page]) => [
      name,
      {
        ...page,
        layout: page.layout.map((node) =>
          node.type === 'section'
            ? {
                ...node,
                content: node.content.filter((inner) => inner.type !== 'item' || !left.has(inner.itemId)),
              }
            : node,
        ),
      },
    ]),
  );
  return { ...form, catalogue: { ...catalogue, items, roles, pages } };
}
