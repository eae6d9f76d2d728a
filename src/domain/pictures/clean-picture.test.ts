import { describe, expect, it } from "vitest";
import { gif, photo, tinyPng, webp } from "../../../test/support/pictures.ts";
import { cleanFile } from "./clean-picture.ts";

const canary = "GPSCANARY 31.23N";
const cleanBytes = (bytes: Uint8Array): Buffer => {
  const file = cleanFile(bytes);
  if ("refused" in file) throw new Error(file.refused);
  return Buffer.from(file.bytes);
};

describe("a picture that a person sends", () => {
  it.each([
    ["JPEG", photo(canary)],
    ["PNG", tinyPng(canary)],
    ["GIF", gif(canary)],
    ["WebP", webp(canary)],
  ])(
    "a picture that a person sends loses where it was taken, comments and what stands behind its end: %s",
    (_kind, bytes) => {
      expect(bytes.toString("latin1")).toContain(canary);
      const clean = cleanBytes(bytes);
      expect(clean.toString("latin1")).not.toContain(canary);
      expect(cleanBytes(clean)).toEqual(clean);
    },
  );

  it("a picture that a person sends stays the same picture", () => {
    expect(cleanBytes(tinyPng(canary))).toEqual(tinyPng());
    const jpeg = cleanBytes(photo(canary)).toString("latin1");
    expect(jpeg).toContain("JFIF");
    expect(jpeg).toContain("ICC_PROFILE");
    expect(jpeg).toContain("\x12\xff\x00\x34\xff\xd0\x56");
    expect(jpeg.endsWith("\x78\xff\xd9")).toBe(true);
    expect(cleanBytes(gif(canary)).toString("latin1")).toContain("NETSCAPE2.0");
    const small = cleanBytes(webp(canary));
    expect([small.readUInt32LE(4), small[20]]).toEqual([small.length - 8, 0]);
  });

  it("a picture that a person sends stays turned as it was, by nothing but that", () => {
    expect(cleanBytes(photo(canary, 6)).toString("latin1")).toContain(
      "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06",
    );
    expect(cleanBytes(photo(canary, 1)).toString("latin1")).not.toContain("Exif");
  });

  it("a picture that a person sends is refused when it is damaged, or in a format whose hidden data can't be removed", () => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    for (const [bytes, refused] of [
      [photo(canary).subarray(0, 60), "damaged"],
      [tinyPng().subarray(0, 30), "damaged"],
      [gif(canary).subarray(0, 20), "damaged"],
      [webp(canary).subarray(0, 34), "damaged"],
      [Buffer.from("\x89PNG and then some", "latin1"), "damaged"],
      [heic, "picture_format"],
      [Buffer.from("II*\0and so on", "latin1"), "picture_format"],
    ] as const)
      expect(cleanFile(bytes)).toMatchObject({ refused });
  });

  it("a picture that a person sends never makes the reader fail, however it is cut or changed", () => {
    for (const whole of [photo(canary), tinyPng(canary), gif(canary), webp(canary)]) {
      for (let at = 0; at < whole.length; at += 1) {
        const changed = Buffer.from(whole);
        changed[at] = 255 - (changed[at] ?? 0);
        for (const bytes of [whole.subarray(0, at), changed])
          expect(cleanFile(bytes)).toHaveProperty("type");
      }
    }
  });
});

it("the cleaning of pictures leaves other files as they are", () => {
  const text = Buffer.from("just words");
  expect(cleanFile(text)).toEqual({ bytes: text, type: "text/plain" });
});
