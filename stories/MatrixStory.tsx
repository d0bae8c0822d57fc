import { useMemo } from 'react';
import { createPageSession, MatrixForm, type Finding, type PageSession } from '../src/engine/index.ts';
import type { Language } from '../src/i18n/index.ts';
import { catalogueOf } from './catalogue.ts';
import { fakeServices } from './fakes.ts';
import { matrixContent, MATRIX_GROUP } from './matrixContent.ts';

export interface MatrixStoryProps {
  drugs: number;
  reactions: number;
  appendix: string;
  language: Language;
  readOnly?: boolean;
  findings?: readonly Finding[];
  prepare?: (session: PageSession) => void;
}

/** The matrix of drugs and reactions as the case editor shows it. */
export function MatrixStory(props: MatrixStoryProps) {
  const { drugs, reactions, appendix, language, readOnly = false, findings, prepare } = props;
  const catalogue = catalogueOf(appendix);
  const session = useMemo(() => {
    const page = catalogue.groups[MATRIX_GROUP]?.page ?? '';
    const made = createPageSession({
      ...matrixContent(drugs, reactions),
      catalogue,
      page,
      rowNo: 0,
      matrix: MATRIX_GROUP,
      readOnly,
    });
    prepare?.(made);
    return made;
  }, [catalogue, drugs, reactions, prepare, readOnly]);
  const services = useMemo(() => fakeServices(language), [language]);
  return (
    <MatrixForm
      session={session}
      catalogue={catalogue}
      page={session.page}
      group={MATRIX_GROUP}
      language={language}
      appendix={appendix}
      services={services}
      readOnly={readOnly}
      findings={findings}
    />
  );
}
