/** The form of the check: its items by type of report, and what is typed into it as the content of a case. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { checkForm, CHECK_PAGE, DUPLICATE_CHECK, receiptItem } from '../../../shared/duplicates/index.ts';
import { sameInAll } from '../../../shared/text/sameInAll.ts';
import { userNow } from '../../clock/index.ts';
import { createPageSession, type PageSession } from '../../engine/index.ts';

export interface CheckForm {
  catalogue: Catalogue;
  session: PageSession;
  typed: () => CaseContent;
  dirty: boolean;
  /** empties the form */
  clear: () => void;
  /** Adds a product by its name, in the first row without one. */
  addProduct: (name: string) => void;
  /** where the focus goes after the form became another one */
  focusAddress: ItemAddress | 'first' | null;
}

const NOTHING: CaseContent = { values: [], rows: [] };

const typedInto = (session: PageSession): CaseContent => {
  const { items, rows } = session.changes();
  return { values: items, rows };
};

/** What the form begins with: today as the day of receipt, in sight and to be changed. */
const offered = (catalogue: Catalogue): CaseContent => {
  const receipt = receiptItem(catalogue);
  if (!receipt) return NOTHING;
  const { at, timeZone } = userNow();
  return {
    values: [{ ...addressAt(receipt.itemId, []), ...EMPTY_VALUE, value: dayAt(at.getTime(), timeZone) }],
    rows: [],
  };
};

const sessionOf = (catalogue: Catalogue, begun: CaseContent, content: CaseContent): PageSession => {
  const session = createPageSession({
    content: begun,
    catalogue,
    page: CHECK_PAGE,
    rowNo: 0,
    readOnly: false,
  });
  session.restoreEdits({
    changes: { items: content.values, rows: content.rows },
    retrievedAt: null,
    startedFrom: [],
  });
  return session;
};

/** @param isPrefilled a new case begins with what is known: the form asks for the day of receipt, too */
export function useCheckForm(whole: Catalogue, isPrefilled: boolean): CheckForm {
  const { i18n } = useTranslation('duplicates');
  const { language } = i18n;
  const reportAddress = useMemo(() => addressAt(whole.roles[DUPLICATE_CHECK.trial.role] ?? '', []), [whole]);
  const formOf = useCallback(
    (trial: boolean) => {
      const t = i18n.getFixedT(language, 'duplicates');
      const texts = {
        title: sameInAll(t('title')),
        key: sameInAll(t('sections.key')),
        more: sameInAll(t('sections.more')),
      };
      return checkForm(whole, trial, texts, isPrefilled);
    },
    [whole, i18n, language, isPrefilled],
  );
  const begun = useMemo(() => (isPrefilled ? offered(whole) : NOTHING), [whole, isPrefilled]);
  const open = useCallback(
    (trial: boolean, content: CaseContent, focusAddress: CheckForm['focusAddress']) => {
      const catalogue = formOf(trial);
      return { trial, catalogue, session: sessionOf(catalogue, begun, content), focusAddress, formOf };
    },
    [formOf, begun],
  );
  const [opened, setOpened] = useState(() => open(false, NOTHING, 'first'));
  const { session, catalogue, trial } = opened;

  // another language or catalogue: the same content in the form as it is now
  useEffect(() => {
    setOpened((was) => (was.formOf === formOf ? was : open(was.trial, typedInto(was.session), null)));
  }, [open, formOf]);
  useEffect(() => {
    const report = session.view(reportAddress);
    const isTrial = () => DUPLICATE_CHECK.trial.codes.includes(session.get(reportAddress).value ?? '');
    return session.store.sub(report, () => {
      if (isTrial() !== trial) setOpened(open(isTrial(), typedInto(session), reportAddress));
    });
  }, [session, trial, open, reportAddress]);

  return {
    catalogue,
    session,
    focusAddress: opened.focusAddress,
    typed: useCallback(() => withBegun(begun, typedInto(session)), [begun, session]),
    dirty: useSyncExternalStore(session.subscribeDirty, session.isDirty),
    clear: useCallback(() => setOpened(open(false, NOTHING, 'first')), [open]),
    addProduct: useCallback((name: string) => putProduct(session, whole, name), [session, whole]),
  };
}

/** What was typed, and of what the form began with all that was left as it was. */
function withBegun(begun: CaseContent, typed: CaseContent): CaseContent {
  const changed = new Set(typed.values.map(addressKey));
  const left = begun.values.filter((value) => !changed.has(addressKey(value)));
  return { ...typed, values: [...left, ...typed.values] };
}

function putProduct(session: PageSession, { groupRoles, roles }: Catalogue, name: string): void {
  const group = groupRoles.drugs ?? '';
  const nameAt = (rowNo: number) => addressAt(roles.drugName ?? '', [rowNo]);
  const rows = session.store.get(session.rows(group, []));
  session.transaction(() => {
    const empty = rows.find(({ deleted, rowNo }) => !deleted && session.get(nameAt(rowNo)).value === null);
    session.setValue(nameAt((empty ?? session.addRow(group, [])).rowNo), name);
  });
}
