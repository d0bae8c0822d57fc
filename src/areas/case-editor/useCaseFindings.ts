/** The findings of the open case: whose rules, which of them are shown, and the keys that walk through them. */
import { useQuery } from '@tanstack/react-query';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { showInfo } from '../../components/index.ts';
import { focusedAddress } from '../../engine/index.ts';
import { usePlace } from '../../frame/place.ts';
import { useKeys } from '../../keys/index.ts';
import { findingsQuery, receiversQuery, type CaseFinding } from './case.queries.ts';
import { itemPath, useCasePlace } from './casePlace.ts';
import {
  findingAfter,
  findingKey,
  findingsByPage,
  type PageFindings,
  type Severity,
} from './findingsOrder.ts';

const NO_PAGES: readonly PageFindings[] = [];
const NONE: readonly CaseFinding[] = [];

export function useCaseFindings(catalogue: Catalogue, shown: readonly CataloguePage[]) {
  const { t } = useTranslation('findings');
  const { caseKey, to } = useCasePlace();
  const { appendix } = usePlace();
  const navigate = useNavigate();
  const [open, setOpen] = useLocalStorage({
    key: 'casewright.findings',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [chosen, setReceiver] = useState(appendix);
  const [severity, setSeverity] = useState<Severity | null>(null);
  const [visited, setVisited] = useState<string | null>(null);
  const receivers = useQuery({ ...receiversQuery(caseKey), enabled: open }).data?.listInfo;
  const regions = receivers?.map(({ region }) => region) ?? [];
  const receiver = regions.includes(chosen) ? chosen : (regions[0] ?? null);
  const query = useQuery({ ...findingsQuery(caseKey, receiver ?? ''), enabled: open && receiver !== null });
  const all = query.data?.findings ?? NONE;
  const byPage = useMemo(() => {
    const some = severity ? all.filter((finding) => finding.severity === severity) : all;
    return findingsByPage(catalogue, shown, some);
  }, [catalogue, shown, all, severity]);

  /** a step asked for before the findings are there */
  const waiting = useRef<1 | -1 | null>(null);
  const step = (by: 1 | -1) => {
    waiting.current = null;
    const listed = byPage.flatMap(({ findings }) => findings);
    const next = findingAfter(catalogue, shown, listed, { visited, at: focusedAddress() }, by);
    const path = next && itemPath(catalogue, caseKey, next);
    if (!next || !path) return showInfo(t('none'));
    setVisited(findingKey(next));
    void navigate(to(path));
  };
  const walk = (by: 1 | -1) => () => {
    if (open && query.isSuccess) return step(by);
    waiting.current = by;
    setOpen(true);
  };
  useKeys({ nextFinding: walk(1), previousFinding: walk(-1) });
  useEffect(() => {
    if (query.isSuccess && waiting.current !== null) step(waiting.current);
  });

  return {
    open,
    setOpen,
    receivers,
    /** whose findings are shown; null while none are */
    receiver: open ? receiver : null,
    setReceiver,
    severity,
    setSeverity,
    visited,
    setVisited,
    all,
    byPage: open ? byPage : NO_PAGES,
    loading: query.isPending,
  };
}

export type CaseFindings = ReturnType<typeof useCaseFindings>;
