const address = /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z0-9-]{2,63}$/;

/** One address as it stands, or undefined. Names and several addresses are not one. */
export function parseEmail(text: string): string | undefined {
  const plain = text.trim();
  return plain.length <= 254 && /^[\x21-\x7e]+$/.test(plain) && address.test(plain)
    ? plain
    : undefined;
}
