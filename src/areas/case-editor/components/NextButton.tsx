/** To the next page of the wizard. */
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useCaseRoute, enterPage } from '../caseRoute.ts';
import { nextPage } from '../shownPages.ts';

export interface NextButtonProps {
  shown: readonly CataloguePage[];
  page: string;
  /** given where something is to be saved first: called instead, with what to do afterwards */
  saveThen?: (afterSave: () => void) => void;
}

export function NextButton({ shown, page, saveThen }: NextButtonProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const { toPage } = useCaseRoute();
  const navigate = useNavigate();
  const next = nextPage(shown, page);
  if (!next) return null;
  const go = () => void navigate(toPage(next.page), enterPage);
  const label = wordsIn(next.label, language);
  return (
    <Button
      variant="light"
      rightSection={<IconArrowRight size={15} aria-hidden />}
      onClick={() => (saveThen ? saveThen(go) : go())}
    >
      {t(saveThen ? 'saveAndNext' : 'next', { page: label })}
    </Button>
  );
}
