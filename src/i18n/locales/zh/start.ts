/** What the login page needs, and every page. */
export const words = import.meta.glob<Record<string, unknown>>('./start/*.json', {
  eager: true,
  import: 'default',
});
