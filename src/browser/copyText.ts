/**
 * Copies a text to the clipboard, in the handler of a click or a key; false where the browser does not allow it. Browsers
 * have `navigator.clipboard` over https and on localhost only; the command is there everywhere.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copiedByCommand(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copiedByCommand(text: string): boolean {
  let isCopied = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  // ahead of the page's own handlers, which copy what is selected
  window.addEventListener('copy', put, true);
  document.execCommand('copy');
  window.removeEventListener('copy', put, true);
  return isCopied;
}
