import { useMemo, useState } from 'react';
import { atom, useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from './context.ts';
import type { Finding } from './formState.ts';
import { openFindings } from './openFindings.ts';

/** Half a number or half a code is wrong only because it is half: these are checked when their field is left. */
const CHECKED_WHEN_LEFT = new Set<CatalogueItem['control']>(['number', 'codedTerm']);

interface OpenFindings {
  findings: readonly Finding[];
  /** to be called on input in the field, and when it is left */
  onInput: () => void;
  onBlur: () => void;
}

/** The open findings of an item; rendered again only where they change. */
export function useOpenFindings(item: CatalogueItem, address: ItemAddress, key: string): OpenFindings {
  const { codes, form, session } = useEngine();
  const openAtom = useMemo(() => {
    const all = atom((get) => {
      const view = get(session.view(address));
      const list = item.codeList === null ? null : get(codes.at(item.itemId)).data;
      return openFindings(item, address, view, get(form.findings(key)), list);
    });
    return selectAtom(all, itself, sameFindings);
  }, [codes, form, session, item, address, key]);
  const now = useAtomValue(openAtom);
  const [frozen, setFrozen] = useState<readonly Finding[] | null>(null);
  return {
    findings: frozen ?? now,
    onInput: () => {
      if (frozen === null && CHECKED_WHEN_LEFT.has(item.control)) setFrozen(now);
    },
    onBlur: () => setFrozen(null),
  };
}

const itself = (findings: readonly Finding[]): readonly Finding[] => findings;

const sameFindings = (left: readonly Finding[], right: readonly Finding[]): boolean =>
  left.length === right.length &&
  left.every(
    (finding, at) => finding.ruleId === right[at]?.ruleId && finding.message.en === right[at].message.en,
  );
