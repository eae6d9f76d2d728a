/** A route as the running product describes it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly who: string;
  readonly params: readonly Parameter[];
  /** Names and types of what the body may hold. None where no body is taken. */
  readonly body: Readonly<Record<string, string>> | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly type: "string" | "integer";
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Documented {
  readonly "x-who"?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: Parameter["in"];
    readonly schema?: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export function operationsOf(document: Document): Operation[] {
  const resolveSchema = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : resolveSchema(document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""]);
  const properties = (schema: Schema | undefined): Readonly<Record<string, Schema>> => {
    const { properties: own = {}, anyOf = [], oneOf = [], allOf = [] } = resolveSchema(schema);
    return Object.assign({}, own, ...[...anyOf, ...oneOf, ...allOf].map(properties)) as Readonly<
      Record<string, Schema>
    >;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({
      method: method.toUpperCase(),
      path,
      who: of["x-who"] ?? "",
      params: (of.parameters ?? []).map(({ name, in: place, schema }) => ({
        name,
        in: place,
        type: typeOf(resolveSchema(schema), `${path} ${name}`),
      })),
      body:
        method === "get" || of.requestBody === undefined
          ? undefined
          : Object.fromEntries(
              Object.entries(properties(of.requestBody.content["application/json"]?.schema)).map(
                ([name, schema]) => [
                  name,
                  String([resolveSchema(schema).type ?? "string"].flat()[0]),
                ],
              ),
            ),
    })),
  );
}

function typeOf({ type }: Schema, where: string): Parameter["type"] {
  const [first] = [type].flat();
  if (first === "string" || first === undefined) return "string";
  if (first === "integer" || first === "number") return "integer";
  throw new Error(
    `${where} is of type ${first}: give it something of somebody else's to be filled with.`,
  );
}
