import { expect, it } from "vitest";
import { useSceneLab } from "../support/scene-lab.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
type Operation = {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
};

/** An object without fields could hold anything: no client can be written for it. */
const isTyped = ({ $ref, type, properties, items, anyOf, oneOf, allOf }: Schema): boolean =>
  $ref !== undefined ||
  (anyOf ?? oneOf ?? allOf ?? []).some(isTyped) ||
  (items !== undefined && isTyped(items)) ||
  properties !== undefined ||
  (type !== undefined && type !== "object");

const lab = useSceneLab([]);

it("every body and every answer of a story route says its fields", async () => {
  const { json } = await lab().get("/openapi.json");
  const { paths } = json as { paths: Record<string, Record<string, Operation>> };
  const untyped: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody, responses = {} }] of Object.entries(methods)) {
      if (!/^\/(?:api\/)?(?:chats|bots|you|scenes|stage)\b/u.test(path)) continue;
      const check = (what: string, content: Content | undefined): void => {
        const schema = content?.content?.["application/json"]?.schema;
        if (schema !== undefined && !isTyped(schema)) untyped.push(`${method} ${path} ${what}`);
      };
      check("body", requestBody);
      for (const [status, answer] of Object.entries(responses))
        if (status.startsWith("2")) check(status, answer);
    }
  expect(untyped).toEqual([]);
});
