import makeQr from "qrcode-generator";

/** Readers need a light margin around the code. */
const margin = 3;

/** The dark squares of a QR code as one path, and the length of its side. */
export function qrSquares(text: string): { readonly side: number; readonly path: string } {
  const code = makeQr(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size }, (_, place) => place);
  const squares = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + margin} ${row + margin}h1v1h-1z`),
  );
  return { side: size + 2 * margin, path: squares.join("") };
}
