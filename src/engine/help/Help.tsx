import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import { HelpBar, type Switch } from './HelpBar.tsx';
import { HelpPanel } from './HelpPanel.tsx';

interface HelpProps {
  /** remembered for all pages */
  idsShown: boolean;
  onIds: (shown: boolean) => void;
  helpShown: boolean;
  onHelp: (shown: boolean) => void;
}

/** What the form says of the item in focus, beside it and at its foot, and what of the whole page is shown. */
export function Help({ idsShown, onIds, helpShown, onHelp }: HelpProps) {
  const { catalogue, form, language } = useEngine();
  const key = useAtomValue(form.focused);
  const item = key === null ? undefined : catalogue.items[parseAddressKey(key).itemId];
  const [notationsShown, showNotations] = useAtom(form.notationsShown);
  const announce = useSetAtom(form.announcement);
  const toggleHelp = () => {
    onHelp(!helpShown);
    if (!helpShown && item) announce(`${item.label[language]}. ${item.help?.[language] ?? ''}`);
  };
  const switches: Switch[] = [
    { name: 'ids', on: idsShown, toggle: () => onIds(!idsShown) },
    { name: 'notations', on: notationsShown, toggle: () => showNotations(!notationsShown) },
    { name: 'help', on: helpShown, toggle: toggleHelp },
  ];
  return (
    <>
      {helpShown && <HelpPanel item={item} />}
      <HelpBar item={item} switches={switches} />
    </>
  );
}
