/** A name for one message, made before it is sent. `crypto.randomUUID` would be missing on a plain http address in a home network. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
