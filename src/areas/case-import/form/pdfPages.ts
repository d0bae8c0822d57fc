/** The pages of a PDF as pictures. The library is loaded when the first PDF is shown. */

export interface PdfPages {
  count: number;
  /** Draws a page at a width in CSS pixels; answers how many of them a point of the page has. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<number>;
  close: () => void;
}

export async function openPages(file: Blob): Promise<PdfPages> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), {
    // draws glyphs itself: the page allows no fonts from elsewhere
    disableFontFace: true,
  });
  return {
    count: document.numPages,
    draw: async (number, canvas, width) => {
      const page = await document.getPage(number);
      const scale = width / page.getViewport({ scale: 1 }).width;
      const ratio = window.devicePixelRatio;
      const viewport = page.getViewport({ scale: scale * ratio });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
      return scale;
    },
    close: () => void document.loadingTask.destroy(),
  };
}
