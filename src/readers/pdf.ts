import { getDocumentProxy } from "unpdf";

const mostPages = 60;
export const mostChars = 12_000;

/** The words of a PDF, page by page. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    stopAtErrors: false,
  });
  const pages: string[] = [];
  let length = 0;
  for (let nth = 1; nth <= Math.min(pdf.numPages, mostPages) && length < mostChars; nth += 1) {
    const page = await pdf.getPage(nth);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
      .join("");
    length += text.length;
    pages.push(text.trim());
  }
  return `${pages.join("\n\n")}${pdf.numPages > pages.length ? "\n[…]" : ""}`;
}
