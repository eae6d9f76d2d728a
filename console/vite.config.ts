import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Inlined assets would be `data:` addresses, which the page's content policy refuses.
  build: { assetsInlineLimit: 0, target: "es2022", emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 700 },
});
