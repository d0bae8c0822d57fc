/** The roles of a sponsor as a part of its configuration, by name: what each may, and the items that it hides or only shows. */
import { Type, type Static } from 'typebox';
import { withImplied } from '../../../shared/access/privilegeAreas.ts';
import { canonicalText } from '../../../shared/text/canonicalText.ts';
import { MAX_ROLE_NAME, saveItemRights, savePrivileges, saveRole } from '../../../shared/contract/roles.ts';
import { RETIRED } from '../../../schemas/compile/retired.ts';
import type {
  ConfigurationPart,
  ConfigurationWorld,
  Importer,
} from '../../configuration/configurationPart.ts';
import { changeItemRights, itemRightsOf } from './itemRights.service.ts';
import { changePrivileges, changeRole, privilegesOf, rolesOf } from './roles.service.ts';

const Content = Type.Object({
  description: saveRole.body.properties.description,
  inspector: saveRole.body.properties.inspector,
  privileges: savePrivileges.body.properties.roles.items.properties.privileges,
  rights: saveItemRights.body.properties.roles.items.properties.rights,
});
type Content = Static<typeof Content>;

export const rolesPart: ConfigurationPart<Content> = {
  part: 'roles',
  together: false,
  schemaOf: (name) => (name.trim() === name && name.length <= MAX_ROLE_NAME ? Content : null),
  read: async (deps, user) => {
    const { roles } = await rolesOf(deps, user);
    const privileges = (await privilegesOf(deps, user)).roles;
    const rights = (await itemRightsOf(deps, user)).roles;
    const ofRole = <T extends { roleId: number }>(list: readonly T[], id: number) =>
      list.find(({ roleId }) => roleId === id);
    return roles.map(({ roleId, name, description, inspector }) => ({
      name,
      content: {
        description,
        inspector,
        privileges: [...(ofRole(privileges, roleId)?.privileges ?? [])].toSorted(),
        rights: (ofRole(rights, roleId)?.rights ?? [])
          .filter(isPortable(deps))
          .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)),
      },
    }));
  },
  needs: () => [],
  put: async (deps, importer, elements, reason) => {
    for (const { name, content } of elements) {
      await putDescription(deps, importer, { name, content, reason });
      await putPrivileges(deps, importer, { name, content, reason });
      await putRights(deps, importer, { name, content, reason });
    }
    return {};
  },
};

/** Another sponsor has no item that left the schema files here, where cases may still hold values of it. */
const isPortable =
  ({ catalogue: { whole } }: ConfigurationWorld) =>
  ({ itemId }: Content['rights'][number]): boolean =>
    whole.items[itemId]?.appendix !== RETIRED;

interface Named {
  name: string;
  content: Content;
  reason: string;
}

async function putDescription(
  deps: ConfigurationWorld,
  importer: Importer,
  { name, content: { description, inspector }, reason }: Named,
): Promise<void> {
  const { roles } = await rolesOf(deps, importer.user);
  const found = roles.find((role) => role.name === name);
  if (found?.description === description && found.inspector === inspector) return;
  const { roleId, setAt } = found ?? { roleId: null, setAt: null };
  await changeRole(deps, importer, {
    reason,
    roleId,
    setAt,
    name,
    description,
    inspector,
    delFlag: 'N',
  });
}

async function putPrivileges(
  deps: ConfigurationWorld,
  importer: Importer,
  { name, content: { privileges }, reason }: Named,
): Promise<void> {
  const found = (await privilegesOf(deps, importer.user)).roles.find((role) => role.name === name);
  if (!found || isSame(withImplied(privileges), found.privileges)) return;
  const { roleId, setAt } = found;
  await changePrivileges(deps, importer, { reason, roles: [{ roleId, setAt, privileges }] });
}

async function putRights(
  deps: ConfigurationWorld,
  importer: Importer,
  { name, content: { rights }, reason }: Named,
): Promise<void> {
  const found = (await itemRightsOf(deps, importer.user)).roles.find((role) => role.name === name);
  const named = new Set(rights.map(({ itemId }) => itemId));
  const stay = found?.rights.filter((one) => !isPortable(deps)(one) && !named.has(one.itemId)) ?? [];
  const all = [...rights, ...stay];
  if (!found || isSame(all.map(canonicalText), found.rights.map(canonicalText))) return;
  const { roleId, setAt } = found;
  await changeItemRights(deps, importer, { reason, roles: [{ roleId, setAt, rights: all }] });
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join('\n') === other.toSorted().join('\n');
