/** Password rules (specification section 5), shared by browser and server. */

/** in characters as users count them; the maximum only limits the input size */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

export type PasswordFault = 'weak' | 'tooLong' | 'isUserId' | 'unchanged';

/** The violated rule of a new password; null if it is valid. `current`: the replaced password, if known. */
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
