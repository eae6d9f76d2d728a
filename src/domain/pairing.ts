/** Without I, L, O and U, a code that is read aloud or typed is never ambiguous. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupLength = 4;
/**
 * Five bits per letter. A typed code has 60 bits, few attempts and a short life; a link or a QR
 * code has 140 bits.
 */
const groupsOf = { typed: 3, link: 7 };

/** How many random bytes a code needs. */
export const pairingBytes = (kind: keyof typeof groupsOf): number => groupsOf[kind] * groupLength;

/** Formats random bytes as a code: one letter per byte, in groups that can be read aloud. */
export function formatPairingCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => alphabet[byte % alphabet.length]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/**
 * The page that shows and uses a pairing code. The code is in the fragment, so no server on the way
 * sees it.
 */
export const pairingLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/#pair=${code}`;

const spoken = /^(?:(?:PAIR|配对|绑定)[\s:]+|\S*#PAIR=)?((?:[0-9A-Z]{4}[\s-]?){2,6}[0-9A-Z]{4})$/;

/**
 * Finds the code in a message that holds nothing but a code, with or without a word before it, or
 * as the link that carried it. Full-width letters, small letters and O for 0 are accepted because
 * phones produce them. A plain word of the same length is not a code.
 */
export function findPairingCode(text: string): string | undefined {
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
