type Node = Readonly<Record<string, unknown>>;

const header = `// Generated from /openapi.json: MEANWHILE_CLIENT=write npm test -- test/api/description.test.ts
// The shapes of the API, and its operations by method and path.
`;

/** The types of a client, from the API's description. Vendors' callbacks are left out. */
export function writeClientTypes(document: Node): string {
  const schemas = node(node(document["components"])["schemas"]);
  const shapes = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(node(schema), 0)};\n`,
  );
  const operations = Object.entries(node(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(node(methods))
      .filter(([, of]) => !String(node(of)["x-who"]).startsWith("The vendor"))
      .map(([method, of]) => operation(`${method.toUpperCase()} ${path}`, node(of))),
  );
  const bodies = Object.entries(node(document["webhooks"])).map(
    ([type, methods]) => `  ${JSON.stringify(type)}: ${bodyOf(node(node(methods)["post"]))};\n`,
  );
  return `${header}
${shapes.join("\n")}
/** What is taken and answered. \`never\`: nothing is taken. */
export interface Operations {
${operations.join("")}}

/** What webhooks are sent, by its type. */
export interface WebhookBodies {
${bodies.join("")}}
`;
}

function operation(name: string, of: Node): string {
  const parameters = list(of["parameters"]).map(node);
  const inPlace = (place: string): string => {
    const fields = parameters.filter((each) => each["in"] === place);
    if (fields.length === 0) return "never";
    return objectOf(
      fields.map((each) => ({
        name: String(each["name"]),
        // A query is text: numbers and booleans are written as such.
        type: typeOf(node(each["schema"]), 2),
        isRequired: each["required"] === true,
      })),
      2,
    );
  };
  return `  /** ${String(of["summary"]).replaceAll("*/", "")} */
  ${JSON.stringify(name)}: {
    params: ${inPlace("path")};
    query: ${inPlace("query")};
    body: ${bodyOf(of)};
    answer: ${answerOf(of)};
  };
`;
}

function bodyOf(of: Node): string {
  const schema = jsonIn(node(of["requestBody"]));
  return schema === undefined ? "never" : typeOf(schema, 2);
}

/** Of every good answer. One without a shape is not JSON. */
function answerOf(of: Node): string {
  const good = Object.entries(node(of["responses"])).filter(([status]) => status.startsWith("2"));
  const types = good.map(([, answer]) => {
    const schema = jsonIn(node(answer));
    return schema === undefined ? "undefined" : typeOf(schema, 2);
  });
  return [...new Set(types)].join(" | ") || "undefined";
}

function jsonIn(part: Node): Node | undefined {
  const schema = node(node(part["content"])["application/json"])["schema"];
  return schema === undefined ? undefined : node(schema);
}

function typeOf(schema: Node, depth: number): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") return reference.split("/").at(-1) ?? "unknown";
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  const options = list(schema["enum"]);
  if (options.length > 0)
    return withNull(options.map((option) => JSON.stringify(option)).join(" | "), schema);
  const choices = list(schema["anyOf"] ?? schema["oneOf"]);
  if (choices.length > 0)
    return [...new Set(choices.map((each) => typeOf(node(each), depth)))].join(" | ");
  const parts = list(schema["allOf"]);
  if (parts.length > 0) return intersect(parts.map((each) => typeOf(node(each), depth)));
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  return types.map((type) => plainType(schema, type, depth)).join(" | ") || "unknown";
}

/** A part that only describes has no type of its own. */
function intersect(types: readonly string[]): string {
  const known = types.filter((type) => type !== "unknown");
  return known.length > 1 ? known.map((type) => `(${type})`).join(" & ") : (known[0] ?? "unknown");
}

/** A list of values may allow null without naming it. */
const withNull = (text: string, schema: Node): string =>
  [schema["type"]].flat().includes("null") && !text.includes("null") ? `${text} | null` : text;

function plainType(schema: Node, type: string, depth: number): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && Array.isArray(schema["prefixItems"]))
    return `[${schema["prefixItems"].map((each) => typeOf(node(each), depth)).join(", ")}]`;
  if (type === "array") return `Array<${typeOf(node(schema["items"]), depth)}>`;
  if (type !== "object") return type;
  const properties = Object.entries(node(schema["properties"]));
  const rest = schema["additionalProperties"];
  if (properties.length === 0)
    return `Record<string, ${typeof rest === "object" ? typeOf(node(rest), depth) : "unknown"}>`;
  const required = new Set(list(schema["required"]));
  const fields = properties.map(([name, each]) => ({
    name,
    type: typeOf(node(each), depth + 1),
    isRequired: required.has(name),
  }));
  return objectOf(fields, depth);
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

function objectOf(fields: readonly Field[], depth: number): string {
  const indent = "  ".repeat(depth + 1);
  const lines = fields.map(({ name, type, isRequired }) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const mayLack = !isRequired && type !== "unknown" ? " | undefined" : "";
    return `${indent}${key}${isRequired ? "" : "?"}: ${type}${mayLack};\n`;
  });
  return `{\n${lines.join("")}${"  ".repeat(depth)}}`;
}

const node = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
