/** What a template wrote on the open page: its sentences with their items, and which of them the case has outrun. */
import { Button, Group } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt, rowPathOf, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { RENEWED } from '../../../../shared/narratives/renewNarrative.ts';
import {
  SENTENCES,
  sentencesText,
  WRITTEN_PARTS,
  type WrittenPart,
} from '../../../../shared/narratives/storedSentences.ts';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { Sentences, type ShownSentence } from '../../../catalogue/narratives/Sentences.tsx';
import { inputIdOf, notationIdOf, type PageSession } from '../../../engine/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { useCaseRoute } from '../caseRoute.ts';
import type { LiveCase } from '../findings/liveCase.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import classes from './NarrativePanel.module.css';
import { useNarrative, type ComparedNarrative } from './useNarrative.ts';
import { writtenItemsOf } from './writtenItems.ts';

interface NarrativePanelProps {
  catalogue: Catalogue;
  session: PageSession;
  edits: CaseEdits;
  /** the case with its unsaved edits; null until it was read */
  live: LiveCase | null;
}

export function NarrativePanels(props: NarrativePanelProps) {
  const { catalogue, session } = props;
  const itemIds = useMemo(() => writtenItemsOf(catalogue, session.page), [catalogue, session.page]);
  return itemIds.flatMap((itemId) =>
    WRITTEN_PARTS.map((part) => (
      <NarrativePanel key={`${itemId}/${part}`} {...props} itemId={itemId} part={part} />
    )),
  );
}

function NarrativePanel({ itemId, ...props }: NarrativePanelProps & { itemId: string; part: WrittenPart }) {
  const { session, edits } = props;
  const { caseKey } = useCaseRoute();
  const address = useMemo(() => addressAt(itemId, []), [itemId]);
  const narrative = useNarrative({ caseKey, session, address, edits, part: props.part });
  return narrative && <WrittenText {...props} address={address} narrative={narrative} />;
}

interface WrittenTextProps extends NarrativePanelProps {
  address: ItemAddress;
  part: WrittenPart;
  narrative: ComparedNarrative;
}

function WrittenText({ catalogue, session, live, address, part, narrative }: WrittenTextProps) {
  const { t } = useTranslation('narrative');
  const { language } = useRouteContext();
  const { pathOf, to } = useCaseRoute();
  const headingId = useId();
  const [isOpen, setOpen] = useState(false);
  const { written, now, failure } = narrative;
  const compared = now?.compared ?? [];
  const renewable = compared.filter(({ state }) => RENEWED.has(state)).length;
  const edited = compared.filter(({ state }) => state === 'edited' || state === 'editedChanged').length;
  const rowOf = useMemo(
    () => rowName(catalogue, live?.checked()?.rows.values() ?? [], language),
    [catalogue, live, language],
  );
  const renew = () => {
    if (!now) return;
    const current = session.get(address);
    const { text, sentences } = now.renew(current[part] ?? '');
    const stored = sentencesText({ ...written, sentences });
    // one item alone would be joined with the step that typed it
    session.closeStep();
    session.transaction(() =>
      session.copy(address, {
        ...current,
        [part]: text,
        properties: { ...current.properties, ...(stored !== undefined && { [SENTENCES[part]]: stored }) },
      }),
    );
    session.closeStep();
    const item = catalogue.items[address.itemId];
    // the button is gone now; one undo in the field takes the renewal back
    const fieldId = item && (part === 'value' ? inputIdOf(item, address) : notationIdOf(item, address));
    if (fieldId) document.getElementById(fieldId)?.focus();
  };
  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <Group gap="xs" justify="space-between">
        <h2 id={headingId}>{t(`titles.${part}`, { name: now?.name ?? '', version: written.version })}</h2>
        <Group gap="xs">
          {renewable > 0 && !session.readOnly && (
            <Button size="compact-sm" onClick={renew}>
              {t('renew', { count: renewable })}
            </Button>
          )}
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('hide') : t('show')}
          </Button>
        </Group>
      </Group>
      <div role="status" className={classes.status}>
        <p>{statusOf()}</p>
        {edited > 0 && <p>{t('edited', { count: edited })}</p>}
        {now && now.newest > written.version && <p>{t('newest', { newest: now.newest })}</p>}
      </div>
      {isOpen && now && (
        <Sentences
          label={t(`labels.${part}`)}
          sentences={compared.map(shownSentence)}
          catalogue={catalogue}
          language={language}
          rowOf={rowOf}
          valueAt={(one) =>
            live?.reader.item(one.itemId, rowPathOf(one, catalogue.items[one.itemId]?.groups.length ?? 0))
          }
          linkTo={(one) => {
            const path = pathOf(catalogue, one);
            return path === null ? null : to(path);
          }}
        />
      )}
    </section>
  );

  function statusOf(): string {
    if (failure && !now) return t('failed', { why: failureText(failure) });
    if (!now) return t('checking');
    return renewable > 0 ? t('counts.renewable', { count: renewable }) : t('counts.same');
  }
}

function shownSentence({
  state,
  written,
  now,
}: NonNullable<ComparedNarrative['now']>['compared'][number]): ShownSentence {
  const shown = written ?? now;
  const isOther = state === 'changed' || (state === 'editedChanged' && now !== null);
  return {
    key: shown?.key ?? '',
    text: shown?.text ?? '',
    state,
    reads: (now ?? written)?.reads ?? [],
    ...(isOther && now && { now: now.text }),
  };
}
