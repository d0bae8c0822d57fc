import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { useAtom, useSetAtom } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { differs, isEmpty } from '../../../shared/case/itemValue.ts';
import { copyText } from '../../browser/copyText.ts';
import { keyText } from '../../keys/index.ts';
import { Anchored } from './Anchored.tsx';
import { inputIdOf, useEngine } from '../page/context.ts';
import { linkTo } from '../page/deepLink.ts';
import type { OpenMenu } from '../page/formState.ts';
import { hasSides, pressing } from '../page/shortcuts.ts';
import styles from './form.module.css';

interface Entry {
  key: string;
  label: string;
  note?: string;
  checked?: boolean;
  run: () => void;
}

/** The one menu of the page: the null flavors of an item, or its other actions. */
export function ItemMenu() {
  const { catalogue, form } = useEngine();
  const [menu, setMenu] = useAtom(form.menu);
  if (!menu) return null;
  const address = parseAddressKey(menu.key);
  const item = catalogue.items[address.itemId];
  if (!item) return null;
  return <MenuList menu={menu} item={item} address={address} onClose={() => setMenu(null)} />;
}

interface MenuListProps {
  menu: OpenMenu;
  item: CatalogueItem;
  address: ItemAddress;
  onClose: () => void;
}

function MenuList({ menu, item, address, onClose }: MenuListProps) {
  const { language, t } = useEngine();
  const list = useRef<HTMLDivElement>(null);
  const nullFlavors = useNullFlavorEntries(item, address);
  const actions = useActionEntries(item, address, menu.anchor);
  const entries = menu.kind === 'nullFlavor' ? nullFlavors : actions;

  const onPressed = useEffectEvent(({ target }: PointerEvent) => {
    // the button that opened it closes it by itself
    const at = target as Node;
    if (!list.current?.contains(at) && !menu.anchor.contains(at)) onClose();
  });
  useEffect(() => {
    const open = list.current;
    (
      open?.querySelector<HTMLElement>('[aria-checked="true"]') ?? open?.querySelector<HTMLElement>('button')
    )?.focus();
    const onPointerDown = (event: PointerEvent) => onPressed(event);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, []);

  const backToField = () => {
    onClose();
    const input = document.getElementById(inputIdOf(item, address));
    (input ?? menu.anchor).focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      buttons[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      backToField();
    } else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      buttons.find((button) => button.textContent.toLowerCase().startsWith(letter))?.focus();
    }
  };

  const name = t(menu.kind === 'nullFlavor' ? 'tool.nullFlavor' : 'tool.item', {
    label: item.label[language],
    keys: keyText(menu.kind === 'nullFlavor' ? 'nullFlavor' : 'itemMenu'),
  });
  return (
    <Anchored anchor={menu.anchor}>
      <div ref={list} role="menu" aria-label={name} className={styles.menu} onKeyDown={onKeyDown}>
        {entries.map(({ key, label, note, checked, run }) => (
          <button
            key={key}
            type="button"
            role={checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={checked}
            onClick={() => {
              run();
              backToField();
            }}
          >
            <span>{label}</span>
            {note !== undefined && <span>{note}</span>}
          </button>
        ))}
      </div>
    </Anchored>
  );
}

function useNullFlavorEntries(item: CatalogueItem, address: ItemAddress): Entry[] {
  const { session, t } = useEngine();
  const current = session.get(address).nullFlavor;
  const choices = item.nullFlavors.map((flavor) => ({
    key: flavor,
    label: flavor,
    note: t(`nullFlavor.${flavor}`),
    checked: flavor === current,
    run: () => session.setNullFlavor(address, flavor === current ? '' : flavor),
  }));
  const none = {
    key: '',
    label: t('menu.noNullFlavor'),
    checked: false,
    run: () => session.setNullFlavor(address, ''),
  };
  return current === null ? choices : [...choices, none];
}

function useActionEntries(item: CatalogueItem, address: ItemAddress, anchor: Element): Entry[] {
  const { form, readOnly: pageReadOnly, services, session, t } = useEngine();
  const announce = useSetAtom(form.announcement);
  const current = session.get(address);
  const readOnly = pageReadOnly || item.computed !== null;

  const recommend = pressing(anchor, 'recommend');
  const choose = item.selection && pressing(anchor, 'lookUp');

  const copy = (text: string) => {
    void copyText(text).then((isCopied) =>
      announce(isCopied ? t('menu.copied', { text }) : t('menu.notCopied', { text })),
    );
  };
  return [
    { key: 'audit', label: t('menu.audit'), run: () => services.showAudit(address) },
    ...(services.askQuestion
      ? [
          {
            key: 'ask',
            label: t('menu.ask'),
            note: keyText('askQuestion'),
            run: () => services.askQuestion?.(address),
          },
        ]
      : []),
    ...(services.showWhy
      ? [{ key: 'why', label: t('explain:why'), run: () => services.showWhy?.({ kind: 'item', address }) }]
      : []),
    ...(recommend
      ? [{ key: 'recommend', label: t('menu.recommend'), note: keyText('recommend'), run: recommend }]
      : []),
    ...(choose && item.selection
      ? [
          {
            key: 'choose',
            label: t(`menu.choose.${item.selection.master}`),
            note: keyText('lookUp'),
            run: choose,
          },
        ]
      : []),
    ...(services.itemActions?.(address, session, readOnly) ?? []),
    ...(!readOnly && differs(current, session.original(address))
      ? [{ key: 'undo', label: t('menu.undo'), note: keyText('undoItem'), run: () => session.reset(address) }]
      : []),
    ...(!readOnly && !isEmpty(current)
      ? [{ key: 'erase', label: t('menu.erase'), run: () => session.erase(address) }]
      : []),
    ...(hasSides(item)
      ? [
          {
            key: 'translationPane',
            label: t('translationPane.open'),
            note: keyText('translationPane'),
            run: () => session.store.set(form.translationPane(addressKey(address)), true),
          },
        ]
      : []),
    { key: 'copyId', label: t('menu.copyId'), note: item.itemId, run: () => copy(item.itemId) },
    { key: 'copyLink', label: t('menu.copyLink'), run: () => copy(linkTo(address, location.href)) },
    ...(services.showDefinition
      ? [
          {
            key: 'definition',
            label: t('menu.definition'),
            run: () => services.showDefinition?.(item.itemId),
          },
        ]
      : []),
  ];
}
