/** Whether a modal dialog is open: its question is answered before anything behind it. */
export const isModalOpen = (): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
