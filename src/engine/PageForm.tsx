import { useEffect, useMemo, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { Provider, useAtomValue } from 'jotai';
import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Words } from '../../schemas/compile/sources.types.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { isComposing } from './fields/keys.ts';
import { createConditions } from './form/conditions.ts';
import { EngineContext, RowContextProvider, useEngine, type Engine } from './form/context.ts';
import { createFormState, type Finding, type FormState } from './form/formState.ts';
import { HelpBar } from './form/HelpBar.tsx';
import { ItemMenu } from './form/ItemMenu.tsx';
import { createResource } from './form/resource.ts';
import { revealItem } from './form/revealItem.ts';
import { addressKeyOf, followShortcut } from './form/shortcuts.ts';
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
  language: keyof Words;
  appendix: string | null;
  /** one object that does not change while the page is open */
  services: EngineServices;
  readOnly: boolean;
  findings?: readonly Finding[];
  /** brought into sight and focused, its rows and sections opened; anew with each new object */
  focusAddress?: ItemAddress | null;
}

const NO_FINDINGS: readonly Finding[] = [];

/** A page of the catalogue as a form over a session. Typing renders the one field it happens in. */
export function PageForm(props: PageFormProps) {
  const { session, catalogue, page, language, appendix, services, readOnly } = props;
  const { findings = NO_FINDINGS, focusAddress = null } = props;
  const { t } = useTranslation('engine');
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
      form,
      conditions,
      t,
      ...fetched,
    }),
    [session, catalogue, appendix, services, readOnly, form, conditions, t, fetched],
  );
  const root = useMemo(() => ({ path: session.rootPath, readOnly: false }), [session]);

  useEffect(() => form.setFindings(findings), [form, findings]);
  useEffect(() => {
    if (focusAddress) revealItem(engine, focusAddress);
    // a new engine (another language, say) is no reason to move the focus
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [focusAddress, session]);

  return (
    <Provider store={session.store}>
      <EngineContext value={engine}>
        <RowContextProvider value={root}>
          <FormFrame key={page} page={page} />
        </RowContextProvider>
      </EngineContext>
    </Provider>
  );
}

/** Listens for the whole form, so that a field costs no listener of its own. */
function FormFrame({ page }: { page: string }) {
  const engine = useEngine();
  const { catalogue, form, session } = engine;
  const [idsShown, showIds] = useLocalStorage({ key: 'casewright.itemIds', defaultValue: false });
  const loose = catalogue.pages[page]?.layout.some(({ type }) => type === 'item');

  const onFocus = (event: FocusEvent) => {
    session.closeStep();
    const key = addressKeyOf(event.target);
    if (key !== null) session.store.set(form.focused, key);
  };
  const onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-action]');
    const kind = button?.dataset.action;
    const key = addressKeyOf(event.target);
    if (button && key !== null && (kind === 'nullFlavor' || kind === 'item'))
      session.store.set(form.menu, (open) =>
        open?.anchor === button ? null : { kind, key, anchor: button },
      );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || followShortcut(event.nativeEvent)) return;
    const undoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase();
    // a half-typed entry that is no value yet has the browser's own undo
    if (session.readOnly || (event.target as HTMLElement).dataset.draft !== undefined) return;
    if (undoKey !== 'z' && undoKey !== 'y') return;
    event.preventDefault();
    const touched = undoKey === 'z' && !event.shiftKey ? session.undo() : session.redo();
    if (touched) revealItem(engine, touched);
  };

  return (
    <div
      className={styles.form}
      data-item-ids={idsShown ? '' : undefined}
      onFocus={onFocus}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className={styles.page} data-loose={loose ? '' : undefined}>
        <RjsfPage catalogue={catalogue} page={page} />
      </div>
      <ItemMenu />
      <Announcer form={form} />
      <HelpBar idsShown={idsShown} onToggleIds={() => showIds(!idsShown)} />
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
