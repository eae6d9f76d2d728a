/**
 * Brings the page's own Chinese font to a machine that has none. It goes in front of all others
 * there: Chromium does not lay text out again for a web font that arrives behind an installed one
 * when nothing else had the letters.
 */
export async function bringFont(): Promise<void> {
  if (hasChineseFont()) return;
  document.documentElement.dataset["ownFont"] = "";
  // About a hundred slices; the browser fetches those whose letters it needs.
  await import("@fontsource-variable/noto-sans-sc/index.css");
}

/** Two different letters look the same only where both are drawn as the missing-glyph box. */
function hasChineseFont(): boolean {
  const [one, other] = [draw("永"), draw("国")];
  return (
    one === undefined || other === undefined || one.some((value, index) => value !== other[index])
  );
}

function draw(letter: string): Uint8ClampedArray | undefined {
  const size = 32;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return undefined;
  context.font = `${size / 2}px system-ui, sans-serif`;
  context.fillText(letter, size / 4, (size * 3) / 4);
  return context.getImageData(0, 0, size, size).data;
}
