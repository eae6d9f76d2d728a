import type { Route } from "./route.ts";

type Named = Pick<Route, "method" | "path">;

/** Addresses beside the API's own have a word that says so: some are called alike. */
function segmentsOf({ path }: Named): string[] {
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  return first === "api" ? rest : ["root", first, ...rest];
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const camelCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map(capitalise)
    .join("");

/**
 * The name of an operation, which programs are written against. It is made of method and path, so it
 * changes only when they do: `GET /api/reminders/{id}` is `getRemindersById`.
 */
export const operationIdOf = (route: Named): string =>
  route.method +
  segmentsOf(route)
    .map((part) => (part.startsWith("{") ? `By${camelCase(part)}` : camelCase(part)))
    .join("");

/** The resource that an operation is about. */
export const tagOf = ({ path }: Named): string =>
  path.split("/").find((part) => part !== "" && part !== "api") ?? "root";
