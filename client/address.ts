type Values = Readonly<Record<string, unknown>>;

/**
 * The path of a call with its parameters and its query. Every parameter is made safe: an id can't lead
 * to another path.
 */
export function addressOf(
  path: string,
  { params = {}, query = {} }: { params?: Values | undefined; query?: Values | undefined },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
  );
  return asked.length === 0 ? filled : `${filled}?${search.toString()}`;
}
