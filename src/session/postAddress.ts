/** Leaves for an address by a form post, which keeps its query out of the history and of logs on the way. */
export function postAddress(address: string): void {
  const { origin, pathname, searchParams } = new URL(address);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = origin + pathname;
  for (const [name, value] of searchParams) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
