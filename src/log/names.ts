/**
 * What a field's name says about its value.
 * `secret`: never shown. `perhaps`: numbers may stay (`first_token_ms`), words may not. `text`: a person's words.
 * `person`: a person's id at a vendor. `url`: may carry a token in its path.
 */
export type FieldKind = "secret" | "perhaps" | "text" | "person" | "url" | "plain";

const secretEnding =
  /(?:token|secret|password|passwd|passphrase|authorization|cookie|credentials?|bearer|jwt|signature|rawheaders|(?:api|secret|private|access|signing|encryption|aes)key)$/;
const secretInside = /token|secret|passw|authorization|cookie|apikey|credential/;

const textWords = new Set(
  (
    "text texts prompt prompts content contents body message messages reply replies payload raw args arguments params parameters " +
    "input output completion delta chunk transcript caption quote quoted utterance summary digest title note preview persona memory memories nickname"
  ).split(" "),
);
const textNames = new Set(["displayname", "sendername"]);

const personNames = new Set(
  "peer peerid subject subjectid wxid openid unionid userid externaluserid phone phonenumber email waid msisdn scope".split(
    " ",
  ),
);

const urlWords = new Set(
  "url uri href path route location endpoint referer referrer target link".split(" "),
);

export function fieldKind(name: string): FieldKind {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words.join("");
  const last = words.at(-1) ?? "";
  if (secretEnding.test(joined)) return "secret";
  if (secretInside.test(joined)) return "perhaps";
  if (textWords.has(last) || textNames.has(joined)) return "text";
  if (personNames.has(joined)) return "person";
  return urlWords.has(last) ? "url" : "plain";
}
