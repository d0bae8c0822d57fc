/** What pages need after the login. */
export const words = import.meta.glob<Record<string, unknown>>('./*.json', {
  eager: true,
  import: 'default',
});
