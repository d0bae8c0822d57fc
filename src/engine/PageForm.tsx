import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { ALL_ITEMS, type UserItemRights } from '../../shared/access/userItemRights.ts';
import { Provider } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { createConditions } from './page/conditions.ts';
import { EngineContext, RowContextProvider, type Engine } from './page/context.ts';
import { FormFrame } from './page/FormFrame.tsx';
import { createFormState, type Finding, type PersonMark } from './page/formState.ts';
import { createResource } from './page/resource.ts';
import { revealFirst, revealItem } from './page/revealItem.ts';
import { RjsfPage } from './rjsf/RjsfPage.tsx';
import type { EngineServices } from './services.ts';
import type { PageSession } from './session/pageSession.ts';

export interface PageFormProps {
  /** a new session is a new page */
  session: PageSession;
  /** as the appendix shows it (`forAppendix`) */
  catalogue: Catalogue;
  page: string;
  language: keyof LocalizedText;
  appendix: string | null;
  /** one object that does not change while the page is open */
  services: EngineServices;
  readOnly: boolean;
  /** what the user may not see or change; the server sends no values that they may not see. Default: nothing */
  rights?: UserItemRights;
  findings?: readonly Finding[];
  /** other users who are at an item of the page, or have changed one since it was read */
  people?: readonly PersonMark[];
  /** where questions are that are not closed */
  questions?: readonly ItemAddress[];
  /**
   * Brought into view and focused, with its rows and sections opened; again with each new object. `first` is the first
   * field that can be filled in.
   */
  focusAddress?: ItemAddress | 'first' | null;
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_PEOPLE: readonly PersonMark[] = [];
const NO_QUESTIONS: readonly ItemAddress[] = [];

/** A page of the catalogue as a form over a session. Typing renders the one field it happens in. */
export const PageForm = (props: PageFormProps) => (
  <FormRoot {...props}>
    <RjsfPage catalogue={props.catalogue} page={props.page} />
  </FormRoot>
);

/** The root of every form over a session: it provides values and findings, keys, menu and help. */
export function FormRoot({ children, ...props }: PageFormProps & { children: ReactNode }) {
  const { session, catalogue, page, language, appendix, services, readOnly } = props;
  const {
    people = NO_PEOPLE,
    questions = NO_QUESTIONS,
    findings = NO_FINDINGS,
    focusAddress = null,
    rights = ALL_ITEMS,
  } = props;
  const { t } = useTranslation(['engine', 'explain', 'keys', 'matrix', 'paste']);
  const form = useMemo(() => createFormState(session.store, catalogue), [session, catalogue]);
  const conditions = useMemo(() => createConditions(session, catalogue), [session, catalogue]);
  // not on any other service: a list of codes that is fetched again takes its field away, and the focus with it
  const { codes, termOf } = services;
  const fetched = useMemo(
    () => ({
      language,
      codes: createResource(session.store, codes),
      terms: createResource(session.store, (key) => {
        const [dictionary = '', version = '', code = ''] = key.split('|');
        return termOf({ dictionary, version: version || null, code });
      }),
    }),
    [session, codes, termOf, language],
  );
  const engine = useMemo(
    (): Engine => ({
      session,
      catalogue,
      appendix,
      services,
      readOnly: readOnly || session.readOnly,
      rights,
      form,
      conditions,
      t,
      ...fetched,
    }),
    [session, catalogue, appendix, services, readOnly, rights, form, conditions, t, fetched],
  );
  const root = useMemo(() => ({ path: session.rootPath, readOnly: false }), [session]);

  useEffect(() => form.setFindings(findings), [form, findings]);
  useEffect(() => form.setPeople(people), [form, people]);
  useEffect(() => form.setQuestions(questions), [form, questions]);
  useEffect(
    () =>
      session.subscribeCleared((cleared) => {
        const labels = new Set(
          cleared.map(({ itemId }) => catalogue.items[itemId]?.label[language] ?? itemId),
        );
        session.store.set(form.announcement, t('notice.hidden', { label: [...labels].join(', ') }));
      }),
    [session, form, catalogue, language, t],
  );
  const reveal = useEffectEvent((focused: ItemAddress | 'first') => {
    if (focused === 'first') revealFirst();
    else revealItem(engine, focused);
  });
  useEffect(() => {
    if (focusAddress) reveal(focusAddress);
  }, [focusAddress, session]);

  return (
    <Provider store={session.store}>
      <EngineContext value={engine}>
        <RowContextProvider value={root}>
          <FormFrame key={page} page={page}>
            {children}
          </FormFrame>
        </RowContextProvider>
      </EngineContext>
    </Provider>
  );
}
