/** No I, L, O and U: what people read aloud and type is never ambiguous. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupLength = 4;
/** Five bits a letter. What a person types has sixty bits, few tries and a short life; what a link or a picture carries has 140. */
const groupsOf = { typed: 3, link: 7 };

/** How many random bytes a code takes. */
export const pairingBytes = (kind: keyof typeof groupsOf): number => groupsOf[kind] * groupLength;

/** One letter a byte, in groups that can be read aloud. */
export function pairingCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => alphabet[byte % alphabet.length]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** Where a code can be seen, copied and used. It stands behind the `#`, so that no server on the way learns it. */
export const pairingLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/#pair=${code}`;

const spoken = /^(?:(?:PAIR|配对|绑定)[\s:]+|\S*#PAIR=)?((?:[0-9A-Z]{4}[\s-]?){2,6}[0-9A-Z]{4})$/;

/**
 * The code in a message that is nothing but a code, with or without the word before it or as the link that carried it.
 * Full-width letters, small letters and O for 0 are what phones make of it. A plain word of that length is not a code.
 */
export function pairingCodeIn(text: string): string | undefined {
  if (text.length > 300) return undefined;
  const plain = text.normalize("NFKC").trim().toUpperCase();
  const found = spoken.exec(plain);
  if (found === null) return undefined;
  const letters = (found[1] ?? "").replaceAll(/[\s-]/g, "");
  const groups = letters.match(/.{4}/g) ?? [];
  if (!Object.values(groupsOf).includes(groups.length)) return undefined;
  if (!/\d/.test(letters) && !/[\s-]/.test(plain)) return undefined;
  const code = groups.map((group) => group.replaceAll("O", "0").replaceAll(/[IL]/g, "1")).join("-");
  return /U/.test(code) ? undefined : code;
}
