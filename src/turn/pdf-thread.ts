import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";

/** Reads one PDF and says its words. It knows nothing but the bytes it was given, and is ended from outside when it takes too long. */
const { bytes, mostPages, mostChars } = workerData as { bytes: Uint8Array; mostPages: number; mostChars: number };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
parentPort?.postMessage(await words());

async function words(): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { disableFontFace: true, stopAtErrors: false });
  const pages: string[] = [];
  let length = 0;
  for (let nth = 1; nth <= Math.min(pdf.numPages, mostPages) && length < mostChars; nth += 1) {
    const page = await pdf.getPage(nth);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    length += text.length;
    pages.push(text.trim());
  }
  return `${pages.join("\n\n")}${pdf.numPages > pages.length ? "\n[…]" : ""}`;
}
