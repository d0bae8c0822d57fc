/** What a password must be (specification section 5), the same at both ends. */

/** in characters as people count them; the longest only keeps a flood out */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

export type PasswordFault = 'weak' | 'tooLong' | 'isUserId' | 'unchanged';

/** What is wrong with a new password; null when it may be used. `current`: the one it takes the place of, where known. */
export function passwordFault(
  password: string,
  { userId, current }: { userId?: string | undefined; current?: string | undefined } = {},
): PasswordFault | null {
  const length = [...password].length;
  if (length > PASSWORD_LENGTH.max) return 'tooLong';
  if (length < PASSWORD_LENGTH.min || !/\d/.test(password) || !/\p{L}/u.test(password)) return 'weak';
  if (userId !== undefined && password.toLowerCase() === userId.trim().toLowerCase()) return 'isUserId';
  return password === current ? 'unchanged' : null;
}
