/**
 * A URL for each server that a database URL names. `postgres://u@a:5432,b/db` names two, as
 * PostgreSQL's own clients read it.
 */
export function urlOfEachServer(url: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => before + host + after) : [url];
}

/** Which server is wanted, where a URL says so. Only the one that takes writes is of use. */
const wantedServers = [null, "read-write", "primary"];

export function isDatabaseUrl(url: string): boolean {
  return (
    /^postgres(ql)?:\/\//.test(url) &&
    urlOfEachServer(url).every(
      (each) =>
        URL.canParse(each) &&
        wantedServers.includes(new URL(each).searchParams.get("target_session_attrs")),
    )
  );
}
