import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { ItemView } from '../session/views.ts';
import { useEngine } from '../page/context.ts';
import { useDisplayText } from './displayText.ts';
import type { PersonMark } from '../page/formState.ts';
import styles from './people.module.css';

interface PeopleLineProps {
  id: string;
  item: CatalogueItem;
  address: ItemAddress;
  view: ItemView;
}

/** Who else is at the item, and what they stored while it was being edited here. */
export function PeopleLine({ id, item, address, view }: PeopleLineProps) {
  const { form } = useEngine();
  const people = useAtomValue(form.people(addressKey(address)));
  if (people.length === 0 && !view.overtaken) return null;
  return <People id={id} item={item} address={address} view={view} people={people} />;
}

const namesOf = (people: readonly PersonMark[], what: PersonMark['what']): string =>
  [...new Set(people.filter((person) => person.what === what).map(({ name }) => name))].join(', ');

function People({ id, item, address, view, people }: PeopleLineProps & { people: readonly PersonMark[] }) {
  const { t } = useTranslation('presence');
  const theirs = useDisplayText(item, address, view.original) || t('item.emptied');
  const here = namesOf(people, 'here');
  const names = namesOf(people, 'changed');
  return (
    <div id={id} className={styles.people}>
      {here && <span className={styles.here}>{t('item.here', { names: here })}</span>}
      {view.overtaken && (
        <span className={styles.changed}>
          {names ? t('item.changed', { names, theirs }) : t('item.changedMeanwhile', { theirs })}
        </span>
      )}
    </div>
  );
}
