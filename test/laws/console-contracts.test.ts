import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

/**
 * What the server answers is declared by the server, once. The page takes the types with `import type` and never writes
 * them down again. Fields of the API are written `like_this` and names of the page `likeThis`, so a copy can be seen.
 */
const root = join(import.meta.dirname, "../../console/src");

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Copy {
  readonly where: string;
  readonly problem: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodesIn(one);
}

const nameOf = (node: unknown): string =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : "";

/** The types by which an answer is read: those given to a call, and the promises of a file that makes calls. */
function answerTypes(program: Node): Node[] {
  const all = [...nodesIn(program)];
  const makesCalls = all.some(
    ({ type, source }) =>
      type === "ImportDeclaration" &&
      isNode(source) &&
      /api\/(?:call|transfer)\.ts$/.test(String(source["value"])),
  );
  if (!makesCalls) return [];
  return all.flatMap((node) => {
    const isCall =
      node.type === "CallExpression" && /^(?:call|sendBytes)$/.test(nameOf(node["callee"]));
    const isPromise = node.type === "TSTypeReference" && nameOf(node["typeName"]) === "Promise";
    return (isCall || isPromise) && isNode(node["typeArguments"]) ? [node["typeArguments"]] : [];
  });
}

const primitives = new Set(["TSStringKeyword", "TSNumberKeyword", "TSBooleanKeyword"]);

/** An envelope such as `{ friends: readonly Friend[] }` may be opened where it is read; its contents may not be declared there. */
function copiesIn(where: string, text: string): Copy[] {
  const program = parseSync(where, text).program as unknown as Node;
  const all = [...nodesIn(program)];
  const wireFields = all
    .filter(({ type }) => type === "TSPropertySignature")
    .map(({ key }) => nameOf(key))
    .filter((name) => /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(name))
    .map((name) => ({ where, problem: `declares the API's field "${name}"` }));
  const declaredHere = new Set(
    all
      .filter(
        ({ type, typeAnnotation: of }) =>
          type === "TSInterfaceDeclaration" || (isNode(of) && of.type === "TSTypeLiteral"),
      )
      .map(({ id }) => nameOf(id)),
  );
  const answers = answerTypes(program).flatMap((given) => [...nodesIn(given)]);
  const byHand = answers
    .filter(
      ({ type, typeName }) => type === "TSTypeReference" && declaredHere.has(nameOf(typeName)),
    )
    .map(({ typeName }) => ({
      where,
      problem: `reads an answer as its own type "${nameOf(typeName)}"`,
    }));
  const spelled = answers
    .filter(
      ({ type, typeAnnotation: of }) =>
        type === "TSPropertySignature" &&
        isNode(of) &&
        isNode(of["typeAnnotation"]) &&
        primitives.has(of["typeAnnotation"].type),
    )
    .map(({ key }) => ({ where, problem: `declares the answer's field "${nameOf(key)}"` }));
  return [...wireFields, ...byHand, ...spelled];
}

/** What reaches a server past the typed client: the browser's own means, and the one function that uses them. */
const browserMeans =
  /^(?:fetch|XMLHttpRequest|EventSource|WebSocket|WebTransport|sendBeacon|axios)$/;
const sender = "api/request.ts";
const callers = ["api/call.ts", "api/transfer.ts"];

function findUncheckedCalls(where: string, text: string): Copy[] {
  const all = [...nodesIn(parseSync(where, text).program as unknown as Node)];
  const used = all
    .filter(({ type, name }) => type === "Identifier" && browserMeans.test(String(name)))
    .map(({ name }) => ({ where, problem: `uses ${String(name)}` }));
  const sent = all
    .filter(
      ({ type, imported, source }) =>
        (type === "ImportSpecifier" && nameOf(imported) === "send") ||
        (type === "ImportExpression" &&
          isNode(source) &&
          String(source["value"]).endsWith("request.ts")),
    )
    .map(() => ({ where, problem: "imports send" }));
  return [...(where === sender ? [] : used), ...(callers.includes(where) ? [] : sent)];
}

const pageFiles = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => join(root, name));

describe("the page's contracts with the server", () => {
  it("the page declares no answer of the server by hand", () => {
    expect(pageFiles.length).toBeGreaterThan(200);
    expect(
      pageFiles.flatMap((file) => copiesIn(relative(root, file), readFileSync(file, "utf8"))),
    ).toEqual([]);
  });

  it("the page calls the server through the typed client, and moves files and streams in one place", () => {
    expect(
      pageFiles.flatMap((file) =>
        findUncheckedCalls(relative(root, file), readFileSync(file, "utf8")),
      ),
    ).toEqual([]);
  });

  it("the page takes only types from the server's source, so no server code gets into the bundle", () => {
    const imports = pageFiles.flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /^import (?!type )[^;]*?from "(?:\.\.\/)+src\/[^"]+"/gm,
        ),
      ].map(([line]) => `${relative(root, file)}: ${line}`),
    );
    expect(imports).toEqual([]);
  });

  it.each([
    [
      "an interface with the API's names",
      `interface Account { readonly display_name: string }`,
      `declares the API's field "display_name"`,
    ],
    [
      "a type literal of a parameter",
      `const move = (of: { scene_id: number }) => of;`,
      `declares the API's field "scene_id"`,
    ],
    [
      "an answer promised as a type of the same file",
      `import { call } from "../api/call.ts";\ntype Link = { url: string };\nconst read = (): Promise<Link> => call("GET /x");`,
      `reads an answer as its own type "Link"`,
    ],
    [
      "an answer spelled out in the call",
      `import { call } from "../api/call.ts";\nconst read = () => call<{ id: string }>("GET /x");`,
      `declares the answer's field "id"`,
    ],
  ])("%s is found", (_what, text, problem) => {
    expect(copiesIn("a.ts", text)).toEqual([{ where: "a.ts", problem }]);
  });

  it.each([
    ["a request of its own", `const read = () => fetch("/api/x");`, "uses fetch"],
    ["a request by another name", `const ask = globalThis.fetch;`, "uses fetch"],
    ["a stream of its own", `const stream = new EventSource("/api/x");`, "uses EventSource"],
    ["a request by hand", `import { send } from "../api/request.ts";`, "imports send"],
  ])("%s is found", (_what, text, problem) => {
    expect(findUncheckedCalls("a.ts", text)).toEqual([{ where: "a.ts", problem }]);
  });
});
