type Facts = Readonly<Record<string, unknown>>;

/** The most common level is not printed. */
const words: Readonly<Record<string, string>> = {
  debug: "debug: ",
  info: "",
  warn: "warning: ",
  error: "error: ",
};
const mostEntries = 3;
const longestValue = 160;

/**
 * A record for a person at a terminal: time, sentence, then the fields, short and on one line. It
 * is made from a cleaned record, so what is redacted there is redacted here.
 */
export function prettyLine(record: Facts): string {
  const { level, time, msg, ...fields } = record;
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${showValue(value, level === "error")}`,
  );
  const sentence = `${words[String(level)] ?? ""}${String(msg)}`;
  return [
    String(time).slice(11, 19),
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    ...pairs,
  ].join(" ");
}

function showValue(value: unknown, withFrames: boolean): string {
  if (isFailure(value)) return failure(value, withFrames);
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value) && value.length > mostEntries) {
    const first = value.slice(0, mostEntries).map((entry) => showValue(entry, false));
    return `[${first.join(",")} and ${value.length - mostEntries} more]`;
  }
  return shorten(JSON.stringify(value));
}

const shorten = (text: string): string =>
  text.length <= longestValue ? text : `${text.slice(0, longestValue).toWellFormed()}…`;

const isFailure = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && "stack" in value && "type" in value;

/** Stack frames matter for an error, and not for a warning that is retried. */
function failure(facts: Facts, withFrames: boolean): string {
  const frames =
    withFrames && Array.isArray(facts["stack"]) ? facts["stack"].slice(0, 3).map(String) : [];
  const head = `${String(facts["type"])}: ${String(facts["message"])}`;
  const cause = isFailure(facts["cause"]) ? ` <- ${failure(facts["cause"], withFrames)}` : "";
  return `${JSON.stringify([head, ...frames].join(" "))}${cause}`;
}
