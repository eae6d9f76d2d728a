type Facts = Readonly<Record<string, unknown>>;

/** A record for a person at a terminal: time, level, sentence, then the fields, all on one line. */
export function prettyLine(record: Facts): string {
  const { level, time, msg, ...fields } = record;
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  return [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), String(msg), ...pairs].join(" ");
}

function shown(value: unknown): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return isFailure(value) ? failure(value) : JSON.stringify(value);
}

const isFailure = (value: unknown): value is Facts => typeof value === "object" && value !== null && "stack" in value && "type" in value;

function failure(facts: Facts): string {
  const frames = Array.isArray(facts["stack"]) ? facts["stack"].slice(0, 3).map(String) : [];
  const head = `${String(facts["type"])}: ${String(facts["message"])}`;
  const cause = isFailure(facts["cause"]) ? ` <- ${failure(facts["cause"])}` : "";
  return `${JSON.stringify([head, ...frames].join(" "))}${cause}`;
}
