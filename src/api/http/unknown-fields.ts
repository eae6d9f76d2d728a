import { z } from "@hono/zod-openapi";
import { actingNames } from "./acting-account.ts";
import { refuse } from "./failure.ts";
import type { RawAsk, Route } from "./route.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A field that no route reads is a mistake that nobody would notice: a misspelt filter shows everything, a misspelt name makes a
 * nameless account. It is refused by its name. Vendors add fields to their callbacks as they like, and may.
 */
export function assertKnownFields(
  route: Route,
  { query, json }: Pick<RawAsk, "query" | "json">,
): void {
  if (route.auth === "webhook") return;
  const named = route.auth === "account" ? actingNames : [];
  const { query: queries, body } = route.docs;
  assertKnown({ location: "query", schema: queries ?? nothing, more: named }, query);
  if (route.body !== "raw")
    assertKnown(
      { location: "body", schema: body ?? nothing, more: [...named, ...proofOf(route)] },
      json,
    );
}

const nothing = z.object({});
const proofOf = ({ proof }: Route): readonly string[] => (proof === undefined ? [] : ["proof"]);

interface Place {
  readonly location: "query" | "body";
  readonly schema: z.ZodType;
  /** What the pipeline itself reads. */
  readonly more: readonly string[];
}

function assertKnown({ location, schema, more }: Place, fields: Fields): void {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !more.includes(name)));
  const found = unknownIn(schema, own);
  if (found === undefined) return;
  throw refuse("invalid_request", {
    location,
    field: found.path.join(".").slice(0, 100),
    problem: "unknown field",
    allowed: [...new Set(found.known)].slice(0, 100),
  });
}

interface Unknown {
  readonly path: readonly string[];
  /** The names that would be read there. */
  readonly known: readonly string[];
}

/** The first field that the schema does not name, however deep. A schema that takes any field names all of them. */
function unknownIn(schema: z.core.$ZodType, value: unknown): Unknown | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (schema instanceof z.ZodObject) return unknownOfObject(schema, value as Fields);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? firstOf(value, () => schema.element) : undefined;
  if (schema instanceof z.ZodTuple)
    return Array.isArray(value)
      ? firstOf(value, (nth) => schema.def.items[Number(nth)])
      : undefined;
  if (schema instanceof z.ZodRecord) return firstOf(value, () => schema.valueType);
  if (schema instanceof z.ZodUnion) return unknownOfUnion(schema.options, value);
  if (schema instanceof z.ZodPipe) return unknownIn(schema.in, value);
  if (schema instanceof z.ZodLazy) return unknownIn(schema.unwrap(), value);
  const inner =
    "def" in schema
      ? (schema.def as { readonly innerType?: z.core.$ZodType }).innerType
      : undefined;
  return inner === undefined ? undefined : unknownIn(inner, value);
}

function unknownOfObject(schema: z.ZodObject, fields: Fields): Unknown | undefined {
  const known = Object.keys(schema.shape);
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  const extra = isOpen ? undefined : Object.keys(fields).find((name) => !known.includes(name));
  return extra === undefined
    ? firstOf(fields, (name) => schema.shape[name])
    : { path: [extra], known };
}

/** Of several shapes the one that fits is meant; where none does, that is told when the shape is checked. */
function unknownOfUnion(options: readonly z.core.$ZodType[], value: unknown): Unknown | undefined {
  const fitting = options.filter((option) => z.safeParse(option, value).success);
  const found = (fitting.length === 0 ? options : fitting).map((option) =>
    unknownIn(option, value),
  );
  return found.includes(undefined) ? undefined : found[0];
}

function firstOf(
  values: object,
  schemaOf: (key: string) => z.core.$ZodType | undefined,
): Unknown | undefined {
  for (const [name, value] of Object.entries(values)) {
    const schema = schemaOf(name);
    const found = schema === undefined ? undefined : unknownIn(schema, value);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
