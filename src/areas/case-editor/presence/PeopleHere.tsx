/** The other users in the case, as a row of initials; those on the same page are announced to assistive technology. */
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useCaseRoute } from '../caseRoute.ts';
import classes from './presence.module.css';
import { usePresence, type Person } from './usePresence.tsx';

const SHOWN = 5;

/** Two letters of a Latin name, the family name of one without blanks. */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return words.length > 1
    ? words
        .map((word) => word[0] ?? '')
        .slice(0, 2)
        .join('')
    : name.slice(0, 2);
};

/** Each person once, by the tab that is edited in, else the first. */
function byPerson(others: readonly Person[]): Person[] {
  const people = Map.groupBy(others, ({ userKey }) => userKey);
  return [...people.values()].flatMap((tabs) => tabs.find(({ editing }) => editing) ?? tabs.slice(0, 1));
}

const namesOf = (people: readonly Person[]): string =>
  [...new Set(people.map(({ userName }) => userName))].join(', ');

export function PeopleHere({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useTranslation('presence');
  const { language } = useRouteContext();
  const { page, rowNo } = useCaseRoute();
  const { others } = usePresence();
  const people = byPerson(others);
  const beside = namesOf(others.filter((person) => person.page === page && person.rowNo === rowNo));
  const describe = ({ userName: name, page: where, editing }: Person) => {
    const found = where === null ? undefined : catalogue.pages[where];
    if (!found) return t('elsewhere', { name });
    return t(editing ? 'atEditing' : 'at', { name, page: wordsIn(found.label, language) });
  };
  return (
    <>
      {people.length > 0 && (
        <ul className={classes.people} aria-label={t('here')}>
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.userKey}>
              <Tooltip label={describe(person)} events={{ hover: true, focus: true, touch: true }}>
                <span className={classes.person} data-editing={person.editing || undefined} tabIndex={0}>
                  <span aria-hidden>{initialsOf(person.userName)}</span>
                  <VisuallyHidden>{describe(person)}</VisuallyHidden>
                </span>
              </Tooltip>
            </li>
          ))}
          {people.length > SHOWN && <li>{t('more', { count: people.length - SHOWN })}</li>}
        </ul>
      )}
      {/* changes with the names only, so screen readers announce arrivals and departures, not every heartbeat */}
      <VisuallyHidden role="status">{beside && t('samePage', { names: beside })}</VisuallyHidden>
    </>
  );
}

/** A dot on the tab of a page that others are on. */
export function TabPeople({ page }: { page: string }) {
  const { t } = useTranslation('presence');
  const names = namesOf(usePresence().others.filter((person) => person.page === page));
  if (names === '') return null;
  return (
    <span className={classes.dot} title={t('onTab', { names })}>
      <VisuallyHidden>{t('onTab', { names })}</VisuallyHidden>
    </span>
  );
}
