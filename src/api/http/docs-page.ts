type Node = Readonly<Record<string, unknown>>;

/**
 * Documentation for people, generated from the OpenAPI document. Plain HTML: no script, nothing
 * from other servers, readable on a phone.
 */
export function docsPage(document: Node): string {
  const info = node(document["info"]);
  const schemas = node(node(document["components"])["schemas"]);
  const operations = Object.entries(node(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(node(methods)).map(([method, operation]) =>
      section({ path, method, operation: node(operation) }),
    ),
  );
  const webhooks = Object.entries(node(document["webhooks"])).map(([type, methods]) =>
    section({ path: type, method: "webhook", operation: node(node(methods)["post"]) }),
  );
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      `<section id="shape-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${fields(node(schema))}</section>`,
  );
  return page({
    title: text(info["title"]),
    body: `<p>${prose(info["description"])}</p><p><a href="/openapi.json">openapi.json</a></p>${operations.join("")}<h2 id="webhooks">Webhooks</h2><p>Calls that this server makes to addresses which people add by <code>POST /api/webhooks</code>, signed by the rules of Standard Webhooks.</p>${webhooks.join("")}<h2>Shapes</h2>${shapes.join("")}`,
  });
}

export function page(what: {
  readonly title: string;
  readonly body: string;
  readonly head?: string;
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(what.title)}</title><link rel="stylesheet" href="/docs.css">${what.head ?? ""}</head>
<body><main><h1>${escapeHtml(what.title)}</h1>${what.body}</main></body></html>
`;
}

function section(of: {
  readonly path: string;
  readonly method: string;
  readonly operation: Node;
}): string {
  const { operation } = of;
  const parameters = list(operation["parameters"]).map(node);
  const body = node(
    node(node(node(operation["requestBody"])["content"])["application/json"])["schema"],
  );
  const answers = Object.entries(node(operation["responses"]));
  return `<section><h2><code class="method">${escapeHtml(of.method.toUpperCase())}</code> <code>${escapeHtml(of.path)}</code></h2>
<p>${prose(operation["summary"])}</p><p class="who">${escapeHtml(text(operation["x-who"]))}</p>
${parameters.length === 0 ? "" : `<h4>Parameters</h4><ul>${parameters.map(parameter).join("")}</ul>`}
${Object.keys(body).length === 0 ? "" : `<h4>Body</h4>${fields(body)}`}
<h4>Answers</h4><ul>${answers.map(([status, answer]) => answerLine(status, node(answer))).join("")}</ul></section>`;
}

function parameter(of: Node): string {
  return `<li><code>${escapeHtml(text(of["name"]))}</code> in ${escapeHtml(text(of["in"]))}: ${typeOf(node(of["schema"]))}${of["required"] === true ? "" : ", optional"}</li>`;
}

function answerLine(status: string, answer: Node): string {
  const [content] = Object.entries(node(answer["content"]));
  const shape =
    content === undefined
      ? ""
      : ` ${Object.keys(node(node(content[1])["schema"])).length > 0 ? typeOf(node(node(content[1])["schema"])) : escapeHtml(content[0])}`;
  return `<li><code>${escapeHtml(status)}</code> ${prose(answer["description"])}${shape}</li>`;
}

function fields(schema: Node): string {
  const choices = list(schema["anyOf"] ?? schema["oneOf"]);
  if (choices.length > 0) return choices.map((choice) => fields(node(choice))).join("<p>or</p>");
  const properties = Object.entries(node(schema["properties"]));
  if (properties.length === 0) return `<p>${typeOf(schema)}</p>`;
  const required = new Set(list(schema["required"]));
  const lines = properties.map(
    ([name, property]) =>
      `<li><code>${escapeHtml(name)}</code>: ${typeOf(node(property))}${required.has(name) ? "" : ", optional"}</li>`,
  );
  return `<ul>${lines.join("")}</ul>`;
}

function typeOf(schema: Node): string {
  const reference = text(schema["$ref"]).split("/").at(-1) ?? "";
  if (reference !== "")
    return `<a href="#shape-${escapeHtml(reference)}">${escapeHtml(reference)}</a>`;
  const options = list(schema["enum"]);
  if (options.length > 0)
    return options.map((option) => `<code>${escapeHtml(String(option))}</code>`).join(" ");
  if (schema["items"] !== undefined) return `list of ${typeOf(node(schema["items"]))}`;
  const properties = Object.entries(node(schema["properties"]));
  if (properties.length > 0)
    return `{ ${properties.map(([name, property]) => `${escapeHtml(name)}: ${typeOf(node(property))}`).join(", ")} }`;
  const type = schema["type"];
  return escapeHtml(Array.isArray(type) ? type.join(" or ") : text(type));
}

const node = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The product's own text, in which backticks mark code. */
const prose = (value: unknown): string =>
  escapeHtml(text(value)).replaceAll(/`([^`]*)`/g, "<code>$1</code>");

export function escapeHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.05rem; overflow-wrap: anywhere; margin: 0; }
h4 { font-size: .8rem; margin: .8rem 0 .2rem; opacity: .7; font-weight: 600; }
section { border: 1px solid color-mix(in srgb, currentColor 15%, transparent); border-radius: .6rem; padding: 1rem; margin: 1rem 0; }
ul { margin: 0; padding-left: 1.2rem; }
li { overflow-wrap: anywhere; }
p { margin: .4rem 0; }
code { font: .9em ui-monospace, monospace; }
.method { font-weight: 700; color: light-dark(#0b62c4, #7db8ff); }
.who { font-size: .85rem; opacity: .75; }
`;
