/** No I, L, O and U: what people read aloud and type is never ambiguous. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 12;

/** Sixty bits, in three groups that a person can type. */
export function pairingCode(random: Uint8Array): string {
  if (random.length < codeLength) throw new Error("a pairing code needs twelve random bytes");
  const letters = Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** Where a code can be seen, copied and used. It stands behind the `#`, so that no server on the way learns it. */
export const pairingLink = (base: string, code: string): string => `${base.replace(/\/$/, "")}/#pair=${code}`;

const spoken = /^(?:(?:PAIR|配对|绑定)[\s:]+|\S*#PAIR=)?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4})$/;

/**
 * The code in a message that is nothing but a code, with or without the word before it or as the link that carried it.
 * Full-width letters, small letters and O for 0 are what phones make of it. A plain word of twelve letters is not a code.
 */
export function pairingCodeIn(text: string): string | undefined {
  if (text.length > 300) return undefined;
  const plain = text.normalize("NFKC").trim().toUpperCase();
  const found = spoken.exec(plain);
  if (found === null) return undefined;
  const groups = found.slice(1, 4);
  if (!/\d/.test(groups.join("")) && !/[\s-]/.test(plain)) return undefined;
  const code = groups.map((group) => group.replaceAll("O", "0").replaceAll(/[IL]/g, "1")).join("-");
  return /U/.test(code) ? undefined : code;
}
