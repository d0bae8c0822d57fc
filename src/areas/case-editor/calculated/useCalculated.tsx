/** What the case computes for items of the open page: offered below the empty field, marked where a value differs. */
import { atom } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rowPathOf, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { isEmpty } from '../../../../shared/case/itemValue.ts';
import type { Span } from '../../../../shared/dates/span.ts';
import { agrees, calculationsOf, type Calculation } from '../../../../shared/derived/calculated.ts';
import { caseScope, rowScope } from '../../../../shared/expressions/scope.ts';
import { sameInAll } from '../../../../shared/text/sameInAll.ts';
import { ReasonDialog } from '../../../components/index.ts';
import { openDialog } from '../../../dialogs/index.ts';
import type { EngineServices, Finding, PageSession } from '../../../engine/index.ts';
import type { LiveCase } from '../findings/liveCase.ts';
import { useComputed } from '../marks/useComputed.ts';

/** The mark of a value that differs from the computed one. */
export const CALCULATED_DIFFERS = 'calculated.differs';

/** In the store of a page: changes when something else may be computed. */
export const calculatedRevisionAtom = atom(0);

type ItemActions = NonNullable<EngineServices['itemActions']>;

interface CalculatedInput {
  session: PageSession;
  /** the case with its unsaved edits; null until it is read */
  live: LiveCase | null;
  /** further actions of an item */
  others: ItemActions;
}

export function useCalculated({ session, live, others }: CalculatedInput): {
  itemActions: ItemActions;
  marks: readonly Finding[];
} {
  const { t } = useTranslation(['editor', 'common']);
  // offers are drawn again by themselves: the page around them is not, or each word that is typed would draw it
  useEffect(() => {
    if (!live) return;
    const tell = () => session.store.set(calculatedRevisionAtom, live.revision());
    tell();
    return live.subscribeChanges(tell);
  }, [session, live]);
  const spanWords = useSpanWords();

  const itemActions = useMemo<ItemActions>(
    () => (address, at, readOnly) => {
      const all = others(address, at, readOnly);
      const found = live && computedAt(live, address);
      if (!found || readOnly) return all;
      const { span, calculation } = found;
      if (isEmpty(at.get(address)))
        return span.min !== span.max ? all : [...all, offer(at, address, found, spanWords(span), t)];
      if (agreesAt(at, address, calculation, span)) return all;
      return [
        ...all,
        {
          key: 'calculatedReason',
          label: t('calculated.giveReason'),
          run: () => void askReason(at, address, t('calculated.title', { length: spanWords(span) })),
        },
      ];
    },
    [live, others, spanWords, t],
  );

  const compute = useCallback(() => (live ? differences(live, session) : []), [live, session]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = [session.subscribeEdits(listener), live?.subscribeChanges(listener)];
      return () => leaves.forEach((leave) => leave?.());
    },
    [live, session],
  );
  const different = useComputed(subscribe, compute);
  const marks = useMemo(
    () =>
      different.map(({ address, span, reason }): Finding => {
        const length = spanWords(span);
        const text = reason
          ? t('calculated.explained', { length, reason })
          : t('calculated.differs', { length });
        return {
          ...address,
          ruleId: CALCULATED_DIFFERS,
          severity: reason ? 'info' : 'warning',
          message: sameInAll(text),
        };
      }),
    [different, spanWords, t],
  );
  return { itemActions, marks };
}

interface Computed {
  calculation: Calculation;
  span: Span;
}

function computedAt({ world, reader }: LiveCase, address: ItemAddress): Computed | null {
  const calculation = calculationsOf(world.catalogue).get(address.itemId);
  if (!calculation) return null;
  const { item, group } = calculation;
  const whole = caseScope(world.catalogue, reader);
  const scope = group === null ? whole : rowScope(whole, group, rowPathOf(address, item.groups.length));
  const span = calculation.answer(scope);
  return span && { calculation, span };
}

function offer(
  session: PageSession,
  address: ItemAddress,
  { span, calculation }: Computed,
  length: string,
  t: ReturnType<typeof useTranslation<['editor', 'common']>>['t'],
) {
  const take = () =>
    session.transaction(() => {
      session.setValue(address, String(span.min));
      session.setValue({ ...address, itemId: calculation.unitId }, span.unit);
    });
  return { key: 'calculated', label: t('calculated.offer', { length }), fills: true, run: take };
}

const agreesAt = (session: PageSession, address: ItemAddress, { unitId }: Calculation, span: Span): boolean =>
  agrees(span, session.get(address), session.get({ ...address, itemId: unitId }).value ?? '');

interface Difference {
  address: ItemAddress;
  span: Span;
  reason: string;
}

/** Of the page, or of its open row; the grid of all pairs has no room for them. */
function differences(live: LiveCase, session: PageSession): Difference[] {
  const { items, pages } = live.world.catalogue;
  const { page, rootPath } = session;
  if (pages[page]?.kind === 'rows' && rootPath.length === 0) return [];
  return [...calculationsOf(live.world.catalogue).values()].flatMap(({ item, group, unitId }) => {
    if (items[item.itemId]?.page !== page) return [];
    const rows = group === null ? [[]] : live.reader.rows(group, rootPath);
    return rows.flatMap(([rowNo = 0, rowNo2 = 0, rowNo3 = 0]): Difference[] => {
      const address = { itemId: item.itemId, rowNo, rowNo2, rowNo3 };
      const entered = session.get(address);
      if (isEmpty(entered)) return [];
      const found = computedAt(live, address);
      if (!found) return [];
      const unit = session.get({ ...address, itemId: unitId }).value ?? '';
      if (agrees(found.span, entered, unit)) return [];
      return [{ address, span: found.span, reason: entered.properties?.reason ?? '' }];
    });
  });
}

async function askReason(session: PageSession, address: ItemAddress, title: string): Promise<void> {
  const reason = await openDialog<string | null>(
    (answer) => (
      <ReasonDialog opened title={title} maxLength={200} onConfirm={answer} onCancel={() => answer(null)} />
    ),
    null,
  );
  const { value, properties } = session.get(address);
  if (reason !== null && value !== null) session.setValue(address, value, { ...properties, reason });
}

function useSpanWords(): (span: Span) => string {
  const { t } = useTranslation('editor');
  return useMemo(
    () =>
      ({ min, max, unit }) => {
        const length = t(`calculated.length.${unit}`, { count: max });
        return min === max ? length : t('calculated.range', { min, length });
      },
    [t],
  );
}
