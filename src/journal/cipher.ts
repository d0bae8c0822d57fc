/** AES-GCM with a key that only the server keeps: what lies in the browser can be read by its author's session alone. */
const ALGORITHM = 'AES-GCM';
const NONCE_BYTES = 12;

export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export interface Cipher {
  /** `about` is not hidden, but bound to the text: under another one it does not open. */
  seal(text: string, about: string): Promise<Sealed>;
  /** Rejects where key, text or `about` are others than when it was sealed. */
  open(sealed: Sealed, about: string): Promise<string>;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** @param key 256 bits in base64; they cannot be read out of the cipher again. */
export async function cipherOf(key: string): Promise<Cipher> {
  const raw = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const secret = await crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['encrypt', 'decrypt']);
  const parameters = (nonce: Uint8Array<ArrayBuffer>, about: string) => ({
    name: ALGORITHM,
    iv: nonce,
    additionalData: bytesOf(about),
  });
  return {
    async seal(text, about) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      return { nonce, bytes: await crypto.subtle.encrypt(parameters(nonce, about), secret, bytesOf(text)) };
    },
    async open({ nonce, bytes }, about) {
      return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(nonce, about), secret, bytes));
    },
  };
}
