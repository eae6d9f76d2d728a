import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Leaves of the font only what is Chinese. It stands in front of the system's fonts where it is
 * used at all, and would else give English its wide quotation marks.
 */
function chineseOnly(): Plugin {
  return {
    name: "chinese-only",
    enforce: "pre",
    transform(code, id) {
      if (!/noto-sans-sc\/index\.css/.test(id)) return null;
      const faces = code
        .match(/@font-face \{[^}]*\}/g)
        ?.filter((face) => !/-(?:latin|latin-ext|cyrillic|vietnamese)-wght/.test(face));
      return (faces ?? [])
        .join("\n")
        .replaceAll(/unicode-range: ([^;]*);/g, (_all, ranges: string) => {
          const kept = ranges
            .split(",")
            .filter(
              (range) => !/^U\+(?:0{0,2}[0-9a-f]{1,2}|20[0-6][0-9a-f])(?:-|$)/i.test(range.trim()),
            );
          return `unicode-range: ${kept.join(",")};`;
        });
    },
  };
}

/**
 * Puts the large style sheets behind the outline of the page in index.html: what stands in front of
 * them is painted while they are still on their way.
 */
function outlineFirst(): Plugin {
  const large = /\s*<link rel="stylesheet" crossorigin href="\/assets\/[^"]*">/g;
  return {
    name: "outline-first",
    apply: "build",
    // Those of the other pages come behind them, too: of two rules for one thing the later counts.
    transform: (code, id) =>
      id.includes("vite/preload-helper")
        ? code.replace("document.head.appendChild", "document.body.appendChild")
        : null,
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html
          .replaceAll(large, "")
          .replace("<noscript>", `${(html.match(large) ?? []).join("").trim()}\n    <noscript>`),
    },
  };
}

/**
 * With `npm run dev` the page comes from Vite, and everything that is not a file of the page from
 * the server.
 */
const server = process.env["SERVER_URL"];
const serverPaths =
  "^/(?:api|chats|webhooks|wecombot|docs|openapi\\.json|healthz|readyz|metrics)(?:[/?]|$)";

const shorten = (name: string): string => name.split("~", 1)[0] ?? name;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), chineseOnly(), outlineFirst()],
  ...(server === undefined ? {} : { server: { proxy: { [serverPaths]: { target: server } } } }),
  // Inlined assets would be `data:` addresses, which the page's content policy refuses.
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The names of all pages that share a file would make a name of eighty letters.
        chunkFileNames: ({ name }) => `assets/${shorten(name)}-[hash].js`,
        assetFileNames: ({ names: [name = "asset"] }) =>
          `assets/${shorten(name.replace(/\.[^.]*$/, ""))}-[hash][extname]`,
        codeSplitting: {
          // What several pages use would else come in eighty files, most of them of a few lines.
          groups: [{ name: "shared", minShareCount: 8 }],
        },
      },
    },
  },
});
