/** The fields of a form of the administration, drawn by the form engine. */
import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { codesOfForm } from '../../../shared/forms/formCodes.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { PageForm, type EngineServices, type Finding } from '../../engine/index.ts';
import type { OpenForm } from './useForm.ts';

interface FormFieldsProps {
  open: OpenForm;
  readOnly: boolean;
  findings: readonly Finding[];
}

/** Forms have code lists of their own; they look nothing up and hold no files. */
const none = () => Promise.reject(new Error('forms of the administration hold no files'));

export function FormFields({ open: { form, session }, readOnly, findings }: FormFieldsProps) {
  const { language } = useRouteContext();
  const services = useMemo<EngineServices>(
    () => ({
      codes: (itemId) => Promise.resolve(codesOfForm(form, itemId, language)),
      lookUp: () => Promise.resolve(null),
      termOf: () => Promise.resolve(null),
      upload: none,
      download: none,
      showAudit: () => {},
    }),
    [form, language],
  );
  const page = form.catalogue.pages[form.page];
  return (
    <>
      {/* the headings of its sections are below one of their own */}
      {page && <VisuallyHidden component="h2">{wordsIn(page.label, language)}</VisuallyHidden>}
      <PageForm
        session={session}
        catalogue={form.catalogue}
        page={form.page}
        language={language}
        appendix={null}
        services={services}
        readOnly={readOnly}
        findings={findings}
      />
    </>
  );
}
