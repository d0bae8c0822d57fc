/** A password that has expired is answered with the page that replaces it. */
import { useNavigate } from 'react-router-dom';
import { refusalDetail } from './refusalDetail.ts';

/** State of the address where the password has expired. */
export const EXPIRED_PASSWORD = 'expired';

/** A function that goes to that page, where this is why a call failed. */
export function useExpiredPassword(): (failure: unknown) => void {
  const navigate = useNavigate();
  return (failure) => {
    const path = refusalDetail(failure, 'PASSWORD_EXPIRED', 'path');
    if (path !== null) void navigate(path, { state: EXPIRED_PASSWORD });
  };
}
