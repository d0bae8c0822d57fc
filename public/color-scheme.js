// Sets the colours before the first paint; a file of its own, since the content security policy allows no inline script.
(() => {
  const kept = localStorage.getItem('casewright.colorScheme');
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
