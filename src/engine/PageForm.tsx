import {
  useEffect,
  useMemo,
  useRef,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Provider, useAtomValue } from 'jotai';
import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { parseAddressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { followKey } from '../keys/index.ts';
import { createConditions } from './form/conditions.ts';
import { EngineContext, RowContextProvider, useEngine, type Engine } from './form/context.ts';
import { createFormState, type Finding, type FormState, type PersonMark } from './form/formState.ts';
import { Help } from './form/Help.tsx';
import { ItemMenu } from './form/ItemMenu.tsx';
import { StoppedAction } from './form/StoppedAction.tsx';
import { createResource } from './form/resource.ts';
import { revealFirst, revealItem } from './form/revealItem.ts';
import { addressKeyOf } from './form/shortcuts.ts';
import { formKeys } from './form/formKeys.ts';
import { useKeptFocus } from './form/useKeptFocus.ts';
import { groupTaking, tablePasted } from './paste/pastedInto.ts';
import { PasteTable } from './paste/PasteTable.tsx';
import { RjsfPage } from './rjsf/RjsfPage.tsx';
import type { EngineServices } from './services.ts';
import type { PageSession } from './session/pageSession.ts';
import styles from './form/form.module.css';

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
  /** may the user see blinded items; the server tells their values to nobody else */
  unblind?: boolean;
  findings?: readonly Finding[];
  /** others who are at an item of the page, or have changed one since it was read */
  people?: readonly PersonMark[];
  /**
   * Brought into sight and focused, its rows and sections opened; anew with each new object. `first` is the first field
   * that can be filled in.
   */
  focusAddress?: ItemAddress | 'first' | null;
}

const NO_FINDINGS: readonly Finding[] = [];
const NOBODY: readonly PersonMark[] = [];

/** A page of the catalogue as a form over a session. Typing renders the one field it happens in. */
export const PageForm = (props: PageFormProps) => (
  <FormRoot {...props}>
    <RjsfPage catalogue={props.catalogue} page={props.page} />
  </FormRoot>
);

/** What every form over a session has around it: its values and findings, its keys, menu and help. */
export function FormRoot({ children, ...props }: PageFormProps & { children: ReactNode }) {
  const { session, catalogue, page, language, appendix, services, readOnly } = props;
  const { people = NOBODY, findings = NO_FINDINGS, focusAddress = null, unblind = true } = props;
  const { t } = useTranslation(['engine', 'explain', 'keys', 'matrix', 'paste']);
  const form = useMemo(() => createFormState(session.store, catalogue), [session, catalogue]);
  const conditions = useMemo(() => createConditions(session, catalogue), [session, catalogue]);
  const fetched = useMemo(
    () => ({
      language,
      codes: createResource(session.store, (itemId) => services.codes(itemId)),
      terms: createResource(session.store, (key) => {
        const [dictionary = '', version = '', code = ''] = key.split('|');
        return services.termOf({ dictionary, version: version || null, code });
      }),
    }),
    [session, services, language],
  );
  const engine = useMemo(
    (): Engine => ({
      session,
      catalogue,
      appendix,
      services,
      readOnly: readOnly || session.readOnly,
      unblind,
      form,
      conditions,
      t,
      ...fetched,
    }),
    [session, catalogue, appendix, services, readOnly, unblind, form, conditions, t, fetched],
  );
  const root = useMemo(() => ({ path: session.rootPath, readOnly: false }), [session]);

  useEffect(() => form.setFindings(findings), [form, findings]);
  useEffect(() => form.setPeople(people), [form, people]);
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
  useEffect(() => {
    if (focusAddress === 'first') revealFirst();
    else if (focusAddress) revealItem(engine, focusAddress);
    // a new engine (another language, say) is no reason to move the focus
    // eslint-disable-next-line react-hooks/exhaustive-deps
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

/** Listens for the whole form, so that a field costs no listener of its own. */
function FormFrame({ page, children }: { page: string; children: ReactNode }) {
  const engine = useEngine();
  const { catalogue, form, language, session } = engine;
  const [idsShown, showIds] = useLocalStorage({ key: 'casewright.itemIds', defaultValue: false });
  const [helpShown, showHelp] = useLocalStorage({ key: 'casewright.help', defaultValue: false });
  const root = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => formKeys(engine), [engine]);
  useKeptFocus(root);
  const loose = catalogue.pages[page]?.layout.some(({ type }) => type === 'item');

  const onFocus = (event: FocusEvent) => {
    session.closeStep();
    const key = addressKeyOf(event.target);
    if (key !== null) session.store.set(form.focused, key);
  };
  const onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-action]');
    const kind = button?.dataset.action;
    const group = kind === 'pasteTable' ? groupTaking(event.target) : null;
    if (group) session.store.set(form.paste, { ...group, table: null });
    const key = addressKeyOf(event.target);
    if (kind === 'why' && key !== null)
      engine.services.showWhy?.({ kind: 'item', address: parseAddressKey(key) });
    if (kind === 'sideBySide' && key !== null) session.store.set(form.sideBySide(key), true);
    if (button && key !== null && (kind === 'nullFlavor' || kind === 'item'))
      session.store.set(form.menu, (open) =>
        open?.anchor === button ? null : { kind, key, anchor: button },
      );
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = tablePasted(event.nativeEvent);
    if (!pasted) return;
    event.preventDefault();
    session.store.set(form.paste, pasted);
  };
  const onKeyDown = (event: KeyboardEvent) => void followKey(event.nativeEvent, keys);

  return (
    <div
      ref={root}
      // takes the focus when nothing of the form is left to take it
      tabIndex={-1}
      role="group"
      aria-label={catalogue.pages[page]?.label[language]}
      className={styles.form}
      data-form
      data-item-ids={idsShown ? '' : undefined}
      data-help={helpShown ? '' : undefined}
      onFocus={onFocus}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      <div className={styles.page} data-loose={loose ? '' : undefined}>
        {children}
      </div>
      <ItemMenu />
      <PasteTable />
      <StoppedAction />
      <Announcer form={form} />
      <Help idsShown={idsShown} onIds={showIds} helpShown={helpShown} onHelp={showHelp} />
    </div>
  );
}

function Announcer({ form }: { form: FormState }) {
  return (
    <div role="status" className={styles.quiet}>
      {useAtomValue(form.announcement)}
    </div>
  );
}
