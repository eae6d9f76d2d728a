type Node = Readonly<Record<string, unknown>>;

const node = (value: unknown): Node =>
  typeof value === "object" && value !== null ? (value as Node) : {};

/**
 * Says of parameters what their shapes can't: a part of the path is always there, and a number that
 * is read out of text is never null.
 */
export function settleParameters(document: Node): Node {
  const paths = Object.entries(node(document["paths"])).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(node(methods)).map(([method, of]) => [method, settleOperation(node(of))]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function settleOperation(operation: Node): Node {
  const { parameters } = operation;
  return Array.isArray(parameters)
    ? { ...operation, parameters: parameters.map((each) => settle(node(each))) }
    : operation;
}

function settle(parameter: Node): Node {
  const schema = node(parameter["schema"]);
  const { type } = schema;
  return {
    ...parameter,
    ...(parameter["in"] === "path" ? { required: true } : {}),
    ...(Array.isArray(type)
      ? { schema: { ...schema, type: type.filter((each) => each !== "null")[0] } }
      : {}),
  };
}
