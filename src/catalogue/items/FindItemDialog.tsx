import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { FindDialog } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { findItems, itemOption, itemQuery, type FoundItem } from './itemSearch.ts';

export interface FindItemDialogProps {
  catalogue: Catalogue;
  /** the pages whose items are searched */
  shown: readonly CataloguePage[];
  title: string;
  hint: string;
  onChoose: (found: FoundItem) => void;
  onClose: () => void;
}

/** Asks for an item by id or words. */
export function FindItemDialog({ catalogue, shown, title, hint, onChoose, onClose }: FindItemDialogProps) {
  const { t } = useTranslation('findings');
  const { language } = useRouteContext();
  const [text, setText] = useState('');
  const options = useMemo(
    () =>
      findItems(catalogue, shown, language, itemQuery(text)).map((found) => ({
        ...itemOption(catalogue, found, language),
        found,
      })),
    [catalogue, shown, language, text],
  );
  return (
    <FindDialog
      title={title}
      label={t('goTo.label')}
      hint={hint}
      text={text}
      onText={setText}
      options={options}
      onChoose={({ found }) => onChoose(found)}
      onClose={onClose}
    />
  );
}
