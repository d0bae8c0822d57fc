/** The pages of a printed form; the place of a value is lit. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedForm } from '../../../../shared/contract/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { openPages, type PdfPages } from './pdfPages.ts';
import classes from './form.module.css';

type Spot = PrintedForm['values'][number]['spots'][number];

const WIDTH_PX = 680;

interface FormPagesProps {
  file: Blob;
  name: string;
  lit: readonly Spot[];
}

export function FormPages({ file, name, lit }: FormPagesProps) {
  const [pages, setPages] = useState<PdfPages | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isDrawn = true;
    let opened: PdfPages | null = null;
    openPages(file).then((found) => {
      opened = found;
      if (isDrawn) setPages(found);
      else found.close();
    }, setFailure);
    return () => {
      isDrawn = false;
      opened?.close();
    };
  }, [file]);
  const numbers = Array.from({ length: pages?.count ?? 0 }, (_, index) => index + 1);
  return (
    <>
      <FailureNotice error={failure} />
      {pages &&
        numbers.map((number) => (
          <FormPage
            key={number}
            pages={pages}
            number={number}
            name={name}
            lit={lit.filter(({ page }) => page === number)}
          />
        ))}
    </>
  );
}

interface FormPageProps {
  pages: PdfPages;
  number: number;
  name: string;
  lit: readonly Spot[];
}

function FormPage({ pages, number, name, lit }: FormPageProps) {
  const { t } = useTranslation('import');
  const canvas = useRef<HTMLCanvasElement>(null);
  const first = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<number | null>(null);
  useEffect(() => {
    if (canvas.current) void pages.draw(number, canvas.current, WIDTH_PX).then(setScale);
  }, [pages, number]);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, [lit]);
  return (
    <div className={classes.page} data-drawn={scale !== null}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('form.page', { number, count: pages.count, file: name })}
        className={classes.picture}
      />
      {scale !== null &&
        lit.map(({ x, y, width, height }, index) => (
          <div
            key={`${x} ${y}`}
            ref={index === 0 ? first : undefined}
            aria-hidden
            data-lit
            className={classes.lit}
            style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
          />
        ))}
    </div>
  );
}
