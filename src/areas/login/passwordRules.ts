/** Specification section 5: at least eight characters with a digit and a letter; the confirmation equals it. */
export const MIN_PASSWORD_LENGTH = 8;

export function passwordProblem(password: string, confirmation: string): 'weak' | 'differs' | null {
  const strong = password.length >= MIN_PASSWORD_LENGTH && /\d/.test(password) && /\p{L}/u.test(password);
  if (!strong) return 'weak';
  return password === confirmation ? null : 'differs';
}
