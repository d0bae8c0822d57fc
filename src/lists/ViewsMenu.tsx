/** The saved views of a list: one is chosen, saved, renamed, shared, removed, or handed on as an address. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLayoutList } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox';
import type { ListViewName } from '../../shared/contract/index.ts';
import { copyText } from '../browser/copyText.ts';
import { ConfirmDialog, showInfo, showSuccess } from '../components/index.ts';
import { usePathTo } from '../app-context/routeContext.ts';
import { listPath } from './listState.ts';
import type { ListWorld } from './useList.ts';
import { useListViews } from './useListViews.ts';
import { ViewLeftOut } from './ViewLeftOut.tsx';
import { ViewNameDialog } from './ViewNameDialog.tsx';

export function ViewsMenu({ list }: { list: ListWorld }) {
  const { t } = useTranslation('lists');
  const views = useListViews(list);
  const [open, setOpen] = useState<'saveAs' | 'rename' | 'drop' | null>(null);
  const { state, go, info } = list;
  const { current, changed } = views;
  const close = () => setOpen(null);
  const show = (view: number | null) => go({ view, edited: false, sort: '', pageNo: 1 });
  const groups = [
    { label: t('views.builtIn'), views: info?.views.filter(({ builtIn }) => builtIn === 'Y') ?? [] },
    { label: t('views.mine'), views: info?.views.filter(({ own }) => own === 'Y') ?? [] },
    {
      label: t('views.others'),
      views: info?.views.filter(({ own, builtIn }) => own === 'N' && builtIn === 'N') ?? [],
    },
  ];
  const name = current?.name ?? t('views.own');
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconLayoutList size={15} aria-hidden />}
            rightSection={<IconChevronDown size={13} aria-hidden />}
          >
            {t(changed ? 'views.changed' : 'views.shown', { name })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show(null)} aria-current={state.view === null || undefined}>
            {t('views.own')}
          </Menu.Item>
          {groups.map(
            (group) =>
              group.views.length > 0 && (
                <div key={group.label} role="group" aria-label={group.label}>
                  <Menu.Label>{group.label}</Menu.Label>
                  {group.views.map((view) => (
                    <Menu.Item
                      key={view.viewKey}
                      aria-current={state.view === view.viewKey || undefined}
                      onClick={() => show(view.viewKey)}
                    >
                      {viewLabel(t, view)}
                    </Menu.Item>
                  ))}
                </div>
              ),
          )}
          <Menu.Divider />
          {current?.own === 'Y' && changed && (
            <Menu.Item onClick={views.saveChanges}>{t('views.saveChanges', { name })}</Menu.Item>
          )}
          {changed && current && (
            <Menu.Item onClick={() => show(current.viewKey)}>{t('views.undo', { name })}</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpen('saveAs')}>{t('views.saveAs')}</Menu.Item>
          {current?.own === 'Y' && (
            <>
              <Menu.Item onClick={() => setOpen('rename')}>{t('views.rename')}</Menu.Item>
              <Menu.Item onClick={() => setOpen('drop')}>{t('views.drop')}</Menu.Item>
            </>
          )}
          {current && <CopyLink list={list} shared={current.shared === 'Y'} viewKey={current.viewKey} />}
        </Menu.Dropdown>
      </Menu>
      {current && !state.edited && <ViewLeftOut view={current} columns={list.columns} />}
      {open === 'saveAs' && (
        <ViewNameDialog title={t('views.saveAs')} onSave={views.saveAs} onClose={close} />
      )}
      {open === 'rename' && current && (
        <ViewNameDialog title={t('views.rename')} view={current} onSave={views.rename} onClose={close} />
      )}
      <ConfirmDialog
        opened={open === 'drop'}
        title={t('views.drop')}
        message={t(current?.shared === 'Y' ? 'views.dropShared' : 'views.dropOwn', { name })}
        danger
        onCancel={close}
        onConfirm={() => {
          views.drop();
          close();
        }}
      />
    </>
  );
}

/** What a view is called, and whose it is. */
function viewLabel(
  t: TFunction<'lists'>,
  { name, shared, own, builtIn, ownerName }: Static<typeof ListViewName>,
): string {
  if (builtIn === 'Y') return name;
  if (own === 'N') return t('views.of', { name, owner: ownerName });
  return shared === 'Y' ? t('views.isShared', { name }) : name;
}

/** The address of a saved view; a private view is marked as useless to other users. */
function CopyLink({ list, viewKey, shared }: { list: ListWorld; viewKey: number; shared: boolean }) {
  const { t } = useTranslation('lists');
  const to = usePathTo();
  const { path, state } = list;
  if (path === undefined) return null;
  const link = listPath(path, { ...state, view: viewKey, edited: false, sort: '', pageNo: 1 });
  const copy = () =>
    void copyText(new URL(to(link), location.href).href).then((isCopied) => {
      // the address is that of the page, and can be copied there
      if (!isCopied) showInfo(t('views.notCopied'));
      else if (shared) showSuccess(t('views.copied'));
      else showInfo(t('views.copiedOwn'));
    });
  return <Menu.Item onClick={copy}>{t('views.copy')}</Menu.Item>;
}
