/**
 * Words that want to be programs, out of a grammar of the known ways: something to break out of where they stand, something that
 * would run or fetch, and a disguise. The nth calls `hit(n)` if it runs, and fetches an address with `inert-probe` if it is made an element.
 */
const waysOut: readonly string[] = [
  "",
  `">`,
  `'>`,
  "</textarea>",
  "</title></style></script>",
  "-->",
  "]]>",
  "`}",
];

const probe = "/inert-probe";
const vectors: readonly ((n: number) => string)[] = [
  (n) => `<script>hit(${n})</script>`,
  (n) => `<script src=${probe}-${n}.js></script>`,
  (n) => `<img src=${probe}-${n} onerror=hit(${n})>`,
  (n) => `<img src=x: onerror='hit(${n})'//`,
  (n) => `<svg/onload=hit(${n})>`,
  (n) => `<svg><a xlink:href=javascript:hit(${n})><text>x</text></a></svg>`,
  (n) => `<svg><animate onbegin=hit(${n}) attributeName=x dur=1s>`,
  (n) => `<math><mtext></form><form><mglyph><style></math><img src onerror=hit(${n})>`,
  (n) => `<noscript><p title="</noscript><img src=x: onerror=hit(${n})>">`,
  (n) => `<iframe srcdoc="<script>parent.hit(${n})</script>"></iframe>`,
  (n) => `<iframe src=javascript:parent.hit(${n})>`,
  (n) => `<object data=javascript:hit(${n})>`,
  (n) => `<embed src=${probe}-${n}.swf>`,
  (n) => `<details open ontoggle=hit(${n})>x`,
  (n) => `<input autofocus onfocus=hit(${n})>`,
  (n) => `<video><source onerror=hit(${n}) src=${probe}-${n}></video>`,
  (n) => `<body onload=hit(${n}) background=${probe}-${n}>`,
  (n) => `<a href="javascript:hit(${n})">x</a>`,
  (n) => `<form action=javascript:hit(${n})><button>x</button></form>`,
  (n) => `<button popovertarget=p onclick=hit(${n})>x</button>`,
  (n) => `<style>@import "${probe}-${n}.css"; *{background:url(${probe}-${n})}</style>`,
  (n) => `<link rel=stylesheet href=${probe}-${n}.css>`,
  (n) => `<meta http-equiv=refresh content="0;url=${probe}-${n}">`,
  (n) => `<base href=//inert-probe-${n}.example/>`,
  (n) => `[x](javascript:hit(${n}))`,
  (n) => `[x](data:text/html,<script>parent.hit(${n})</script>)`,
  (n) => `![x](${probe}-${n}.png "a" onerror=hit(${n}))`,
  (n) => `![x](javascript:hit(${n}))`,
  (n) => `<javascript:hit(${n})>`,
  (n) => `[x]: javascript:hit(${n})\n[x]`,
  (n) => `{{constructor.constructor('hit(${n})')()}}`,
  (n) => `\${hit(${n})}#{hit(${n})}<%= hit(${n}) %>`,
  (n) => `https://example.test/" onmouseover="hit(${n})`,
  (n) => `x onerror=hit(${n}) style=animation-name:x onanimationstart=hit(${n})`,
];

const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text
      .replaceAll(/<(\w)/g, (_, first: string) => `<${first.toUpperCase()}`)
      .replaceAll("javascript:", "JaVaScRiPt:"),
  (text) => text.replaceAll("javascript:", "java\tscript:").replaceAll(" on", "\u000Con"),
  (text) => text.replaceAll("javascript:", "&#106;avascript&colon;").replaceAll("<", "&lt;&#60;<"),
  (text) => text.replaceAll("<", "<\u200b<").replaceAll("javascript:", "\u0001javascript:"),
];

/** The same ones every time. All ways, things and disguises come in the first few hundred. */
export function hostileWords(count: number): string[] {
  const words: string[] = [];
  for (let n = 0; words.length < count; n += 1) {
    const out = waysOut[n % waysOut.length] ?? "";
    const vector = vectors[n % vectors.length];
    const disguise = disguises[Math.floor(n / vectors.length) % disguises.length];
    if (vector !== undefined && disguise !== undefined) words.push(out + disguise(vector(n)));
  }
  return words;
}
