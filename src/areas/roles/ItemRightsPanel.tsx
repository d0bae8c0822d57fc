/** What each role may do with the items of cases, saved together with the differences and a reason. */
import { Alert, Group, List, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveItemRights } from '../../../shared/contract/index.ts';
import { fold } from '../../../shared/text/fold.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { EmptyState, LoadingArea } from '../../components/index.ts';
import { failureText } from '../../feedback/showFailure.ts';
import { useMay } from '../../session/sessionStore.ts';
import { editedRights, itemChanges, type ItemEdits, type RoleItemsChange } from './itemRightEdits.ts';
import { ItemRightsGrid } from './ItemRightsGrid.tsx';
import { itemRightsQuery, type RoleItems } from './roles.queries.ts';
import { SaveGrid } from './SaveGrid.tsx';

export function ItemRightsPanel() {
  const { sponsorKey } = useRouteContext();
  const rights = useQuery(itemRightsQuery(sponsorKey));
  if (rights.isPending) return <LoadingArea />;
  if (rights.isLoadingError) return <EmptyState title={failureText(rights.error)} />;
  return rights.data ? <Rights roles={rights.data.roles} /> : null;
}

/** The edits stay when the roles are read again: what another administrator changed is seen below them. */
function Rights({ roles }: { roles: readonly RoleItems[] }) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const mayEdit = useMay('EDIT.ADMIN');
  const [edits, setEdits] = useState<ItemEdits>({});
  const { catalogue, items, filter } = useShownItems();
  const changes = itemChanges(roles, edits);
  const store = (reason: string) =>
    call(saveItemRights, {
      params: { sponsorKey },
      body: {
        reason,
        roles: changes.map(({ role }) => ({
          roleId: role.roleId,
          setAt: role.setAt,
          rights: editedRights(role, edits),
        })),
      },
    });
  return (
    <Stack pt="md">
      <Text c="dimmed">{t('items.help')}</Text>
      {!mayEdit && <Alert>{t('readOnly')}</Alert>}
      {filter}
      {items.length === 0 ? (
        <EmptyState title={t('items.none')} />
      ) : (
        <ItemRightsGrid
          {...{ catalogue, items, roles, edits }}
          readOnly={!mayEdit}
          onChange={({ roleId }, itemId, right) =>
            setEdits({ ...edits, [roleId]: { ...edits[roleId], [itemId]: right } })
          }
        />
      )}
      {mayEdit && (
        <SaveGrid
          count={changes.length}
          saveLabel={t('items.save')}
          title={t('items.saveTitle')}
          differences={<ItemDifferences changes={changes} />}
          store={store}
          onClear={() => setEdits({})}
        />
      )}
    </Stack>
  );
}

/** The items of a page, or of all pages that a text names; envelopes are not part of the case. */
function useShownItems() {
  const { t } = useTranslation('roles');
  const { appendix, language } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  const pages = useMemo(() => {
    const shown = new Set(Object.values(catalogue.items).map((item) => item.page));
    return catalogue.pageOrder.flatMap((name) => {
      const page = catalogue.pages[name];
      return page && page.kind !== 'envelope' && shown.has(name) ? [page] : [];
    });
  }, [catalogue]);
  const [page, setPage] = useState(pages[0]?.page ?? '');
  const [text, setText] = useState('');
  const items = useMemo(() => {
    const word = fold(text.trim());
    return Object.values(catalogue.items)
      .filter((item) =>
        word === ''
          ? item.page === page
          : pages.some((one) => one.page === item.page) &&
            fold(`${item.itemId} ${item.label[language]}`).includes(word),
      )
      .toSorted((a, b) => a.sort - b.sort);
  }, [catalogue, language, page, pages, text]);
  const filter = (
    <Group align="end">
      <Select
        label={t('items.page')}
        data={pages.map((one) => ({ value: one.page, label: `${one.page} ${one.label[language]}` }))}
        value={page}
        allowDeselect={false}
        onChange={(value) => value && setPage(value)}
      />
      <TextInput
        label={t('items.find')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </Group>
  );
  return { catalogue, items, filter };
}

/** What a save will change: role by role, with how many users it touches. */
function ItemDifferences({ changes }: { changes: readonly RoleItemsChange[] }) {
  const { t } = useTranslation('roles');
  const { appendix, language } = useRouteContext();
  const catalogue = useCatalogue(appendix);
  return (
    <Stack gap="xs">
      {changes.map(({ role: { roleId, name, users }, items }) => (
        <div key={roleId}>
          <Text fw={600}>{t('privileges.touches', { name, count: users })}</Text>
          <List size="sm">
            {items.map(({ itemId, before, after }) => (
              <List.Item key={itemId}>
                {t('items.change', {
                  item: catalogue.items[itemId]?.label[language] ?? itemId,
                  before: t(`items.${before}`),
                  after: t(`items.${after}`),
                })}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  );
}
