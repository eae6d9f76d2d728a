import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Leaves `x.br` and `x.gz` beside each text file, so that the server sends them without compressing anything itself. */
function compressed(): Plugin {
  let directory = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      directory = config.build.outDir;
    },
    async closeBundle() {
      const names = await readdir(directory, { recursive: true });
      const texts = names.filter((name) => /\.(?:js|css|html|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const path = join(directory, name);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // Inlined assets would be `data:` addresses, which the page's content policy refuses.
  build: { assetsInlineLimit: 0, target: "es2022", emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 700 },
});
