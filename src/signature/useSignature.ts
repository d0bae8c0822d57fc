import { useCallback, useRef, useState } from 'react';
import type { SignatureFieldsProps } from './SignatureFields.tsx';

export interface SignatureBeingGiven {
  given: { meaning: string; password: string };
  fields: SignatureFieldsProps;
  /** Is it complete? Where it is not, its fields say what is missing. */
  isGiven: () => boolean;
  /** The password is to be typed once more. */
  clear: () => void;
  focus: () => void;
}

/** A signature while it is given. */
export function useSignature(usualMeaning: string): SignatureBeingGiven {
  const [meaning, setMeaning] = useState(usualMeaning);
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const focus = useCallback(() => passwordRef.current?.focus(), []);
  return {
    given: { meaning, password },
    fields: {
      meaning,
      password,
      passwordRef,
      missing: submitted && password === '',
      onMeaning: setMeaning,
      onPassword: setPassword,
    },
    isGiven: () => {
      const given = password !== '';
      setSubmitted(!given);
      if (!given) focus();
      return given;
    },
    clear: () => {
      setPassword('');
      setSubmitted(false);
    },
    focus,
  };
}
