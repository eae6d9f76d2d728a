import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { toShapeRefusal } from "./shape-refusal.ts";

const item = z.object({
  operation: z.enum(["create", "delete"]),
  at: z.union([z.string(), z.number()]).optional(),
});
const act = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("say"), text: z.string() }),
  z.object({ kind: z.literal("move"), to: z.object({ place: z.literal(["inn", "road"]) }) }),
]);
const signIn = z.object({ code: z.string() }).or(z.object({ token: z.string() }));
const marked = z
  .string()
  .refine(() => false, { message: "not an id", params: { refusal: "invalid_id" } });

test.each<[string, z.ZodType, unknown, Readonly<Record<string, unknown>>]>([
  [
    "a value out of a list",
    item,
    { operation: "paint" },
    { field: "operation", allowed: ["create", "delete"] },
  ],
  [
    "a missing one",
    item,
    {},
    {
      field: "operation",
      problem: "expected one of create, delete",
      allowed: ["create", "delete"],
    },
  ],
  [
    "one in a list",
    z.object({ items: z.array(item) }),
    { items: [{}] },
    { field: "items.0.operation", allowed: ["create", "delete"] },
  ],
  ["a missing kind of several shapes", act, {}, { field: "kind", allowed: ["say", "move"] }],
  [
    "an unknown kind",
    z.object({ act }),
    { act: { kind: "sing" } },
    { field: "act.kind", allowed: ["say", "move"] },
  ],
  [
    "a field of a known kind",
    act,
    { kind: "move", to: { place: "sea" } },
    { field: "to.place", allowed: ["inn", "road"] },
  ],
  [
    "lists one beside the other",
    z.object({ n: z.literal(1).or(z.enum(["all"])) }),
    { n: 2 },
    { field: "n", allowed: [1, "all"] },
  ],
  [
    "the shape that came furthest",
    signIn.or(z.object({ by: z.object({ name: z.string() }) })),
    { by: {} },
    { field: "by.name" },
  ],
])("the refusal of %s names its place and the allowed values", (...[, schema, value, fact]) => {
  const { error } = schema.safeParse(value);
  expect(toShapeRefusal(error ?? { issues: [] })).toMatchObject({ code: "invalid_request", fact });
});

test("a refusal gives no list of values where none would be right", () => {
  const fact = (schema: z.ZodType, value: unknown): unknown =>
    toShapeRefusal(schema.safeParse(value).error ?? { issues: [] }).fact;
  expect(fact(item, { operation: "create", at: true })).toEqual({
    field: "at",
    problem: "expected string or expected number",
  });
  expect(fact(signIn, {})).toEqual({
    field: "",
    problem: "code: expected string or token: expected string",
  });
  expect(fact(z.object({ text: z.string().max(3) }), { text: "long" })).toEqual({
    field: "text",
    problem: "too_big",
  });
});

test("a schema's own refusal code is kept", () => {
  const { error } = z.object({ id: marked }).safeParse({ id: "x" });
  expect(toShapeRefusal(error ?? { issues: [] })).toMatchObject({
    code: "invalid_id",
    fact: { field: "id", problem: "not an id" },
  });
});
