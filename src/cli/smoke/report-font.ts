import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

interface Face {
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/**
 * The Chinese letters of a text as `@font-face` rules that hold the font itself, so that a report can be read on a machine without
 * Chinese fonts. The font comes in about a hundred slices, of which a report needs a dozen. Without the package (or the built
 * page, which has the same slices) there are none, and the reader's own fonts are used.
 */
export function chineseFont(text: string): string {
  const letters = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0).filter(isChinese);
  if (letters.length === 0) return "";
  return faces()
    .map(({ file, ranges }) => ({
      file,
      kept: letters.filter((letter) => ranges.some(([from, to]) => letter >= from && letter <= to)),
    }))
    .filter(({ kept }) => kept.length > 0)
    .map(({ file, kept }) => faceRule(file, kept))
    .join("\n");
}

/** Its own letters and punctuation alone: English keeps its fonts. */
const isChinese = (point: number): boolean =>
  (point >= 0x2e80 && point <= 0x9fff) || (point >= 0xf900 && point <= 0xffef);

const faceRule = (file: string, letters: readonly number[]): string =>
  `@font-face { font-family: "Report Han"; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(file).toString("base64")}) format("woff2"); unicode-range: ${letters.map((point) => `U+${point.toString(16)}`).join(",")}; }`;

function faces(): readonly Face[] {
  const css = styleSheet();
  if (css === undefined) return [];
  const text = readFileSync(css, "utf8");
  return Array.from(text.matchAll(/@font-face\s*\{[^}]*\}/g), ([rule]) =>
    faceIn(rule, dirname(css)),
  ).flatMap((face) => face ?? []);
}

function faceIn(rule: string, folder: string): Face | undefined {
  const url = /url\(["']?([^"')]*noto-sans-sc[^"')]*\.woff2)/.exec(rule)?.[1];
  const ranges = /unicode-range:([^;}]*)/i.exec(rule)?.[1];
  if (url === undefined || ranges === undefined) return undefined;
  const file = [join(folder, url), join(folder, basename(url))].find((path) => existsSync(path));
  return file === undefined
    ? undefined
    : { file, ranges: ranges.split(",").flatMap((range) => rangeIn(range)) };
}

function rangeIn(text: string): (readonly [number, number])[] {
  const found = /U\+([0-9a-f]+)(?:-([0-9a-f]+))?/i.exec(text);
  if (found?.[1] === undefined) return [];
  return [[Number.parseInt(found[1], 16), Number.parseInt(found[2] ?? found[1], 16)]];
}

/** Of the package where it is installed, else of the page that was built with it. */
function styleSheet(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/index.css");
  } catch {
    const assets = join(import.meta.dirname, "..", "..", "..", "dist", "console", "assets");
    const sheets = existsSync(assets)
      ? readdirSync(assets).filter((name) => name.endsWith(".css"))
      : [];
    return sheets
      .map((name) => join(assets, name))
      .find((path) => readFileSync(path, "utf8").includes("noto-sans-sc"));
  }
}
