type Node = Readonly<Record<string, unknown>>;

/**
 * Values that stand for fields of a name in the examples of the API's description. A field without a
 * line here gets a value of its type.
 */
const byName: readonly (readonly [RegExp, unknown])[] = [
  [/^(?:id|.*_id)$/, "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00"],
  [/(?:^|_)(?:timezone|zone)$/, "Europe/Berlin"],
  [/^(?:trigger_time|local_start|local_trigger_at|occurrence)$/, "2026-11-18T15:00:00"],
  [/^(?:at|since|until|timestamp|.*_at|.*_start|.*_end|story_time)$/, "2026-11-18T07:00:00.000Z"],
  [/^(?:day|date|from|to|said_on)$/, "2026-11-18"],
  [/^(?:content|title)$/, "call Ann"],
  [/^(?:display_name|name)$/, "Ann"],
  [/^(?:text|prose|sentence|message|question)$/, "remind me tomorrow at 3pm to call Ann"],
  [/^(?:url|.*_url)$/, "https://hooks.example.org/meanwhile"],
  [/^(?:channel|provider_type)$/, "web"],
  [/^(?:starts|ends|morning|remind_at|until_time)$/, "09:00"],
  [/^rrule$/, "FREQ=WEEKLY;BYDAY=MO"],
];

const deepest = 7;

/** Adds an example to every JSON body and answer, made of its shape: the two can't disagree. */
export function addExamples(document: Node): Node {
  const schemas = node(node(document["components"])["schemas"]);
  const make = createExamples(schemas);
  const inContent = (part: unknown): unknown => {
    const content = node(node(part)["content"]);
    const json = node(content["application/json"]);
    if (json["schema"] === undefined) return part;
    const example = make(node(json["schema"]), "");
    return { ...node(part), content: { ...content, "application/json": { ...json, example } } };
  };
  const inOperation = (operation: Node): Node => ({
    ...operation,
    ...(operation["requestBody"] === undefined
      ? {}
      : { requestBody: inContent(operation["requestBody"]) }),
    responses: mapValues(node(operation["responses"]), inContent),
  });
  const inPaths = (paths: Node): Node =>
    mapValues(paths, (methods) => mapValues(node(methods), (each) => inOperation(node(each))));
  return {
    ...document,
    paths: inPaths(node(document["paths"])),
    webhooks: inPaths(node(document["webhooks"])),
  };
}

type Make = (schema: Node, name: string, depth?: number) => unknown;

function createExamples(schemas: Node): Make {
  const make: Make = (given, name, depth = 0) => {
    const schema = resolve(schemas, given);
    if (schema["example"] !== undefined) return schema["example"];
    if (schema["const"] !== undefined) return schema["const"];
    if (schema["default"] !== undefined) return schema["default"];
    const options = list(schema["enum"]);
    if (options.length > 0) return options[0];
    const choices = list(schema["anyOf"] ?? schema["oneOf"]);
    if (choices.length > 0) return make(node(choices[0]), name, depth);
    const parts = list(schema["allOf"]);
    if (parts.length > 0)
      return Object.assign({}, ...parts.map((part) => make(node(part), name, depth))) as unknown;
    const [type] = [schema["type"]].flat();
    if (type === "array")
      return depth >= deepest ? [] : listExample(schema, (item) => make(item, name, depth + 1));
    if (type === "object" || schema["properties"] !== undefined)
      return depth > deepest
        ? {}
        : mapValues(node(schema["properties"]), (each, field) =>
            make(node(each), field, depth + 1),
          );
    return valueOf(schema, String(type), name);
  };
  return make;
}

function listExample(schema: Node, make: (item: Node) => unknown): unknown[] {
  const length = Math.max(1, Number(schema["minItems"] ?? 0));
  const item = node(schema["items"]);
  return schema["items"] === undefined ? [] : Array.from({ length }, () => make(item));
}

function valueOf(schema: Node, type: string, name: string): unknown {
  if (type === "integer" || type === "number") return Number(schema["minimum"] ?? 1);
  if (type === "boolean") return true;
  if (type === "null" || type === "undefined") return null;
  if (schema["format"] === "uri") return "https://hooks.example.org/meanwhile";
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  const shape = typeof schema["pattern"] === "string" ? new RegExp(schema["pattern"], "u") : /^/;
  const isFitting = (text: unknown): boolean =>
    String(text).length >= Number(schema["minLength"] ?? 0) && shape.test(String(text));
  const plain = ["text", "https://hooks.example.org/", "0".repeat(64), "a"];
  return [known, ...plain].find((each) => each !== undefined && isFitting(each)) ?? "…";
}

function resolve(schemas: Node, schema: Node): Node {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  return resolve(schemas, node(schemas[reference.split("/").at(-1) ?? ""]));
}

const mapValues = (of: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));
const node = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
