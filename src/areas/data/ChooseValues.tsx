/** Chooses values to compare with in a dialog: codes of the item, or names of the records that fill it. */
import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem, RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import { MAX_TEST_VALUES, type ItemTest } from '../../../shared/query/condition.types.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { chooseCodes } from '../../catalogue/chooseCodes.ts';
import { chooseNames } from '../../catalogue/chooseMaster.ts';
import { showError } from '../../components/index.ts';
import { useSession } from '../../session/sessionStore.ts';

interface ChooseValuesProps {
  name: string;
  test: ItemTest;
  onChange: (test: ItemTest) => void;
}

/** The kind of records whose names the item takes when one is chosen for it, or another item that names the same; undefined: none. */
export function kindOfNames(
  { items, records }: Catalogue,
  { itemId, names }: CatalogueItem,
): RecordKind | undefined {
  const alike = Object.values(items).filter(
    (item) => item.itemId === itemId || (names !== undefined && item.names === names),
  );
  for (const { selection } of Object.values(items)) {
    const record = records[selection?.master ?? ''];
    if (record && alike.some((item) => selection?.fills[item.itemId] === record.nameItem)) return record;
  }
  return undefined;
}

/** One name, or those of all records, which makes the operator one of several values. */
export function ChooseNames({ record, name, test, onChange }: ChooseValuesProps & { record: RecordKind }) {
  const { t } = useTranslation('data');
  const { sponsorKey, language } = useRouteContext();
  const { clientType } = useSession();
  const choose = async () => {
    const chooser = { sponsorKey, language, ownSender: clientType === 'SPO' };
    const names = await chooseNames(record, chooser, MAX_TEST_VALUES);
    if (names === null) return;
    if (names !== 'tooMany' && names.length === 1 && test.operator !== 'IN')
      return onChange({ ...test, values: [...names] });
    const before = test.operator === 'IN' ? test.values.filter(Boolean) : [];
    const values = names === 'tooMany' ? null : [...new Set([...before, ...names])];
    if (values === null || values.length > MAX_TEST_VALUES)
      return showError(t('tooManyValues', { count: MAX_TEST_VALUES }));
    return onChange({ ...test, operator: 'IN', values });
  };
  return <ChooseButton name={name} onChoose={() => void choose()} />;
}

interface ChooseCodesProps {
  item: CatalogueItem;
  name: string;
  codes: readonly { value: string; label: string }[];
  values: readonly string[];
  isSeveral: boolean;
  setValues: (values: string[]) => void;
}

export function ChooseCodes({ item, name, codes, values, isSeveral, setValues }: ChooseCodesProps) {
  const { language } = useRouteContext();
  const choose = async () => {
    const { itemId } = item;
    const chosen = await chooseCodes({ label: name, itemId, codes, chosen: values, isSeveral, language });
    if (chosen) setValues([...chosen]);
  };
  return <ChooseButton name={name} onChoose={() => void choose()} />;
}

function ChooseButton({ name, onChoose }: { name: string; onChoose: () => void }) {
  const { t } = useTranslation('data');
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={t('chooseOf', { name })}
      leftSection={<IconListSearch size={15} aria-hidden />}
      onClick={onChoose}
    >
      {t('choose')}
    </Button>
  );
}
