import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import { actingNames } from "./acting-account.ts";
import type { RawAsk, Route } from "./route.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * A field that no route reads is a mistake that would go unnoticed: a misspelt filter shows
 * everything, a misspelt name creates a nameless account. It is refused by name. Vendors may add
 * fields to their callbacks.
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

interface FieldPlace {
  readonly location: "query" | "body";
  readonly schema: z.ZodType;
  /** Fields that the pipeline itself reads. */
  readonly more: readonly string[];
}

function assertKnown({ location, schema, more }: FieldPlace, fields: Fields): void {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !more.includes(name)));
  const found = findUnknown(schema, own);
  if (found === undefined) return;
  throw new Refusal("invalid_request", {
    location,
    field: found.path.join(".").slice(0, 100),
    problem: "unknown field",
    allowed: [...new Set(found.known)].slice(0, 100),
  });
}

interface UnknownField {
  readonly path: readonly string[];
  /** The names that would be accepted there. */
  readonly known: readonly string[];
}

/**
 * The first field that the schema does not name, at any depth. A schema that accepts any field
 * names all of them.
 */
function findUnknown(schema: z.core.$ZodType, value: unknown): UnknownField | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (schema instanceof z.ZodObject) return findUnknownInObject(schema, value as Fields);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? findFirstUnknown(value, () => schema.element) : undefined;
  if (schema instanceof z.ZodTuple)
    return Array.isArray(value)
      ? findFirstUnknown(value, (nth) => schema.def.items[Number(nth)])
      : undefined;
  if (schema instanceof z.ZodRecord) return findFirstUnknown(value, () => schema.valueType);
  if (schema instanceof z.ZodUnion) return findUnknownInUnion(schema.options, value);
  if (schema instanceof z.ZodPipe) return findUnknown(schema.in, value);
  if (schema instanceof z.ZodLazy) return findUnknown(schema.unwrap(), value);
  const inner =
    "def" in schema
      ? (schema.def as { readonly innerType?: z.core.$ZodType }).innerType
      : undefined;
  return inner === undefined ? undefined : findUnknown(inner, value);
}

function findUnknownInObject(schema: z.ZodObject, fields: Fields): UnknownField | undefined {
  const known = Object.keys(schema.shape);
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  const extra = isOpen ? undefined : Object.keys(fields).find((name) => !known.includes(name));
  return extra === undefined
    ? findFirstUnknown(fields, (name) => schema.shape[name])
    : { path: [extra], known };
}

/** Of several schemas the matching one counts; if none matches, the schema check reports that. */
function findUnknownInUnion(
  options: readonly z.core.$ZodType[],
  value: unknown,
): UnknownField | undefined {
  const fitting = options.filter((option) => z.safeParse(option, value).success);
  const found = (fitting.length === 0 ? options : fitting).map((option) =>
    findUnknown(option, value),
  );
  return found.includes(undefined) ? undefined : found[0];
}

function findFirstUnknown(
  values: object,
  schemaOf: (key: string) => z.core.$ZodType | undefined,
): UnknownField | undefined {
  for (const [name, value] of Object.entries(values)) {
    const schema = schemaOf(name);
    const found = schema === undefined ? undefined : findUnknown(schema, value);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
